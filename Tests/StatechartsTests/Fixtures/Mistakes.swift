import Statecharts

// Charts with one mistake each, or with several. `Plain` is a state without anything.

/// A chart whose content is given when it is made.
final class Mistaken: TopState<Int> {
    let build: (Mistaken) -> Void
    let home = Plain<Mistaken>("Home")
    init(_ build: @escaping (Mistaken) -> Void) { self.build = build }
    override func configure() { build(self) }
}

class Plain<Superior: StateNode>: State<Superior, Mistaken> {
    let label: String
    let build: (Plain<Superior>) -> Void
    init(_ label: String, _ build: @escaping (Plain<Superior>) -> Void = { _ in }) {
        self.label = label
        self.build = build
    }
    override var stateName: String? { label }
    override func configure() { build(self) }
}

/// An inner state of any superior.
typealias Inner = Plain<StateNode>

final class Regions: OrthogonalState<StateNode, Mistaken> {
    let label: String
    let build: (Regions) -> Void
    init(_ label: String, _ build: @escaping (Regions) -> Void) {
        self.label = label
        self.build = build
    }
    override var stateName: String? { label }
    override func configure() { build(self) }
}

/// Another chart with the same events, and a state of it.
final class Stranger: TopState<Int> {
    let there = There()
    override func configure() { substates(there) }
    final class There: State<Stranger, Stranger> {}
}

/// A chart with a state that it never declares.
final class Forgetful: TopState<Int> {
    let used = Used("used"), unused = Used("unused")
    override func configure() { substates(used) }
    final class Used: State<Forgetful, Forgetful> {
        let label: String
        init(_ label: String) { self.label = label }
        override var stateName: String? { label }
    }
}

/// A chart with a state of another one.
final class Wandering: TopState<Int> {
    let astray = Astray()
    override func configure() { substates(astray) }
    final class Astray: State<StateNode, Stranger> {}
}

final class Ending: FinalState<StateNode, Mistaken> {}

final class Slow: State<StateNode, Mistaken> {
    override func entry() async { await Task.yield() }
}

/// A chart with a port that it never receives.
final class Deaf: TopState<Int> {
    let heard = InputPort<Int>("heard"), orders = InputPort<Int>("orders"), elsewhere = InputPort<Int>("elsewhere")
    let forwarded = InputPort<Int>("forwarded"), inner = InputPort<Int>("inner")
    let only = Only()
    override init() {
        super.init()
        connect(forwarded, to: inner)
    }
    override func configure() {
        receive(heard) { $0 }
        receive(inner) { $0 }
        receiveElsewhere(elsewhere)
        substates(only)
    }
    final class Only: State<Deaf, Deaf> {}
}

/// A chart whose state asks another one for the initial value of its property.
final class Misled: TopState<Int> {
    let owner = Owner(), other = Other()
    override func configure() { substates(owner, other) }
    final class Owner: State<Misled, Misled> {
        @Scoped({ (other: Other) in other.start }) var count: Int
    }
    final class Other: State<Misled, Misled> { let start = 1 }
}

/// A chart that saves itself, and forgets that snapshots cannot hold one of its values.
final class Careless: TopState<Int>, Snapshotting {
    let on = On()
    override func configure() { substates(on) }
    func save() -> Int { 0 }
    func restore(_ saved: Int) {}

    struct Window {}
    final class On: State<Careless, Careless> {
        @Scoped var count = 0
        @Scoped var window = Window()
        @Scoped(.transient) var other = Window()
        @Scoped(.transient, { (_: On) in Window() }) var third: Window
    }
}
