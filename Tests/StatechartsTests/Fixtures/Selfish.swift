import Statecharts

//    ┌ Selfish ───────────────────────────────┐
//    │ ●→ ┌ Home ──┐ ──1──▶ Away              │
//    │    │ ●→ Bed │ ◀─1───  fork, desk       │
//    │    └────────┘  Both: two times Side    │
//    └────────────────────────────────────────┘
/// Has code of its own run wherever the library calls some while a machine is made ready.
final class Selfish: TopState<Int> {
    enum Place: String, CaseIterable { case configure, name, mirror, fork }

    let home = Home(), away = Away(), both = Both()
    let desk = Submachine<Selfish, Selfish, Drawer>(Drawer()) { $0 }
    lazy var fork = Fork<Selfish, Selfish> { selfish in
        selfish.meddle(.fork)
        return [selfish.both.left, selfish.both.right]
    }
    /// What is done once, at that place.
    var place: Place?
    var meddling: (Selfish) -> Void = { _ in }

    override func configure() { substates(home, away, both, desk, fork) }

    fileprivate func meddle(_ here: Place) {
        guard place == here else { return }
        place = nil
        meddling(self)
    }

    final class Home: State<Selfish, Selfish> {
        let bed = Bed()
        weak var selfish: Selfish?
        override func configure() {
            substates(bed)
            selfish?.meddle(.configure)
        }
        override var stateName: String? {
            selfish?.meddle(.name)
            return nil
        }
        override func handle(_ event: Int) -> Reaction { event == 1 ? .to(superior.away) : .unhandled }
    }
    final class Bed: State<Home, Selfish> {}
    final class Away: State<Selfish, Selfish>, CustomReflectable {
        weak var selfish: Selfish?
        @Scoped var kilometres = 0
        var customMirror: Mirror {
            selfish?.meddle(.mirror)
            return Mirror(self, children: [("_kilometres", _kilometres)])
        }
        override func entry() { kilometres += 1 }
        override func handle(_ event: Int) -> Reaction { event == 1 ? .to(superior.home) : .unhandled }
    }
    final class Both: OrthogonalState<Selfish, Selfish> {
        let left = Side(), right = Side()
        override func configure() { regions(left, right) }
        final class Side: State<Both, Selfish> {}
    }

    /// Where code of the chart runs, `meddling` is done once.
    convenience init(at place: Place, _ meddling: @escaping (Selfish) -> Void) {
        self.init()
        self.place = place
        self.meddling = meddling
        home.selfish = self
        away.selfish = self
    }
}

//    ┌ Drawer ──┐
//    │ ●→ Shut  │
//    └──────────┘
final class Drawer: TopState<Int> {
    let shut = Shut()
    override func configure() { substates(shut) }
    final class Shut: State<Drawer, Drawer> {}
}
