extension Checker {
    /// Two navigation flows without an expression must lead to regions that can be active together.
    mutating func checkFlows() {
        for (source, _) in facts.flowsFrom.sorted(by: { $0.key < $1.key }) where facts.isEvent(source) {
            guard model.children(source, "interactionFlowExpression").isEmpty else { continue }
            let targets = facts.flows(from: source).filter { !$0.isData }.compactMap(\.target)
            for (position, target) in targets.enumerated() {
                guard let other = targets[..<position].first(where: { excludes($0, target) }) else { continue }
                report(
                    .ambiguousFlows, source,
                    "its flows lead to \(model.path(other)) and \(model.path(target)), which exclude each other")
                break
            }
        }
        for event in model.all("ViewLifecycleEvent") where facts.isOnLeaving(event) {
            for flow in facts.flows(from: event) where !flow.isData {
                guard let target = flow.target, facts.container(target) != nil, !facts.isAction(target) else {
                    continue
                }
                report(.navigationOnLeaving, event, "a navigation flow leads from it to \(model.path(target))")
            }
        }
    }

    /// True if two targets lie in containers that are never active together.
    private func excludes(_ one: Int, _ other: Int) -> Bool {
        if facts.isAction(one) && facts.isAction(other) { return true }
        guard !facts.isAction(one), !facts.isAction(other), let first = facts.container(one),
            let second = facts.container(other), first != second
        else { return false }
        let outer = chain(first)
        let inner = chain(second)
        var common: Int?
        for (a, b) in zip(outer, inner) {
            if a == b {
                common = a
            } else {
                if facts.isModal(a) || facts.isModal(b) { return false }
                return common.map { model.flag($0, "isXOR") } ?? !facts.isInModule(a)
            }
        }
        return false
    }

    /// The containers from the outermost to this one.
    private func chain(_ container: Int) -> [Int] {
        var result: [Int] = []
        var next: Int? = container
        while let one = next {
            result.append(one)
            next = facts.statefulAncestor(one)
        }
        return result.reversed()
    }

    /// The two ends of a binding have types that fit.
    mutating func checkTypes() {
        for flow in facts.flows {
            for binding in flow.bindings {
                guard let target = facts.types[binding.target] else { continue }
                var source = facts.types[binding.source] ?? .unknown
                if binding.sourceOrigin == .selectedRow {
                    source = facts.objectType(binding.source)
                } else if facts.meansRow(flow, binding) {
                    source = source.element
                }
                if source.fits(target) { continue }
                // A part of the data binding of a list is its value in the row.
                let typing = ExpressionTyping(facts: facts, owner: nil)
                report(
                    .unlikeTypes, binding.element,
                    "\(model.path(binding.source)) is \(typing.name(source)), "
                        + "\(model.path(binding.target)) is \(typing.name(target))"
                )
            }
        }
    }

    mutating func checkCycles() {
        checkDataFlows()
        checkActions()
        checkModules()
        checkGeneralizations()
        checkDomainTypes()
    }

    private mutating func checkDataFlows() {
        var edges: [Int: [(target: Int, flow: Int)]] = [:]
        for flow in facts.flows where flow.isData {
            guard let target = flow.target else { continue }
            let source =
                model.isA(flow.source, "ActionEvent") ? model.elements[flow.source].parent ?? flow.source : flow.source
            guard !facts.isEvent(source) else { continue }
            edges[node(source), default: []].append((node(target), flow.element))
        }
        for cycle in cycles(edges) {
            report(.dataFlowCycle, cycle, "the data flow is part of a cycle")
        }
    }

    private func node(_ element: Int) -> Int {
        facts.isAction(element) || facts.isContainer(element) ? element : facts.component(element) ?? element
    }

    /// Actions that only lead to each other never come to an end.
    private mutating func checkActions() {
        var edges: [Int: [(target: Int, flow: Int)]] = [:]
        for action in model.all("IFMLAction") {
            let events = model.children(action, "actionEvents")
            for flow in ([action] + events).flatMap({ facts.flows(from: $0) }) {
                guard let target = flow.target, facts.isAction(target), !flow.isData else { continue }
                edges[action, default: []].append((target, flow.element))
            }
        }
        for cycle in cycles(edges) { report(.actionCycle, cycle, "the flow is part of a cycle of actions") }
    }

    private mutating func checkModules() {
        var edges: [Int: [(target: Int, flow: Int)]] = [:]
        for module in model.all("IFMLModule") {
            guard let outer = model.ancestor(module, "ModuleDefinition"),
                let target = model.target(module, "moduleDefinition")
            else { continue }
            edges[outer, default: []].append((target, module))
        }
        for cycle in cycles(edges) { report(.moduleCycle, cycle, "the module's definition contains the module itself") }
    }

    private mutating func checkGeneralizations() {
        let index = Dictionary(model.domain.classes.enumerated().map { ($1.key, $0) }) { first, _ in first }
        var edges: [Int: [(target: Int, flow: Int)]] = [:]
        for (position, one) in model.domain.classes.enumerated() {
            edges[position] = one.generals.compactMap { index[$0] }.map { ($0, position) }
        }
        for cycle in cycles(edges) {
            let one = model.domain.classes[cycle]
            findings.append(
                Finding(
                    .generalizationCycle, at: one.place, path: one.name,
                    "the class \(one.name) is a generalization of itself"))
        }
    }

    /// Types in a UML file that is read; of others nothing is known but the name.
    private mutating func checkDomainTypes() {
        let domain = model.domain
        let files = Set(domain.keys.map { $0.prefix { $0 != "#" } })
        for one in domain.classes {
            let parameters = one.operations.flatMap { operation in operation.parameters.map { (operation.name, $0) } }
            for (owner, property) in one.attributes.map({ ("", $0) }) + parameters {
                guard let type = property.type, !domain.keys.contains(type),
                    files.contains(type.prefix { $0 != "#" })
                else { continue }
                let names = [one.name, owner, property.name].filter { !$0.isEmpty }
                findings.append(
                    Finding(
                        .danglingReference, at: property.place, path: names.joined(separator: "/"),
                        "type=\"\(type.drop { $0 != "#" }.dropFirst())\" leads to nothing",
                        remedy: "Name the xmi:id of a class, an enumeration or a primitive type of the file."))
            }
        }
    }

    /// One edge of each cycle. Depth first, without recursion: models may be long.
    private func cycles(_ edges: [Int: [(target: Int, flow: Int)]]) -> [Int] {
        enum Mark { case open, closed }
        var marks: [Int: Mark] = [:]
        var result: [Int] = []
        for start in edges.keys.sorted() where marks[start] == nil {
            var stack: [(node: Int, next: Int)] = [(start, 0)]
            marks[start] = .open
            while let top = stack.last {
                let out = edges[top.node] ?? []
                guard top.next < out.count else {
                    marks[top.node] = .closed
                    stack.removeLast()
                    continue
                }
                stack[stack.count - 1].next += 1
                let edge = out[top.next]
                switch marks[edge.target] {
                case .open: result.append(edge.flow)
                case .closed: break
                case nil:
                    marks[edge.target] = .open
                    stack.append((edge.target, 0))
                }
            }
        }
        return result
    }
}
