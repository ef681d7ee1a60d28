extension ModelReader {
    /// What a reference's text leads to.
    private enum Found {
        case element(Int)
        case domain(String)
        case foreign
        case ambiguous
        case missing
        case missingModel(String)
        /// The file is reported already.
        case unknownDomain
    }

    /// Resolves the references of all elements.
    mutating func resolve() {
        for file in files.indices {
            for index in files[file].markup.elements.indices {
                guard let element = files[file].elements[index] else { continue }
                resolve(index, element: element, file: file)
            }
        }
    }

    private mutating func resolve(_ index: Int, element: Int, file: Int) {
        let node = files[file].markup.elements[index]
        let features = Metamodel.shared.classes[reading.model.elements[element].type]?.allFeatures ?? [:]
        for (key, value) in node.attributes.sorted(by: { $0.key < $1.key }) {
            guard let feature = features[key] else { continue }
            switch feature {
            case .attribute, .containment: continue
            case .reference, .domain:
                let words = value.split(whereSeparator: \.isWhitespace).map(String.init)
                for word in words {
                    // Dialect B: the type's name stands before its address.
                    if words.count > 1, Self.isQualifiedName(word) { continue }
                    resolve(word, feature: feature, key: key, element: element, file: file, at: node.place)
                }
            }
        }
        for child in node.children {
            let proxy = files[file].markup.elements[child]
            guard let href = proxy.attributes["href"] else { continue }
            switch features[proxy.name] {
            case .reference, .domain:
                guard let feature = features[proxy.name] else { continue }
                resolve(href, feature: feature, key: proxy.name, element: element, file: file, at: proxy.place)
            case .attribute, .containment, nil:
                report(
                    Finding(
                        .unknownFeature, at: proxy.place, path: reading.model.path(element),
                        "\(reading.model.elements[element].type) has no reference \(proxy.name)"))
            }
        }
    }

    private static func isQualifiedName(_ word: String) -> Bool {
        word.contains(":") && !word.contains("#") && !word.contains("/")
    }

    private mutating func resolve(
        _ word: String, feature: Metamodel.Feature, key: String, element: Int, file: Int, at place: Place
    ) {
        switch find(word, feature: feature, file: file) {
        case .element(let target):
            guard case .reference(let expected) = feature else {
                return report(
                    Finding(
                        .unlikeReference, at: place, path: reading.model.path(element),
                        "\(key) leads into the model, not to a UML file"))
            }
            guard reading.model.isA(target, expected) else {
                let found = reading.model.elements[target].type
                let wanted = expected == "BindingEnd" ? "parameter or field" : expected
                return report(
                    Finding(
                        .unlikeReference, at: place, path: reading.model.path(element),
                        "\(key) leads to a \(found) (\(reading.model.path(target))), not to a \(wanted)"))
            }
            reading.model.elements[element].references[key, default: []].append(.element(target))
        case .domain(let target):
            reading.model.elements[element].references[key, default: []].append(.domain(target))
        case .foreign:
            // That a flow out of a foreign element leads here says nothing that is needed here.
            report(
                Finding(
                    .referenceIntoForeign, at: place, path: reading.model.path(element),
                    "\(key)=\"\(word)\" leads into an element that is not read"))
        case .ambiguous:
            report(
                Finding(
                    .ambiguousReference, at: place, path: reading.model.path(element),
                    "\(key)=\"\(word)\": several elements have this id"))
        case .missing:
            report(
                Finding(
                    .danglingReference, at: place, path: reading.model.path(element),
                    "\(key)=\"\(word)\" leads to nothing", remedy: suggestion(for: word, file: file)))
        case .missingModel(let name):
            guard missingFiles.insert(name).inserted else { return }
            report(
                Finding(
                    .modelFileMissing, at: place, path: reading.model.path(element),
                    "\(key) leads into the file \(name), which is not given",
                    remedy: "Name \(name) in the same command."))
        case .unknownDomain: break
        }
    }

    /// The identifier that is most like one that leads to nothing; nil where none is like it.
    private mutating func suggestion(for word: String, file: Int) -> String? {
        if let mark = word.firstIndex(of: "#"), domainFiles.contains(Self.lastPart(String(word[..<mark]))) {
            return "Name the xmi:id of an element of \(Self.lastPart(String(word[..<mark])))."
        }
        suggestions += 1
        guard suggestions <= 20, word.count < 100, !word.contains("/"), !word.contains("#"),
            files[file].ids.count <= 10_000
        else {
            return nil
        }
        let alike = files[file].ids.keys.map { (distance: Self.distance($0, word), id: $0) }.min {
            ($0.distance, $0.id) < ($1.distance, $1.id)
        }
        guard let alike, alike.distance <= 2, alike.distance * 2 < word.count else { return nil }
        return "Did you mean \(alike.id)? Point it to an element that exists."
    }

    /// How many characters have to be put in, left out or exchanged; more than two are three.
    private static func distance(_ one: String, _ other: String) -> Int {
        let (one, other) = (Array(one.lowercased().utf8), Array(other.lowercased().utf8))
        guard abs(one.count - other.count) <= 2 else { return 3 }
        var row = Array(0...other.count)
        for (place, byte) in one.enumerated() {
            var before = row[0]
            row[0] = place + 1
            for column in other.indices {
                let changed = before + (byte == other[column] ? 0 : 1)
                before = row[column + 1]
                row[column + 1] = min(changed, before + 1, row[column] + 1)
            }
        }
        return row[other.count]
    }

    private mutating func find(_ word: String, feature: Metamodel.Feature, file: Int) -> Found {
        let parts = word.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let fragment = parts.last ?? ""
        let name = parts.count == 2 ? parts[0] : ""
        guard !name.isEmpty else { return find(fragment: fragment, file: file) }
        if name.hasPrefix("pathmap:") { return .domain(DomainReader.key(href: word, in: "")) }
        let last = Self.lastPart(name)
        if let other = fileIndex[last] { return find(fragment: fragment, file: other) }
        if domainFiles.contains(last) {
            let key = "\(last)#\(fragment)"
            return reading.model.domain.keys.contains(key) ? .domain(key) : .missing
        }
        if case .domain = feature { return .unknownDomain }
        return .missingModel(last)
    }

    private mutating func find(fragment: String, file: Int) -> Found {
        var node: Int?
        if fragment.hasPrefix("/") {
            node = position(fragment, file: file)
        } else if let entry = files[file].ids[fragment] {
            guard let entry else { return .ambiguous }
            node = entry
        }
        guard let node else { return .missing }
        if let element = files[file].elements[node] { return .element(element) }
        return files[file].isForeign[node] ? .foreign : .missing
    }

    /// Follows `//@a.0/@b` or `/1/@a`: feature after feature, each with its position among the children.
    private mutating func position(_ fragment: String, file: Int) -> Int? {
        var parts = fragment.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard let first = parts.popFirst() else { return nil }
        let root = first.isEmpty ? 0 : Int(first) ?? -1
        guard files[file].roots.indices.contains(root) else { return nil }
        var node = files[file].roots[root]
        for part in parts {
            guard part.hasPrefix("@") else { return nil }
            let words = part.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
            guard let feature = words.first, words.count <= 2 else { return nil }
            let index = words.count == 2 ? Int(words[1]) ?? -1 : 0
            let children = childrenByFeature(node, file: file)[String(feature)] ?? []
            guard children.indices.contains(index) else { return nil }
            node = children[index]
        }
        return node
    }

    private mutating func childrenByFeature(_ node: Int, file: Int) -> [String: [Int]] {
        if let known = files[file].childCache[node] { return known }
        var result: [String: [Int]] = [:]
        for child in files[file].markup.elements[node].children
        where files[file].markup.elements[child].attributes["href"] == nil {
            result[files[file].markup.elements[child].name, default: []].append(child)
        }
        files[file].childCache[node] = result
        return result
    }
}
