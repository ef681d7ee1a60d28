extension ModelReader {
    /// Makes the elements of all files; references come later.
    mutating func build() {
        for file in files.indices {
            for root in files[file].roots {
                let name = Self.localName(files[file].markup.elements[root].name)
                guard Metamodel.shared.classes[name] != nil else { continue }
                build(root, file: file, type: name, feature: "", parent: nil)
            }
            checkIdentifiers(file)
        }
    }

    private mutating func build(_ index: Int, file: Int, type: String, feature: String, parent: Int?) {
        let node = files[file].markup.elements[index]
        let element = reading.model.elements.count
        files[file].elements[index] = element
        let (attributes, unknown) = values(of: node, type: type)
        reading.model.elements.append(
            Model.Element(
                type: type, feature: feature, attributes: attributes, parent: parent, place: node.place))
        if let parent {
            reading.model.elements[parent].children.append(element)
        } else {
            reading.model.roots.append(element)
        }
        for (code, message) in unknown {
            report(Finding(code, at: node.place, path: reading.model.path(element), message))
        }
        for child in node.children { buildChild(child, file: file, type: type, parent: element) }
    }

    private mutating func buildChild(_ index: Int, file: Int, type: String, parent: Int) {
        let node = files[file].markup.elements[index]
        guard node.attributes["href"] == nil else { return }
        let path = parent
        let feature = Metamodel.featureAliases[node.name] ?? node.name
        let declared = Metamodel.shared.classes[type]?.allFeatures[feature]
        guard let (childType, isForeign) = childType(node, index, file: file, declared: declared, path: path) else {
            return markForeign(index, file: file)
        }
        if isForeign {
            reading.foreignCount += 1
            report(
                Finding(
                    .foreignElement, at: node.place, path: reading.model.path(path),
                    "\(node.attributes["xsi:type"] ?? node.name) is of a foreign namespace"))
            return markForeign(index, file: file)
        }
        guard case .containment(let expected, _) = declared else {
            if declared == nil || !node.attributes.isEmpty {
                report(
                    Finding(
                        .unknownFeature, at: node.place, path: reading.model.path(path),
                        "\(type) has no \(node.name) that can hold elements"))
            }
            return markForeign(index, file: file)
        }
        guard Metamodel.shared.isA(childType, expected) else {
            report(
                Finding(
                    .misplacedClass, at: node.place, path: reading.model.path(path),
                    "\(node.name) holds elements of class \(expected), not \(childType)"))
            return markForeign(index, file: file)
        }
        build(index, file: file, type: childType, feature: feature, parent: parent)
    }

    /// The class of a child: its `xsi:type`, else that of the feature. Nil if there is none, which is reported.
    private mutating func childType(
        _ node: Markup.Element, _ index: Int, file: Int, declared: Metamodel.Feature?, path: Int
    ) -> (String, isForeign: Bool)? {
        guard let qualified = node.attributes["xsi:type"] else {
            guard case .containment(let type, _) = declared else { return ("", false) }
            if type == "ViewElement" {
                report(
                    Finding(
                        .untypedElement, at: node.place, path: reading.model.path(path), "\(node.name) has no xsi:type")
                )
                return ("ViewComponent", false)
            }
            if type == "Event", ["viewElementEvents"].contains(node.name) { return ("ViewElementEvent", false) }
            return concrete(type, node, path).map { ($0, false) }
        }
        let parts = qualified.split(separator: ":", maxSplits: 1).map(String.init)
        let prefix = parts.count == 2 ? parts[0] : ""
        guard let uri = files[file].markup.namespace(prefix, at: index) else {
            report(
                Finding(
                    .unknownPrefix, at: node.place, path: reading.model.path(path),
                    "the prefix of xsi:type=\"\(qualified)\" is not declared"))
            return nil
        }
        guard let namespace = Metamodel.namespaces[uri] else { return (qualified, true) }
        let name = parts.last ?? ""
        let type = Metamodel.classAliases[name] ?? name
        guard ["core", "ext", "mobile"].contains(namespace), let known = Metamodel.shared.classes[type],
            known.name != "BindingEnd", known.isMobile ? namespace != "core" : namespace != "mobile"
        else {
            report(
                Finding(.unknownClass, at: node.place, path: reading.model.path(path), "there is no class \(qualified)")
            )
            return nil
        }
        return concrete(type, node, path).map { ($0, false) }
    }

    private mutating func concrete(_ type: String, _ node: Markup.Element, _ path: Int) -> String? {
        guard Metamodel.shared.classes[type]?.isAbstract == true else { return type }
        let below = Metamodel.shared.classes.values
            .filter { !$0.isAbstract && $0.ancestors.contains(type) }.map(\.name).sorted().prefix(6)
        report(
            Finding(
                .abstractClass, at: node.place, path: reading.model.path(path), "\(type) is abstract",
                remedy: below.isEmpty ? nil : "Use one of its subclasses: \(below.joined(separator: ", "))."))
        return nil
    }

    private mutating func markForeign(_ index: Int, file: Int) {
        var pending = [index]
        while let one = pending.popLast() {
            files[file].isForeign[one] = true
            pending += files[file].markup.elements[one].children
        }
    }

    /// The attributes that are values, in their canonical form; and what is wrong with others.
    private func values(of node: Markup.Element, type: String) -> ([String: String], [(Finding.Code, String)]) {
        var values: [String: String] = [:]
        var wrong: [(Finding.Code, String)] = []
        let features = Metamodel.shared.classes[type]?.allFeatures ?? [:]
        for (key, value) in node.attributes.sorted(by: { $0.key < $1.key }) {
            if key == "xmi:id" { values["id"] = value }
            guard !key.contains(":") else { continue }
            let name = Metamodel.featureAliases[key] ?? key
            guard let feature = features[name] else {
                wrong.append((.unknownFeature, "\(type) has no \(key)"))
                continue
            }
            guard case .attribute(let kind) = feature else {
                if case .containment = feature { wrong.append((.unknownFeature, "\(key) is no attribute of \(type)")) }
                continue
            }
            let (canonical, problem) = Self.canonical(value, kind)
            values[name] = canonical
            if let problem { wrong.append((problem, "\(key)=\"\(value)\" \(Self.expectation(kind))")) }
        }
        return (values, wrong)
    }

    private static func expectation(_ kind: Metamodel.Value) -> String {
        switch kind {
        case .text: "is no text"
        case .flag: "is neither true nor false"
        case .whole: "is no whole number"
        case .real: "is no number"
        case .literal(let literals): "is none of \(literals.joined(separator: ", "))"
        }
    }

    private static func canonical(_ value: String, _ kind: Metamodel.Value) -> (String?, Finding.Code?) {
        switch kind {
        case .text: return (value, nil)
        case .flag:
            switch value.lowercased() {
            case "true", "1": return ("true", nil)
            case "false", "0": return ("false", nil)
            default: return (nil, .unknownLiteral)
            }
        case .whole:
            guard let number = Double(value), let whole = Int(exactly: number) else { return (nil, .notANumber) }
            return (String(whole), nil)
        case .real:
            guard let number = Double(value), number.isFinite else { return (nil, .notANumber) }
            return (String(number), nil)
        case .literal(let literals):
            let plain = { (text: String) in text.lowercased().filter { !" -_".contains($0) } }
            let wanted = Metamodel.literalAliases[plain(value)] ?? plain(value)
            guard let literal = literals.first(where: { plain($0) == wanted }) else { return (nil, .unknownLiteral) }
            return (literal, nil)
        }
    }

    /// Collects the identifiers of a file; an id that is given several times is reported at the second place.
    private mutating func checkIdentifiers(_ file: Int) {
        var repeated: [String: (second: Int, count: Int)] = [:]
        for index in files[file].markup.elements.indices {
            let node = files[file].markup.elements[index]
            guard node.attributes["href"] == nil, let id = node.attributes["id"] ?? node.attributes["xmi:id"] else {
                continue
            }
            if files[file].ids.keys.contains(id) {
                guard !files[file].isForeign[index] else { continue }
                files[file].ids[id] = .some(nil)
                repeated[id] = (repeated[id]?.second ?? index, (repeated[id]?.count ?? 1) + 1)
            } else {
                files[file].ids[id] = index
            }
        }
        for (id, (second, count)) in repeated.sorted(by: { $0.value.second < $1.value.second }) {
            let path = files[file].elements[second].map { reading.model.path($0) } ?? ""
            let place = files[file].markup.elements[second].place
            report(Finding(.duplicateIdentifier, at: place, path: path, "the id \(id) is given \(count) times"))
        }
    }
}
