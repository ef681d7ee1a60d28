import Statecharts

@testable import StatechartsCore

/// Says what happens to it. Its end takes a few turns of the executor.
final class Worker: TopState<Worker.Event> {
    enum Event: Sendable { case stop, fail, ping }
    struct Broken: Error {}

    let name: String
    let notes: Notes
    let hello = OutputPort<String>("hello")
    let working = Working(), over = FinalState<Worker, Worker>()

    init(_ name: String, _ notes: Notes) {
        self.name = name
        self.notes = notes
        notes.add("\(name) made")
    }

    deinit { notes.add("\(name) gone") }

    override func configure() { substates(working, over) }

    final class Working: State<Worker, Worker> {
        override func entry() {
            top.notes.add("\(top.name) begins")
            top.hello.send(top.name)
        }

        override func exit() async {
            top.notes.add("\(top.name) stops")
            for _ in 0..<3 { await Task.yield() }
            top.notes.add("\(top.name) ends")
        }

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .stop: .to(superior.over)
            case .fail: .handled { throw Broken() }
            case .ping: .handled { top.notes.add("\(top.name) pinged") }
            }
        }
    }
}

//  ● ──▶ Off ──enter──▶ On [first, second] ──leave──▶ Off
//        Off ──hurry──▶ Through [third] ──▶ Off            Off ──break──▶ Broken [fourth], whose entry throws
final class Bench: TopState<Bench.Event> {
    enum Event: Sendable, Equatable { case enter, leave, hurry, breakDown, over, hello(String) }

    let off = Off(), on = On(), through = Through(), broken = Broken(), over = FinalState<Bench, Bench>()
    let notes: Notes

    init(_ notes: Notes) { self.notes = notes }

    override func configure() { substates(off, on, through, broken, over) }

    final class Off: State<Bench, Bench> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .enter: .to(superior.on)
            case .hurry: .to(superior.through)
            case .breakDown: .to(superior.broken)
            case .leave, .over, .hello: .unhandled
            }
        }
    }

    final class On: State<Bench, Bench> {
        let first = Child(of: On.self) { Worker("first", $0.top.notes) }
            .on(\.hello) { .hello($0) }
        let second = Child(of: On.self) { Worker("second", $0.top.notes) }

        override func configure() { children(first, second) }
        override func exit() { top.notes.add("exit") }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .leave: .to(superior.off)
            case .over: .to(superior.over)
            case .hello(let name): .handled { top.notes.add("hello \(name)") }
            case .enter, .hurry, .breakDown: .unhandled
            }
        }
    }

    final class Through: State<Bench, Bench> {
        let third = Child(of: Through.self) { Worker("third", $0.top.notes) }

        override func configure() { children(third) }
        override func entry() { third.post(.ping) }
        override func always() -> Reaction { .to(superior.off) }
    }

    final class Broken: State<Bench, Bench> {
        struct Shards: Error {}

        let fourth = Child(of: Broken.self) { Worker("fourth", $0.top.notes) }

        override func configure() { children(fourth) }
        override func entry() throws { throw Shards() }
    }
}
