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
    var flows: [Flow] = []
    /// Flows by the element that they leave, as indices into `flows`.
    var flowsFrom: [Int: [Int]] = [:]
    var findings: [Finding] = []
    /// Types of parameters, fields and parts.
    var types: [Int: ValueType] = [:]
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
}
