extension ModelFacts {
    mutating func findFlows() {
        for element in model.elements.indices where model.isA(element, "InteractionFlow") {
            guard let source = model.elements[element].parent else { continue }
            var flow = Flow(
                element: element, isData: model.elements[element].type == "DataFlow", source: source,
                target: model.target(element, "targetInteractionFlowElement"))
            if let target = flow.target {
                for binding in range(element) where model.elements[binding].type == "ParameterBinding" {
                    if let found = lookUp(binding, source: source, target: target) { flow.bindings.append(found) }
                }
            } else {
                report(.flowWithoutTarget, element, "the flow leads nowhere")
            }
            flowsFrom[source, default: []].append(flows.count)
            flows.append(flow)
        }
    }

    mutating func lookUp(_ binding: Int, source: Int, target: Int) -> Binding? {
        guard let givenSource = model.target(binding, "sourceParameter"),
            let givenTarget = model.target(binding, "targetParameter")
        else {
            report(.bindingWithoutEnd, binding, "the binding lacks a source or a target")
            return nil
        }
        guard
            let (foundTarget, targetOrigin) = end(
                givenTarget, at: targetScope(target), name: "target", binding, row: nil)
        else { return nil }
        let event = isEvent(source) ? source : nil
        let list = event.flatMap { self.owner(ofEvent: $0) }.flatMap { isList($0) ? $0 : nil }
        let row = list.flatMap { list -> Int? in
            objectType(list).fits(types[foundTarget]?.element ?? .unknown) ? list : nil
        }
        let isFree = event.map { self.owner(ofEvent: $0) == nil || model.isA($0, "SystemEvent") } ?? false
        let scope =
            isFree || isTopMenu(source)
            ? [model.elements.indices.lowerBound...model.elements.count - 1] : sourceScope(source)
        guard let (foundSource, sourceOrigin) = end(givenSource, at: scope, name: "source", binding, row: row)
        else { return nil }
        return Binding(
            element: binding, source: foundSource, sourceOrigin: sourceOrigin, target: foundTarget,
            targetOrigin: targetOrigin)
    }

    func isTopMenu(_ event: Int) -> Bool {
        guard isEvent(event), let owner = owner(ofEvent: event) else { return false }
        return model.elements[owner].type == "IFMLMenu" && statefulAncestor(owner) == nil
    }

    /// Where the source of a flow's binding may stand: in what the flow leaves, and around it.
    func sourceScope(_ source: Int) -> [ClosedRange<Int>] {
        if let definition = model.target(source, "portDefinition") { return [range(source), range(definition)] }
        guard isEvent(source) else { return [range(source)] + (isComponent(source) ? aroundScope(source) : []) }
        guard let owner = owner(ofEvent: source) else { return [range(source)] }
        return isComponent(owner) ? [range(owner)] + aroundScope(owner) : [range(owner)]
    }

    /// The parameters of the containers around a component.
    func aroundScope(_ component: Int) -> [ClosedRange<Int>] {
        var result: [ClosedRange<Int>] = []
        var next = model.ancestor(component, "ViewContainer")
        while let container = next {
            result += parameters(container).map { $0...$0 }
            next = model.ancestor(container, "ViewContainer")
        }
        return result
    }

    func targetScope(_ target: Int) -> [ClosedRange<Int>] {
        var result = [range(target)]
        // A flow to a port of a module binds the parameters of the port's definition.
        if let definition = model.target(target, "portDefinition") { result.append(range(definition)) }
        if !isContainer(target), let component = component(target) { result.append(range(component)) }
        return result
    }

    mutating func end(
        _ given: Int, at scope: [ClosedRange<Int>], name: String, _ binding: Int, row: Int?
    ) -> (Int, Origin)? {
        if scope.contains(where: { $0.contains(given) }) { return (given, .given) }
        let wanted = model.name(given)
        let candidates = scope.lazy.joined().first { candidate in
            wanted != nil && model.name(candidate) == wanted && model.isA(candidate, "BindingEnd")
                && (model.isA(candidate, "IFMLParameter") || model.isA(candidate, "VisualizationAttribute"))
        }
        if let candidates {
            report(
                .bindingOutsideFlow, binding,
                "the \(name) \(model.path(given)) is not at its end of the flow; "
                    + "\(model.path(candidates)) has its name and is taken"
            )
            return (candidates, .byName)
        }
        if let row {
            report(
                .bindingOutsideFlow, binding,
                "the \(name) \(model.path(given)) is not at its end of the flow; the selected row is taken")
            return (row, .selectedRow)
        }
        report(.bindingDropped, binding, "the \(name) \(model.path(given)) is not at its end of the flow")
        return nil
    }
}
