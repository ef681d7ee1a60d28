@testable import Statecharts
@testable import StatechartsCore

/// A real chart, made of objects, from the plain data of a ``ChartSpec``.
final class DynamicChart {
    let spec: ChartSpec
    private(set) var nodes: [StateNode] = []
    private(set) var vertices: [Vertex<DynamicTop>] = []
    var world = World()
    let top: DynamicTop
    /// The vertices whose entries, exits and effects suspend.
    let suspending: NodeSet
    weak var interpreter: Interpreter<DynamicTop>?
    /// Where actions post if there is no interpreter.
    var onPost: ((Int) -> Void)?

    /// What states own children.
    let family: Family?

    init(_ spec: ChartSpec, suspending: NodeSet = NodeSet(), family: Family? = nil) {
        self.spec = spec
        self.family = family
        self.suspending = suspending
        top = Self.makeTop(spec[0])
        top.chart = self
        nodes = [top]
        for number in spec.vertices.indices.dropFirst() {
            if let embedded = vertices.last as? DynamicSubmachine, spec.kinds[number] == .top {
                nodes.append(embedded.chart)
                // In its place: a top is no vertex that could be among several targets.
                vertices.append(embedded)
                continue
            }
            let made = makeVertex(number)
            nodes.append(made)
            vertices.append(made)
        }
    }

    private static func makeTop(_ vertex: ChartSpec.Vertex) -> DynamicTop {
        !vertex.always.isEmpty ? AskedTop() : !vertex.failed.isEmpty ? FailingTop() : DynamicTop()
    }

    private func makeSubmachine(_ number: Int) -> DynamicSubmachine {
        let embedded = Self.makeTop(spec[number + 1])
        (embedded.chart, embedded.number) = (self, number + 1)
        return DynamicSubmachine(embedded, in: self, number)
    }

    /// The top that a reaction leads to, which is then its only target.
    private func top(among targets: [Int]) -> DynamicTop? { targets.first.flatMap { nodes[$0] as? DynamicTop } }

    /// The top is not among several targets, so the vertices begin with number 1.
    func targets(_ numbers: [Int]) -> [Vertex<DynamicTop>] { numbers.map { vertices[$0 - 1] } }

    private func makeVertex(_ number: Int) -> Vertex<DynamicTop> {
        let vertex = spec[number]
        let isSilent = vertex.entry == nil && vertex.exit == nil
        if let family, let child = family.specs[number] { return OwningState(self, number, family, child) }
        let isAskedLater = !(vertex.completed.isEmpty && vertex.failed.isEmpty)
        switch vertex.kind {
        case .top, .state:
            if !vertex.always.isEmpty { return AskedState(self, number) }
            if suspending.contains(number) { return SuspendingState(self, number) }
            if isAskedLater { return CompletingState(self, number) }
            return isSilent ? QuietState(self, number) : ActingState(self, number)
        case .orthogonal:
            if !vertex.always.isEmpty { return AskedOrthogonalState(self, number) }
            if suspending.contains(number) { return SuspendingOrthogonalState(self, number) }
            return isAskedLater || !isSilent
                ? CompletingOrthogonalState(self, number) : QuietOrthogonalState(self, number)
        case .submachine: return makeSubmachine(number)
        case .final:
            return suspending.contains(number) ? SuspendingFinalState(self, number) : ActingFinalState(self, number)
        case .choice: return DynamicChoice(self, number)
        case .junction: return DynamicJunction(self, number)
        case .fork: return Fork<StateNode, DynamicTop> { [unowned self] _ in targets(vertex.fixed) }
        case .join:
            return Join<StateNode, DynamicTop>(
                from: { [unowned self] _ in targets(vertex.fixed) }, on: vertex.waitsForReaction ? .reaction : .sources,
                to: { [unowned self] _ in branch(number) })
        case .shallowHistory:
            guard let target = vertex.fixed.first else { return ShallowHistory<StateNode, DynamicTop>() }
            return ShallowHistory<StateNode, DynamicTop>(default: { [unowned self] _ in vertices[target - 1] })
        case .deepHistory:
            guard let target = vertex.fixed.first else { return DeepHistory<StateNode, DynamicTop>() }
            return DeepHistory<StateNode, DynamicTop>(default: { [unowned self] _ in vertices[target - 1] })
        case .entryPoint: return EntryPoint<StateNode, DynamicTop> { [unowned self] _ in targets(vertex.fixed) }
        case .exitPoint: return ExitPoint<StateNode, DynamicTop> { [unowned self] _ in branch(number) }
        case .terminate: return Terminate<StateNode, DynamicTop>()
        }
    }

    // MARK: What the nodes ask

    func declare(_ number: Int) {
        let vertex = spec[number]
        guard !vertex.children.isEmpty else { return }
        let initial: Declaration.Initial =
            switch vertex.initial {
            case .first: .first
            case .none: .none
            case .vertex(let child): .node(nodes[child])
            }
        nodes[number].declare(
            vertex.children.map { nodes[$0] }, initial: initial, history: vertex.history, regions: vertex.hasRegions)
    }

    func act(_ action: ChartSpec.Action?, _ method: World.Method, _ number: Int, rule: Int = 0) throws {
        guard let action else { return }
        let demand = world.perform(action, method, number, rule: rule) { nodes[$0].isActive }
        if let event = demand.raise { (nodes[spec.scopes[number]] as? DynamicTop)?.raise(event) }
        if let event = demand.post {
            try interpreter?.post(event)
            onPost?(event)
        }
        if demand.fails { throw Fault(vertex: number) }
    }

    private func rule(
        _ method: World.Method, _ number: Int, _ rules: [ChartSpec.Rule], event: Int
    ) -> (reaction: ChartSpec.Reaction, effect: (() throws -> Void)?)? {
        guard let rule = world.decide(method, number, rules, event: event, isActive: { nodes[$0].isActive }) else {
            return nil
        }
        let reaction = rules[rule].reaction
        guard let action = reaction.effect else { return (reaction, nil) }
        return (reaction, { [unowned self] in try act(action, .effect, number, rule: rule) })
    }

    func branch(_ number: Int) -> Reaction<DynamicTop> { decide(.branch, number, spec[number].branch) }

    func decide(
        _ method: World.Method, _ number: Int, _ rules: [ChartSpec.Rule], event: Int = -1
    ) -> Reaction<DynamicTop> {
        guard let (reaction, effect) = rule(method, number, rules, event: event) else { return .unhandled }
        if let top = top(among: reaction.targets) {
            let isLocal = reaction.kind == .local
            if let effect, suspending.contains(number) {
                let waits: () async throws -> Void = { try effect() }
                return isLocal ? .local(to: top, effect: waits) : .to(top, effect: waits)
            }
            return isLocal ? .local(to: top, effect: effect) : .to(top, effect: effect)
        }
        let targets = targets(reaction.targets)
        if let effect, suspending.contains(number) { return suspend(reaction.kind, targets) { try effect() } }
        switch (reaction.kind, targets.count) {
        case (.unhandled, _): return .unhandled
        case (.deferred, _): return .deferred
        case (.handled, _): return .handled(effect)
        case (.external, 1): return .to(targets[0], effect: effect)
        case (.external, 2): return .to(targets[0], targets[1], effect: effect)
        case (.external, _): return .to(targets[0], targets[1], targets[2], effect: effect)
        case (.local, 1): return .local(to: targets[0], effect: effect)
        case (.local, 2): return .local(to: targets[0], targets[1], effect: effect)
        case (.local, _): return .local(to: targets[0], targets[1], targets[2], effect: effect)
        }
    }

    private func suspend(
        _ kind: ChartSpec.Reaction.Kind, _ targets: [Vertex<DynamicTop>], _ effect: @escaping () async throws -> Void
    ) -> Reaction<DynamicTop> {
        switch (kind, targets.count) {
        case (.unhandled, _): .unhandled
        case (.deferred, _): .deferred
        case (.handled, _): .handled(effect)
        case (.external, 1): .to(targets[0], effect: effect)
        case (.external, 2): .to(targets[0], targets[1], effect: effect)
        case (.external, _): .to(targets[0], targets[1], targets[2], effect: effect)
        case (.local, 1): .local(to: targets[0], effect: effect)
        case (.local, 2): .local(to: targets[0], targets[1], effect: effect)
        case (.local, _): .local(to: targets[0], targets[1], targets[2], effect: effect)
        }
    }

    /// The same for the top, whose reactions have a type of their own.
    func decideTop(
        _ method: World.Method, _ number: Int, _ rules: [ChartSpec.Rule], event: Int = -1
    ) -> TopState<Int>.Reaction {
        guard let (reaction, effect) = rule(method, number, rules, event: event) else { return .unhandled }
        if let top = top(among: reaction.targets) {
            return reaction.kind == .local ? .local(to: top, effect: effect) : .to(top, effect: effect)
        }
        let targets = targets(reaction.targets)
        switch (reaction.kind, targets.count) {
        case (.unhandled, _): return .unhandled
        case (.deferred, _): return .deferred
        case (.handled, _): return .handled(effect)
        case (.external, 1): return .to(targets[0], effect: effect)
        case (.external, 2): return .to(targets[0], targets[1], effect: effect)
        case (.external, _): return .to(targets[0], targets[1], targets[2], effect: effect)
        case (.local, 1): return .local(to: targets[0], effect: effect)
        case (.local, 2): return .local(to: targets[0], targets[1], effect: effect)
        case (.local, _): return .local(to: targets[0], targets[1], targets[2], effect: effect)
        }
    }
}
