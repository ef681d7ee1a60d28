@testable import Statecharts
@testable import StatechartsCore

/// What happens in a match, step by step: at one of the steps a snapshot of the match is asked for.
final class Beats: Sendable {
    private struct State {
        var count = 0
        weak var machine: Machine<Match>?
        var taken: Task<Snapshot, any Error>?
    }

    private let state = Guarded(State())
    private let cut: Int?

    /// - Parameter cut: the beat at which a snapshot is asked for.
    init(cut: Int? = nil) { self.cut = cut }

    var count: Int { state.withLock { $0.count } }
    var machine: Machine<Match>? { state.withLock { $0.machine } }
    var taken: Task<Snapshot, any Error>? { state.withLock { $0.taken } }
    func watch(_ machine: Machine<Match>) { state.withLock { $0.machine = machine } }

    /// In a step. It goes on when the snapshot has been asked for.
    func beat() async {
        let machine = state.withLock { state in
            state.count += 1
            return state.count == cut ? state.machine : nil
        }
        guard let machine else { return await Task.yield() }
        // Where the machines are, so that the clock knows of it.
        let executor = machine.timeKeeper.executor
        let task = Task.detached(executorPreference: executor) { try await machine.snapshot(within: .seconds(60)) }
        state.withLock { $0.taken = task }
        // A machine that somebody waits for is let go again, and held when this step is over.
        for _ in 0..<200 where await !machine.isBeingSaved { await Task.yield() }
    }
}

extension Machine {
    fileprivate var isBeingSaved: Bool { holder == .snapshot || isAskedForSnapshots }
}

//  ● ──▶ Playing [left ⇄ right] ──(both have ended)──▶ Over
final class Match: TopState<Match.Event>, Snapshotting {
    enum Event: Codable, Sendable { case hit(String, Int), ended(String, [String]), asked(String, Int), ticked }

    let playing = Playing(), over = Over()
    let beats: Beats
    var heard: [String: [String]] = [:]

    init(_ beats: Beats) { self.beats = beats }
    override func configure() { substates(playing, over) }
    func save() -> [String: [String]] { heard }
    func restore(_ saved: [String: [String]]) { heard = saved }

    private func note(_ text: String, of who: String) async {
        heard[who, default: []].append(text)
        await beats.beat()
    }

    final class Over: State<Match, Match> {}

    final class Playing: State<Match, Match> {
        let left: Child<Playing, Racket> = Child(of: Playing.self) { Racket("left", $0.top.beats) }
            .on(\.hits) { .hit("left", $0) }
            .done(\.log) { .ended("left", $0) }
            .connect(\.hits, to: \.right, \.balls)
        let right: Child<Playing, Racket> = Child(of: Playing.self) { Racket("right", $0.top.beats) }
            .on(\.hits) { .hit("right", $0) }
            .done(\.log) { .ended("right", $0) }
            .connect(\.hits, to: \.left, \.balls)

        override func configure() { children(left, right) }
        override func entry() { every(.milliseconds(700), send: .ticked) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .hit(let who, let number): .handled { await top.note("hit \(number)", of: who) }
            case .ended(let who, let log): .handled { await top.note("ended \(log)", of: who) }
            case .asked(let who, let number): .handled { await top.note("asked \(number)", of: who) }
            case .ticked: .handled { await top.note("tick", of: "clock") }
            }
        }
        override func completed() -> Reaction { .to(superior.over) }
    }
}

//  ● ──▶ Ready ──ball──▶ Ready ──last ball──▶ ◉
final class Racket: TopState<Racket.Event>, Snapshotting {
    enum Event: Codable, Sendable { case serve, ball(Int) }

    let ready = Ready(), over = FinalState<Racket, Racket>()
    let balls = InputPort<Int>("balls"), hits = OutputPort<Int>("hits")
    let name: String, beats: Beats
    var log: [String] = []

    init(_ name: String, _ beats: Beats) {
        self.name = name
        self.beats = beats
    }
    override func configure() {
        substates(ready, over)
        receive(balls) { .ball($0) }
    }
    func save() -> [String] { log }
    func restore(_ saved: [String]) { log = saved }

    /// In the midst of the steps of the match its owner is asked, which answers when its step is complete.
    private func play(_ number: Int) async throws {
        log.append("\(number)")
        await beats.beat()
        hits.send(number + 1)
        if number % 3 == 1 { try await beats.machine?.send(.asked(name, number)) }
        await beats.beat()
    }

    final class Ready: State<Racket, Racket> {
        override func entry() async {
            await top.beats.beat()
            if top.name == "left" { after(.seconds(1), send: .serve) }
        }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .serve: .handled { try await top.play(0) }
            case .ball(let number) where number < 6: .handled { try await top.play(number) }
            case .ball(let number): .to(superior.over) { try await top.play(number) }
            }
        }
    }
}
