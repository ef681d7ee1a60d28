/// All files of a model as one: elements with their references resolved, and the domain. Elements are known by index.
public struct Model: Sendable, Hashable {
    /// Where a reference leads.
    public enum Target: Sendable, Hashable {
        /// An element of the model.
        case element(Int)
        /// An element of the domain, by its key there.
        case domain(String)
    }

    /// An element of a file.
    public struct Element: Sendable, Hashable {
        /// Its class, without a prefix.
        public var type: String
        /// The feature of the parent that it stands in.
        public var feature: String
        /// Values by name, aliases already replaced.
        public var attributes: [String: String]
        /// Targets by name of the reference; what does not resolve is left out.
        public var references: [String: [Target]] = [:]
        /// The element around it.
        public var parent: Int?
        /// The elements in it, in the file's order.
        public var children: [Int] = []
        /// Where it begins.
        public var place: Place
    }

    /// The files, as named to the reader.
    public var files: [String] = []
    /// All elements; a parent stands before its children.
    public var elements: [Element] = []
    /// Elements without a parent: the models and the contexts.
    public var roots: [Int] = []
    /// What the UML files hold.
    public var domain = Domain()

    /// An empty model.
    public init() {}

    /// The name, or nothing.
    public func name(_ element: Int) -> String? {
        let name = elements[element].attributes["name"]
        return name?.contains { !$0.isWhitespace } == true ? name : nil
    }

    /// True if the element's class is this one or below it.
    public func isA(_ element: Int, _ type: String) -> Bool { Metamodel.shared.isA(elements[element].type, type) }

    /// The children in a feature.
    public func children(_ element: Int, _ feature: String) -> [Int] {
        elements[element].children.filter { elements[$0].feature == feature }
    }

    /// The elements that a reference leads to.
    public func targets(_ element: Int, _ reference: String) -> [Int] {
        (elements[element].references[reference] ?? []).compactMap {
            if case .element(let target) = $0 { target } else { nil }
        }
    }

    /// The first element that a reference leads to.
    public func target(_ element: Int, _ reference: String) -> Int? { targets(element, reference).first }

    /// The element of the domain that a reference leads to.
    public func domainTarget(_ element: Int, _ reference: String) -> String? {
        for case .domain(let key) in elements[element].references[reference] ?? [] { return key }
        return nil
    }

    /// True if an attribute says so; false without it.
    public func flag(_ element: Int, _ attribute: String) -> Bool { elements[element].attributes[attribute] == "true" }

    /// Elements of a class, in the files' order.
    public func all(_ type: String) -> [Int] { elements.indices.filter { isA($0, type) } }

    /// The nearest element around one that is of a class; the element itself does not count.
    public func ancestor(_ element: Int, _ type: String) -> Int? {
        var next = elements[element].parent
        while let candidate = next {
            if isA(candidate, type) { return candidate }
            next = elements[candidate].parent
        }
        return nil
    }

    /// True if the one lies somewhere in the other, or is it.
    public func lies(_ element: Int, in other: Int) -> Bool {
        var next: Int? = element
        while let candidate = next {
            if candidate == other { return true }
            next = elements[candidate].parent
        }
        return false
    }

    /// Names from the model down to the element, joined by `/`; without a name the feature and its position.
    public func path(_ element: Int) -> String {
        var parts: [String] = []
        var next: Int? = element
        while let one = next {
            let isWrapper = ["InteractionFlowModel", "DomainModel", "ParameterBindingGroup"].contains(
                elements[one].type)
            if !isWrapper || one == element { parts.append(label(one)) }
            next = elements[one].parent
        }
        return parts.reversed().joined(separator: "/")
    }

    private func label(_ element: Int) -> String {
        if let name = name(element) { return name }
        let one = elements[element]
        guard let parent = one.parent else { return one.type }
        let siblings = children(parent, one.feature)
        guard siblings.count > 1, let position = siblings.firstIndex(of: element) else { return one.feature }
        return "\(one.feature).\(position)"
    }
}
