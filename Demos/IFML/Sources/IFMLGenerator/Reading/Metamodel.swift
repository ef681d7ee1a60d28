/// The classes of IFML and of the extensions, with their features: what may stand in a file.
struct Metamodel: Sendable {
    enum Value: Sendable, Hashable {
        case text, flag, whole, real
        /// The literals.
        case literal([String])
    }

    enum Feature: Sendable, Hashable {
        case attribute(Value)
        /// A child of a class.
        case containment(String, isMany: Bool)
        /// Another element of a class.
        case reference(String)
        /// An element of a UML file.
        case domain
    }

    struct Class: Sendable {
        var name: String
        var isAbstract: Bool
        var isMobile: Bool
        var supers: [String]
        /// Its own.
        var features: [String: Feature]
        /// Its own and those of its superclasses.
        var allFeatures: [String: Feature] = [:]
        /// It and all its superclasses.
        var ancestors: Set<String> = []
    }

    private(set) var classes: [String: Class] = [:]

    static let shared = Metamodel()

    static let namespaces: [String: String] = [
        "http://www.omg.org/spec/20130218/core": "core",
        "http://www.omg.org/spec/20130218/ext": "ext",
        "http://www.omg.org/spec/20130218/data": "data",
        "http://www.omg.org/spec/20130218/mobile": "mobile",
        "http://www.omg.org/spec/20130218/general": "mobile",
        "http://www.omg.org/spec/20130218/private": "mobile",
        "http://www.eclipse.org/uml2/5.0.0/UML": "uml",
        "http://www.w3.org/2001/XMLSchema-instance": "xsi",
    ]

    /// Names that occur beside the right ones.
    static let classAliases = [
        "MultiLineField": "MultilineField", "MobileDeviceScreen": "DeviceScreen", "MobileDeviceSensor": "DeviceSensor",
    ]
    static let featureAliases = ["isHome": "isDefault", "hasNavigationBar": "hasNavBar", "heigt": "height"]
    static let literalAliases = ["unkown": "unknown"]

    private init() {
        for line in Self.table.split(separator: "\n") { add(line) }
        for name in classes.keys {
            let all = ancestors(of: name)
            classes[name]?.ancestors = all
        }
        for (name, one) in classes {
            var all: [String: Feature] = [:]
            for ancestor in one.ancestors { all.merge(classes[ancestor]?.features ?? [:]) { old, _ in old } }
            classes[name]?.allFeatures = all
        }
    }

    func isA(_ name: String, _ other: String) -> Bool {
        name == other || classes[name]?.ancestors.contains(other) == true
    }

    private func ancestors(of name: String) -> Set<String> {
        var result: Set<String> = [name]
        for parent in classes[name]?.supers ?? [] { result.formUnion(ancestors(of: parent)) }
        return result
    }

    /// `Name°M : Super Super | feature…`; `°` is abstract, `M` mobile. A feature's last character or word tells what it
    /// is: none text, `?` flag, `#` whole, `~` real, `{a,b}` literals, `>Class` child, `*>Class` children, `@Class`
    /// reference, `@uml` a reference to the domain.
    private mutating func add(_ line: Substring) {
        let parts = line.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
        let head = parts[0].split(separator: " ")
        guard var name = head.first else { return }
        let isMobile = name.hasSuffix("M")
        if isMobile { name.removeLast() }
        let isAbstract = name.hasSuffix("°")
        if isAbstract { name.removeLast() }
        var features: [String: Feature] = [:]
        for word in parts.count > 1 ? parts[1].split(separator: " ") : [] {
            let (key, feature) = Self.feature(word)
            features[key] = feature
        }
        classes[String(name)] = Class(
            name: String(name), isAbstract: isAbstract, isMobile: isMobile,
            supers: head.dropFirst(2).map(String.init), features: features)
    }

    private static func feature(_ word: Substring) -> (String, Feature) {
        if let mark = word.firstIndex(where: { "*>@{".contains($0) }) {
            let name = String(word[..<mark])
            let rest = word[word.index(after: mark)...]
            switch word[mark] {
            case "*": return (name, .containment(String(rest.dropFirst()), isMany: true))
            case ">": return (name, .containment(String(rest), isMany: false))
            case "@": return (name, rest == "uml" ? .domain : .reference(String(rest)))
            default: return (name, .attribute(.literal(rest.dropLast().split(separator: ",").map(String.init))))
            }
        }
        switch word.last {
        case "?": return (String(word.dropLast()), .attribute(.flag))
        case "#": return (String(word.dropLast()), .attribute(.whole))
        case "~": return (String(word.dropLast()), .attribute(.real))
        default: return (String(word), .attribute(.text))
        }
    }
}
