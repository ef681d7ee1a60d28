import Statecharts

//  ● ──▶ Open [typist: Typist, with pupil: Typist] ◀──open── ──close──▶ Closed (receives letters)
//
/// Says what it hears of a child, which forwards what its own child says.
final class Bureau: TopState<Bureau.Event>, Snapshotting {
    enum Event: Codable, Sendable, Hashable {
        case tell(Typist.Event), order(Int), open, close
        case heard(Int), noted(String), done(Int), restarted, broken
    }

    let tasks = InputPort<Int>("tasks"), desk = InputPort<Int>("desk"), letters = InputPort<Int>("letters")
    let levels = InputPort<Int>("levels", buffering: .bufferingNewest(2))
    let orders = OutputPort<Int>("orders"), title = OutputPort<Int>("title", current: 0)
    let open = Open(), closed = Closed()
    var log: [String] = []

    override func configure() {
        substates(open, closed)
        receive(tasks) { .noted("task \($0)") }
        receive(desk) { .noted("read \($0)") }
        receive(levels) { .noted("level \($0)") }
        receive(letters, while: closed) { .noted("letter \($0)") }
    }
    func save() -> [String] { log }
    func restore(_ log: [String]) { self.log = log }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .heard(let number): .handled { log.append("heard \(number)") }
        case .noted(let text): .handled { log.append(text) }
        case .done(let number): .handled { log.append("done \(number)") }
        case .restarted: .handled { log.append("restarted") }
        case .broken: .handled { log.append("broken") }
        case .order(let number): .handled { orders.send(number) }
        case .open: .to(open)
        case .close: .to(closed)
        case .tell: .unhandled
        }
    }

    final class Open: State<Bureau, Bureau> {
        let typist = Child(of: Open.self) { _ in Typist(depth: 2) }
            .on(\.words) { .heard($0) }
            .connect(\.notes, to: \.top.desk)
            .connect(\.title, to: \.top.title)
            .connect(from: \.top.orders, to: \.orders)
            .done(\.last) { .done($0) }
            .restart(.transient) { _ in .restarted }
            .failed { _ in .broken }
        override func configure() { children(typist) }
        override func handle(_ event: Event) -> Reaction {
            if case .tell(let order) = event { .handled { self.typist.post(order) } } else { .unhandled }
        }
    }

    final class Closed: State<Bureau, Bureau> {}
}

//  ● ──▶ Busy [pupil: Typist, if there is to be one] ──end──▶ ◉
final class Typist: TopState<Typist.Event>, Snapshotting {
    enum Event: Codable, Sendable, Hashable {
        case say(Int), write(Int), end, fail
        indirect case pupil(Event)
    }
    struct Tired: Error {}

    let orders = InputPort<Int>("orders")
    let words = OutputPort<Int>("words"), notes = OutputPort<Int>("notes"), title = OutputPort<Int>("title", current: 0)
    let busy = Busy(), over = FinalState<Typist, Typist>()
    let depth: Int
    var last = 0

    init(depth: Int) { self.depth = depth }
    override func configure() {
        substates(busy, over)
        receive(orders) { .say($0) }
    }
    func save() -> Int { last }
    func restore(_ last: Int) { self.last = last }

    final class Busy: State<Typist, Typist> {
        let pupils = ChildMachines(of: Busy.self) { (_: Busy, depth: Int) in Typist(depth: depth) }
            .connect(\.words, to: \.top.words)
        override func configure() { children(pupils) }
        override func entry() { if top.depth > 0 { pupils.add(top.depth - 1) } }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .say(let number):
                .handled {
                    self.top.last = number
                    self.top.words.send(number)
                }
            case .write(let number): .handled { self.top.notes.send(number) }
            case .pupil(let order): .handled { self.pupils.postToAll(order) }
            case .fail: .handled { throw Tired() }
            case .end: .to(superior.over)
            }
        }
    }
}
