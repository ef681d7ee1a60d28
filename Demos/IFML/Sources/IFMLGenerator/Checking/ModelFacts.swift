/// What follows from a model and is needed by the checks and by the application's model alike: the flows with their
/// ends, the bindings with those ends looked up, the types of parameters. Computed once.
struct ModelFacts {
    /// A flow of the model.
    struct Flow: Hashable {
        var element: Int
        var isData: Bool
        /// The event, action, port or component that it leaves.
        var source: Int
        /// Nil if the model gives none.
        var target: Int?
        var bindings: [Binding] = []
    }

    /// How a binding's end was found.
    enum Origin: Hashable {
        /// As the model says, at its end of the flow.
        case given
        /// The model's end lies elsewhere; one with its name was found where it should be.
        case byName
        /// The model's end lies elsewhere; it is the row that the list's event belongs to.
        case selectedRow
    }

    struct Binding: Hashable {
        var element: Int
        /// A parameter, a field, a part; of `selectedRow` the list.
        var source: Int
        var sourceOrigin: Origin
        var target: Int
        var targetOrigin: Origin
    }

    let model: Model
    private(set) var flows: [Flow] = []
    /// Flows by the element that they leave, as indices into `flows`.
    private(set) var flowsFrom: [Int: [Int]] = [:]
    private(set) var findings: [Finding] = []
    /// Types of parameters, fields and parts.
    private(set) var types: [Int: ValueType] = [:]
    private(set) var variables: [String: ContextVariable]
    /// Positions of elements in the order of the tree: those in an element follow it without a gap.
    private let ends: [Int]

    init(_ model: Model) {
        self.model = model
        variables = ContextVariable.declared(in: model)
        var ends = Array(model.elements.indices)
        for index in model.elements.indices.reversed() {
            guard let parent = model.elements[index].parent else { continue }
            ends[parent] = max(ends[parent], ends[index])
        }
        self.ends = ends
        findTypes()
        findFlows()
        propagateTypes()
        for (name, variable) in variables {
            guard let binding = variable.binding else { continue }
            let type = objectType(binding)
            variables[name]?.type = type
        }
    }

    /// The element and all in it: elements of one file are numbered in the file's order.
    func range(_ element: Int) -> ClosedRange<Int> { element...ends[element] }

    func contains(_ outer: Int, _ inner: Int) -> Bool { range(outer).contains(inner) }

    mutating func report(_ code: Finding.Code, _ element: Int, _ message: String, remedy: String? = nil) {
        findings.append(
            Finding(code, at: model.elements[element].place, path: model.path(element), message, remedy: remedy))
    }

    func flows(from element: Int) -> [Flow] { (flowsFrom[element] ?? []).map { flows[$0] } }

    // MARK: Places

    func isContainer(_ element: Int) -> Bool { model.isA(element, "ViewContainer") }
    func isComponent(_ element: Int) -> Bool { model.isA(element, "ViewComponent") }
    func isEvent(_ element: Int) -> Bool { model.isA(element, "Event") }
    func isAction(_ element: Int) -> Bool { model.isA(element, "IFMLAction") }
    func isList(_ element: Int) -> Bool {
        ["List", "MapAnnotation", "MapOverlay"].contains(model.elements[element].type)
    }
    func isForm(_ element: Int) -> Bool { ["Form", "SearchView"].contains(model.elements[element].type) }

    /// A container that is shown over others: a modal window or screen, a modal menu.
    func isModal(_ element: Int) -> Bool {
        guard isContainer(element) else { return false }
        return model.elements[element].type == "ModalMenu" || model.flag(element, "isModal")
    }

    /// A container that has a state of its own.
    func isStateful(_ element: Int) -> Bool {
        isContainer(element)
    }

    /// The container that an element is in, or is.
    func container(_ element: Int) -> Int? {
        isStateful(element) ? element : statefulAncestor(element)
    }

    func statefulAncestor(_ element: Int) -> Int? {
        var next = model.elements[element].parent
        while let candidate = next {
            if isStateful(candidate) { return candidate }
            next = model.elements[candidate].parent
        }
        return nil
    }

    /// The component that an element is in, or is.
    func component(_ element: Int) -> Int? {
        isComponent(element) ? element : model.ancestor(element, "ViewComponent")
    }

    /// The element that owns an event: a container, a component, or a part's component. Nil for events of the model.
    func owner(ofEvent event: Int) -> Int? {
        if isAction(model.elements[event].parent ?? event) { return model.elements[event].parent }
        if model.isA(event, "SystemEvent"), let view = model.target(event, "viewElement") { return view }
        guard let parent = model.elements[event].parent else { return nil }
        if isContainer(parent) || isComponent(parent) { return parent }
        return component(parent)
    }

    /// Containers of the model that are not in another one, but for those of module definitions.
    var topContainers: [Int] {
        model.elements.indices.filter { isStateful($0) && statefulAncestor($0) == nil && !isInModule($0) }
    }

    func isInModule(_ element: Int) -> Bool { model.ancestor(element, "ModuleDefinition") != nil }

    func childContainers(_ container: Int) -> [Int] {
        range(container).filter { $0 != container && isStateful($0) && statefulAncestor($0) == container }
    }

    /// The components of a container, those of its maps included, in the model's order.
    func components(_ container: Int) -> [Int] {
        range(container).filter { isComponent($0) && statefulAncestor($0) == container }
    }

    func dataBinding(_ component: Int) -> Int? {
        range(component).first { model.elements[$0].type == "DataBinding" && self.component($0) == component }
    }

    /// The attributes a component shows, in the model's order, wherever they stand.
    func attributes(_ component: Int) -> [Int] {
        range(component).filter { model.isA($0, "VisualizationAttribute") && self.component($0) == component }
    }

    /// The fields of a form, in the model's order. A field may stand among the parameters.
    func fields(_ component: Int) -> [Int] {
        range(component).filter { model.isA($0, "Field") && self.component($0) == component }
    }

    /// The parameters of an element itself, fields among them left out.
    func parameters(_ element: Int) -> [Int] {
        model.children(element, "parameters").filter { !model.isA($0, "Field") && !model.isA($0, "IFMLSlot") }
    }

    // MARK: Flows

    private mutating func findFlows() {
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

    private mutating func lookUp(_ binding: Int, source: Int, target: Int) -> Binding? {
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

    private func isTopMenu(_ event: Int) -> Bool {
        guard isEvent(event), let owner = owner(ofEvent: event) else { return false }
        return model.elements[owner].type == "IFMLMenu" && statefulAncestor(owner) == nil
    }

    /// Where the source of a flow's binding may stand: in what the flow leaves, and around it.
    private func sourceScope(_ source: Int) -> [ClosedRange<Int>] {
        if let definition = model.target(source, "portDefinition") { return [range(source), range(definition)] }
        guard isEvent(source) else { return [range(source)] + (isComponent(source) ? aroundScope(source) : []) }
        guard let owner = owner(ofEvent: source) else { return [range(source)] }
        return isComponent(owner) ? [range(owner)] + aroundScope(owner) : [range(owner)]
    }

    /// The parameters of the containers around a component.
    private func aroundScope(_ component: Int) -> [ClosedRange<Int>] {
        var result: [ClosedRange<Int>] = []
        var next = model.ancestor(component, "ViewContainer")
        while let container = next {
            result += parameters(container).map { $0...$0 }
            next = model.ancestor(container, "ViewContainer")
        }
        return result
    }

    private func targetScope(_ target: Int) -> [ClosedRange<Int>] {
        var result = [range(target)]
        // A flow to a port of a module binds the parameters of the port's definition.
        if let definition = model.target(target, "portDefinition") { result.append(range(definition)) }
        if !isContainer(target), let component = component(target) { result.append(range(component)) }
        return result
    }

    private mutating func end(
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
                "the \(name) \(model.path(given)) is not at its end of the flow; \(model.path(candidates)) has its name and is taken"
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

    // MARK: Types

    /// The class whose objects a data binding, or the data binding of a component, holds.
    func objectType(_ element: Int) -> ValueType {
        guard let binding = model.elements[element].type == "DataBinding" ? element : dataBinding(element),
            let concept = model.target(binding, "domainConcept"),
            let key = model.domainTarget(concept, "classifier")
        else { return .unknown }
        return ValueType(model.domain.kind(key))
    }

    /// The UML attribute that a visualization attribute shows.
    func property(_ attribute: Int) -> Domain.Property? {
        guard let concept = model.target(attribute, "featureConcept"),
            let key = model.domainTarget(concept, "structuralFeature")
        else { return nil }
        return model.domain.attribute(key)?.attribute
    }

    func type(_ property: Domain.Property) -> ValueType {
        let one = ValueType(model.domain.kind(property.type))
        return property.isMany ? .list(one.element) : one
    }

    private mutating func findTypes() {
        for element in model.elements.indices where model.isA(element, "BindingEnd") {
            if model.isA(element, "VisualizationAttribute") {
                types[element] = property(element).map(type) ?? .unknown
            } else if model.isA(element, "IFMLParameter") {
                types[element] = ownType(element)
            }
        }
    }

    private func ownType(_ element: Int) -> ValueType {
        let key = model.domainTarget(element, "type")
        var type = ValueType(model.domain.kind(key))
        if model.elements[element].type == "RangeSelectionField", type == .unknown {
            let values = ["minValue", "maxValue", "stepValue"].compactMap {
                model.elements[element].attributes[$0].flatMap { Double($0) }
            }
            type = values.allSatisfy { $0 == $0.rounded() } ? .int : .double
        }
        if model.isA(element, "Field") {
            let isMany =
                model.flag(element, "isMultiSelection") && model.elements[element].type != "RangeSelectionField"
            return isMany ? .list(type.element == .unknown ? .string : type.element) : type == .unknown ? .string : type
        }
        if let component = component(element), model.elements[element].parent == component,
            let binding = dataBinding(component), let name = model.name(element), name == model.name(binding)
        {
            let object = objectType(component)
            let one = type.element == .unknown ? object : type.element
            return isList(component) ? .list(one) : one
        }
        return type
    }

    /// A parameter takes from those it is bound to what it does not know itself: its type, and that it is several.
    private mutating func propagateTypes() {
        for _ in 0..<8 {
            var isChanged = false
            for flow in flows {
                for binding in flow.bindings where binding.sourceOrigin != .selectedRow {
                    let isRow = meansRow(flow, binding)
                    for (one, other) in [(binding.source, binding.target), (binding.target, binding.source)] {
                        guard let known = types[one], var mine = types[other] else { continue }
                        let mayChange = model.isA(other, "IFMLParameter") && !model.isA(other, "Field")
                        guard mayChange else { continue }
                        if mine.element == .unknown, known.element != .unknown {
                            mine = mine.isList ? .list(known.element) : known.element
                        }
                        if known.isList, !mine.isList, !isRow, !isSingle(other), mine.fits(known.element) {
                            mine = .list(mine)
                        }
                        if mine != types[other] {
                            types[other] = mine
                            isChanged = true
                        }
                    }
                }
            }
            if !isChanged { break }
        }
        for (element, type) in types where type.element == .unknown {
            guard model.isA(element, "IFMLParameter") else { continue }
            types[element] = type.isList ? .list(.string) : .string
        }
    }

    /// True for a parameter of details that is named as their data binding: one object.
    private func isSingle(_ parameter: Int) -> Bool {
        guard let component = component(parameter), !isList(component), let binding = dataBinding(component)
        else { return false }
        return model.name(binding) == model.name(parameter)
    }

    /// R6: bound by a list's event, the list's collection means the selected row where one value is wanted.
    func meansRow(_ flow: Flow, _ binding: Binding) -> Bool {
        guard isEvent(flow.source) || isList(flow.source),
            let list = isList(flow.source) ? flow.source : owner(ofEvent: flow.source), isList(list),
            component(binding.source) == list, let source = types[binding.source], let target = types[binding.target]
        else { return false }
        if binding.sourceOrigin == .selectedRow { return true }
        return source.isList && !target.isList
    }
}
