/// The classes, enumerations and primitive types of the UML files. Keys are `file#id`.
public struct Domain: Sendable, Hashable {
    /// An attribute of a class, or a parameter of an operation.
    public struct Property: Sendable, Hashable {
        /// Its key.
        public var key: String
        /// Its name, perhaps empty.
        public var name: String
        /// The key of its type.
        public var type: String?
        /// Where it begins.
        public var place: Place
        /// True if the upper bound is above 1.
        public var isMany = false
        /// True if the lower bound is 0.
        public var isOptional = false
        /// `in`, `out`, `inout` or `return`; of parameters only.
        public var direction = "in"
    }

    /// An operation of a class or an interface.
    public struct Operation: Sendable, Hashable {
        /// Its key.
        public var key: String
        /// Its name.
        public var name: String
        /// Its parameters.
        public var parameters: [Property] = []
    }

    /// A class, an interface or a data type.
    public struct Class: Sendable, Hashable {
        /// Its key.
        public var key: String
        /// Its name.
        public var name: String
        /// True for an interface.
        public var isInterface = false
        /// The keys of its generalizations.
        public var generals: [String] = []
        /// Its own attributes.
        public var attributes: [Property] = []
        /// Its own operations.
        public var operations: [Operation] = []
        /// Where it begins.
        public var place: Place
    }

    /// An enumeration.
    public struct Enumeration: Sendable, Hashable {
        /// Its key.
        public var key: String
        /// Its name.
        public var name: String
        /// The names of its literals.
        public var literals: [String] = []
    }

    /// Classes, in the files' order.
    public var classes: [Class] = []
    /// Enumerations, in the files' order.
    public var enumerations: [Enumeration] = []
    /// Names of primitive types by key.
    public var primitives: [String: String] = [:]
    /// All keys there are.
    public var keys: Set<String> = []
    private var classIndex: [String: Int] = [:]
    private var enumerationIndex: [String: Int] = [:]

    /// Nothing.
    public init() {}

    /// The class with a key.
    public func type(_ key: String) -> Class? { classIndex[key].map { classes[$0] } }

    /// The enumeration with a key.
    public func enumeration(_ key: String) -> Enumeration? { enumerationIndex[key].map { enumerations[$0] } }

    /// The attributes of a class and of all its generalizations, inherited ones first; each name once.
    public func attributes(_ key: String) -> [Property] {
        var result: [Property] = []
        var visited: Set<String> = []
        collect(key, &visited, &result)
        return result
    }

    private func collect(_ key: String, _ visited: inout Set<String>, _ result: inout [Property]) {
        guard visited.insert(key).inserted, let one = type(key) else { return }
        for general in one.generals { collect(general, &visited, &result) }
        for attribute in one.attributes where !result.contains(where: { $0.name == attribute.name }) {
            result.append(attribute)
        }
    }

    /// The attribute with a key, and its class.
    public func attribute(_ key: String) -> (owner: Class, attribute: Property)? {
        for one in classes {
            if let found = one.attributes.first(where: { $0.key == key }) { return (one, found) }
        }
        return nil
    }

    mutating func add(_ one: Class) {
        classIndex[one.key] = classes.count
        classes.append(one)
    }

    mutating func add(_ one: Enumeration) {
        enumerationIndex[one.key] = enumerations.count
        enumerations.append(one)
    }

    /// What a type is: known by its name if it is primitive.
    public func kind(_ key: String?) -> Kind {
        guard let key else { return .unknown }
        if let one = type(key) {
            // Some tools write primitive types as classes without anything in them.
            let isEmpty = one.attributes.isEmpty && one.operations.isEmpty && one.generals.isEmpty
            let primitive = Kind(primitive: one.name)
            return isEmpty && (primitive != .string || one.name.lowercased() == "string") ? primitive : .object(key)
        }
        if enumerationIndex[key] != nil { return .enumeration(key) }
        let name = primitives[key] ?? String(key.split(separator: "#").last ?? "")
        return Kind(primitive: name)
    }

    /// What a value of a type is.
    public enum Kind: Sendable, Hashable {
        /// A text.
        case string
        /// Yes or no.
        case bool
        /// A whole number.
        case int
        /// A number.
        case double
        /// A date.
        case day
        /// The name or address of a picture.
        case image
        /// Several of something that bindings tell (`NSMutableArray`).
        case array
        /// An object of a class, by key.
        case object(String)
        /// A literal of an enumeration, by key.
        case enumeration(String)
        /// Not said; bindings tell it, else it is a text.
        case unknown

        /// The kind of a primitive type, by its name; a name that is not known is a text.
        public init(primitive name: String) {
            switch name {
            case "Boolean", "Bool", "boolean", "EBoolean", "bool": self = .bool
            case "Integer", "EInt", "int", "Int", "integer", "UnlimitedNatural", "ELong", "long": self = .int
            case "Real", "number", "NSNumber", "Double", "Float", "double", "float", "EFloat", "EDouble", "Number":
                self = .double
            case "Date", "EDate", "NSDate", "date": self = .day
            case "Image": self = .image
            case "Array", "NSMutableArray", "NSArray", "List": self = .array
            case "NSObject", "any": self = .unknown
            default: self = .string
            }
        }
    }
}
