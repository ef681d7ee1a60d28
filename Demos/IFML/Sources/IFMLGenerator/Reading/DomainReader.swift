/// Reads a UML file into a domain.
struct DomainReader {
    private let markup: Markup
    private let file: String
    private var domain: Domain

    private init(_ markup: Markup, file: String, domain: Domain) {
        self.markup = markup
        self.file = file
        self.domain = domain
    }

    /// Adds what the file holds. `file` is the name by which references know it.
    static func read(_ markup: Markup, file: String, into domain: inout Domain) {
        var reader = DomainReader(markup, file: file, domain: domain)
        for index in markup.elements.indices { reader.read(index) }
        domain = reader.domain
    }

    private func id(_ index: Int) -> String? {
        markup.elements[index].attributes["xmi:id"] ?? markup.elements[index].attributes["id"]
    }

    private func key(_ id: String) -> String { "\(file)#\(id)" }

    private mutating func read(_ index: Int) {
        let element = markup.elements[index]
        guard let id = id(index) else { return }
        domain.keys.insert(key(id))
        let name = element.attributes["name"] ?? ""
        switch element.attributes["xmi:type"] ?? element.attributes["xsi:type"] ?? "" {
        case "uml:Class", "uml:Interface", "uml:DataType", "uml:Component":
            var one = Domain.Class(
                key: key(id), name: name, isInterface: element.attributes["xmi:type"] == "uml:Interface",
                place: element.place)
            if element.attributes["xmi:type"] == "uml:Component" { return }
            for child in element.children {
                switch markup.elements[child].name {
                case "generalization":
                    if let general = reference(child, "general") { one.generals.append(general) }
                case "ownedAttribute": one.attributes.append(property(child))
                case "ownedOperation":
                    var operation = Domain.Operation(
                        key: key(self.id(child) ?? ""), name: markup.elements[child].attributes["name"] ?? "")
                    for parameter in markup.elements[child].children
                    where markup.elements[parameter].name == "ownedParameter" {
                        operation.parameters.append(property(parameter))
                    }
                    one.operations.append(operation)
                default: break
                }
            }
            domain.add(one)
        case "uml:Enumeration":
            let literals = element.children.filter { markup.elements[$0].name == "ownedLiteral" }
            domain.add(
                Domain.Enumeration(
                    key: key(id), name: name, literals: literals.compactMap { markup.elements[$0].attributes["name"] }))
        case "uml:PrimitiveType": domain.primitives[key(id)] = name
        default: break
        }
    }

    private func property(_ index: Int) -> Domain.Property {
        let element = markup.elements[index]
        var result = Domain.Property(
            key: key(id(index) ?? ""), name: element.attributes["name"] ?? "", type: reference(index, "type"),
            place: element.place)
        result.direction = element.attributes["direction"] ?? "in"
        for child in element.children {
            let bound = markup.elements[child]
            switch bound.name {
            case "lowerValue": result.isOptional = bound.attributes["value"].map { $0 == "0" } ?? true
            case "upperValue":
                let value = bound.attributes["value"] ?? "0"
                result.isMany = value == "*" || (Int(value) ?? 1) > 1
            default: break
            }
        }
        return result
    }

    /// The key a reference leads to: an attribute with an id, or a child with an `href`.
    private func reference(_ index: Int, _ name: String) -> String? {
        if let id = markup.elements[index].attributes[name] { return key(id) }
        for child in markup.elements[index].children where markup.elements[child].name == name {
            guard let href = markup.elements[child].attributes["href"] else { continue }
            return DomainReader.key(href: href, in: file)
        }
        return nil
    }

    /// The key of an `href`: folders of the file do not count.
    static func key(href: String, in file: String) -> String {
        let parts = href.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return "\(file)#\(href)" }
        let name = parts[0].split(separator: "/").last.map(String.init) ?? file
        return "\(name)#\(parts[1])"
    }
}
