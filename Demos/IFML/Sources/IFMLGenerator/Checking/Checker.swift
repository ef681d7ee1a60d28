/// Checks a model: all findings at once.
public struct Checker {
    let facts: ModelFacts
    var findings: [Finding] = []

    var model: Model { facts.model }

    init(_ facts: ModelFacts) {
        self.facts = facts
        findings = facts.findings
    }

    /// All findings about a model, in order. Strict adds the nine checks of the thesis's generator.
    public static func check(_ model: Model, isStrict: Bool = false) -> [Finding] {
        check(ModelFacts(model), isStrict: isStrict)
    }

    static func check(_ facts: ModelFacts, isStrict: Bool) -> [Finding] {
        var checker = Checker(facts)
        guard !facts.model.elements.isEmpty else { return [] }
        checker.checkNames()
        checker.checkContainers()
        checker.checkReachability()
        checker.checkFlows()
        checker.checkTypes()
        checker.checkCycles()
        checker.checkExpressions()
        checker.checkContext()
        checker.checkComponents()
        checker.checkEvents()
        checker.checkNotGenerated()
        if isStrict { checker.checkStrictly() }
        return checker.findings.inOrder()
    }

    mutating func report(_ code: Finding.Code, _ element: Int, _ message: String, remedy: String? = nil) {
        findings.append(
            Finding(code, at: model.elements[element].place, path: model.path(element), message, remedy: remedy))
    }

    mutating func report(_ problem: ExpressionTyping.Problem, _ element: Int) {
        report(problem.code, element, problem.message)
    }

    // MARK: Names and containers

    private mutating func checkNames() {
        let named = ["ViewElement", "Event", "IFMLAction", "IFMLParameter", "ModuleDefinition", "UMLDomainConcept"]
        for element in model.elements.indices
        where model.name(element) == nil && named.contains(where: { model.isA(element, $0) }) {
            report(.missingName, element, "the \(model.elements[element].type) has no name")
        }
        let models = model.roots.filter { model.elements[$0].type == "IFMLModel" }
        let names = Set(models.compactMap { model.name($0) })
        if names.count > 1, let second = models.dropFirst().first {
            report(.severalModels, second, "the files have several names: \(names.sorted().joined(separator: ", "))")
        }
    }

    private mutating func checkContainers() {
        let top = facts.topContainers
        if top.isEmpty, let root = model.roots.first {
            report(.noContainer, root, "the model has no view container")
        }
        checkDefaults(top.filter { !facts.isModal($0) && model.elements[$0].type != "IFMLMenu" })
        for container in model.elements.indices where facts.isContainer(container) {
            if model.flag(container, "isXOR") {
                checkDefaults(facts.childContainers(container).filter { !facts.isModal($0) })
            } else {
                let defaults = facts.childContainers(container).filter { model.flag($0, "isDefault") }
                checkSeveral(defaults)
            }
            if model.flag(container, "isNewWindow") {
                report(.newWindow, container, "there is one window only")
            }
        }
        for definition in model.all("ModuleDefinition") {
            checkDefaults(
                model.children(definition, "interactionFlowModelElement").filter {
                    facts.isStateful($0) && !facts.isModal($0)
                },
                mayLack: true)
        }
    }

    private mutating func checkDefaults(_ siblings: [Int], mayLack: Bool = false) {
        let defaults = siblings.filter { model.flag($0, "isDefault") }
        checkSeveral(defaults)
        if defaults.isEmpty, siblings.count > 1, !mayLack, let first = siblings.first {
            report(.noDefault, first, "none of \(siblings.count) containers that exclude each other is the default")
        }
    }

    private mutating func checkSeveral(_ defaults: [Int]) {
        guard let first = defaults.first else { return }
        for other in defaults.dropFirst() {
            report(.severalDefaults, other, "it is a default, and so is \(model.path(first))")
        }
    }

    /// A container is reached by a flow, as a landmark, as a default, or beside its siblings.
    private mutating func checkReachability() {
        var reached: Set<Int> = []
        func reach(_ container: Int) {
            guard reached.insert(container).inserted else { return }
            if let outer = facts.statefulAncestor(container) { reach(outer) }
            let children = facts.childContainers(container).filter { !facts.isModal($0) }
            if model.flag(container, "isXOR") {
                if let first = children.first(where: { model.flag($0, "isDefault") }) ?? children.first { reach(first) }
            } else {
                for child in children { reach(child) }
            }
        }
        let top = facts.topContainers
        let windows = top.filter { !facts.isModal($0) && model.elements[$0].type != "IFMLMenu" }
        if let first = windows.first(where: { model.flag($0, "isDefault") }) ?? windows.first { reach(first) }
        for menu in top where model.elements[menu].type == "IFMLMenu" { reach(menu) }
        for container in model.elements.indices where facts.isStateful(container) && model.flag(container, "isLandmark")
        {
            reach(container)
        }
        for flow in facts.flows where !flow.isData {
            if let target = flow.target, let container = facts.container(target) { reach(container) }
        }
        for definition in model.all("ModuleDefinition") {
            let inside = model.children(definition, "interactionFlowModelElement").filter { facts.isStateful($0) }
            if let first = inside.first(where: { model.flag($0, "isDefault") }) ?? inside.first { reach(first) }
        }
        // Flows out of what is not read may lead here.
        for container in model.elements.indices where facts.isStateful(container) && !reached.contains(container) {
            if let outer = facts.statefulAncestor(container), !reached.contains(outer) { continue }
            report(.unreachable, container, "nothing leads to it")
        }
    }
}
