import Statecharts
import StatechartsSimulation
import TestSupport
import Testing

@testable import StatechartsCore

/// Every order in which a state with a child is entered, left, entered again, and its child ends or fails.
@Suite struct ChildWorldTests {
    enum Operation: CaseIterable { case play, leave, again, inside, stop, fail }

    private func sequences(_ length: Int) -> [[Operation]] {
        (0..<length).reduce([[]]) { known, _ in known.flatMap { known in Operation.allCases.map { known + [$0] } } }
    }

    /// What happens if everything comes to rest after each operation.
    private struct Model {
        var number = 0, isActive = false, isAlive = false

        mutating func say(_ operation: Operation) -> [String] {
            let former = number
            switch operation {
            case .play where !isActive, .again where isActive:
                let ends = isAlive ? ["end \(former)"] : []
                number += 1
                (isActive, isAlive) = (true, true)
                return ["made \(number)"] + ends + ["begin \(number)", "hello \(number)"]
            case .leave where isActive:
                defer { (isActive, isAlive) = (false, false) }
                return isAlive ? ["end \(former)"] : []
            case .stop where isAlive:
                isAlive = false
                return ["end \(former)", "done \(former)"]
            case .fail where isAlive:
                isAlive = false
                return ["throw \(former)", "failed \(former)"]
            case .play, .leave, .again, .inside, .stop, .fail: return []
            }
        }

        mutating func end() -> [String] { isAlive ? ["end \(number)"] : [] }
    }

    @Test func `a child lives as its state does, in every order of events`() async throws {
        for sequence in sequences(amount(3, long: 4)) {
            let clock = ManualClock(), notes = Notes()
            let machine = Machine(World(notes), clock: clock)
            try await machine.start()
            var model = Model()
            for operation in sequence {
                try await machine.send(.told(operation))
                await clock.settle()
                let (said, expected) = (notes.take(), model.say(operation))
                #expect(apart(said) == apart(expected), "\(sequence) \(said)")
            }
            try await machine.stop()
            #expect(notes.take() == model.end(), "\(sequence)")
        }
    }

    private func apart(_ notes: [String]) -> [[String]] {
        let (owner, child) = notes.apart { !["begin", "end", "throw"].contains($0.prefix { $0 != " " }) }
        return [owner, child]
    }

    @Test(arguments: [0, 1, 2, 3, 5, 8])
    func `whenever it happens, one child lives at a time, and none is heard after its state`(_ turns: Int)
        async throws
    {
        for sequence in sequences(amount(3, long: 4)) {
            let notes = Notes()
            let clock = ManualClock()
            let machine = Machine(World(notes), clock: clock)
            try await machine.start()
            for operation in sequence {
                machine.post(.told(operation))
                for _ in 0..<turns { await Task.yield() }
            }
            try await machine.stop()
            check(notes.take(), sequence)
        }
    }

    private func check(_ notes: [String], _ sequence: [Operation]) {
        var present: Int?, last = 0, made = 0
        for note in notes {
            let words = note.split(separator: " ")
            guard let number = Int(words[1]) else { continue }
            switch words[0] {
            case "made":
                made += 1
                #expect(number == made, "\(sequence) \(notes)")
            case "begin":
                #expect(present == nil && number > last, "\(sequence) \(notes)")
                (present, last) = (number, number)
            case "end":
                #expect(present == number, "\(sequence) \(notes)")
                present = nil
            // A machine that fails does not exit its states.
            case "throw": present = nil
            case "hello", "failed": #expect(number == made, "\(sequence) \(notes)")
            // The next one is made before the end of one is told that is followed by it.
            case "done": #expect(number == made || number == made - 1, "\(sequence) \(notes)")
            default: Issue.record("\(note)")
            }
        }
        #expect(present == nil, "\(sequence) \(notes)")
    }

    @Test(arguments: [ChildRestart.transient, .permanent])
    func `children that are made anew live one at a time too`(_ restart: ChildRestart) async throws {
        for sequence in sequences(amount(3, long: 4)) {
            for turns in [0, 2, 4] {
                let notes = Notes()
                let machine = Machine(World(notes, restart: restart), clock: ManualClock())
                try await machine.start()
                for operation in sequence {
                    machine.post(.told(operation))
                    for _ in 0..<turns { await Task.yield() }
                }
                try await machine.stop()
                check(notes.take(), sequence)
            }
        }
    }

    @Test func `nothing is left of children`() async throws {
        let clock = ManualClock()
        let living = Living()
        for sequence in sequences(3) {
            let machine = Machine(World(Notes(), living), clock: clock)
            try await machine.start()
            for operation in sequence { machine.post(.told(operation)) }
            try await machine.send(.told(.inside))
            try await machine.stop()
        }
        await clock.settle()
        // A task that has just ended may not have let go of the last one.
        try await eventually { living.count == 0 }
    }
}

/// How many there are.
final class Living: Sendable {
    private let number = Guarded(0)
    var count: Int { number.withLock { $0 } }
    func add(_ more: Int) { number.withLock { $0 += more } }
}

//  ● ──▶ Off ──play──▶ On [child] ──leave──▶ Off     On ──again──▶ On
private final class World: TopState<World.Event> {
    enum Event { case told(ChildWorldTests.Operation), hello(Int), done(Int), failed }

    let off = Off(), on: On
    let notes: Notes
    let living: Living
    var count = 0

    init(_ notes: Notes, _ living: Living = Living(), restart: ChildRestart = .temporary) {
        self.notes = notes
        self.living = living
        on = On(restart)
    }

    override func configure() { substates(off, on) }

    final class Off: State<World, World> {
        override func handle(_ event: Event) -> Reaction {
            if case .told(.play) = event { .to(superior.on) } else { .unhandled }
        }
    }

    final class On: State<World, World> {
        let child = Child(of: On.self) { on in
            on.top.count += 1
            on.top.notes.add("made \(on.top.count)")
            return Inner(on.top.count, on.top.notes, on.top.living)
        }
        .on(\.hello) { .hello($0) }
        .done(\.number) { .done($0) }
        .failed { _ in .failed }

        init(_ restart: ChildRestart) { _ = child.restart(restart, limit: RestartLimit(100, in: .seconds(1))) }

        override func configure() { children(child) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .told(.play): .unhandled
            case .told(.leave): .to(superior.off)
            case .told(.again): .to(self)
            case .told(.inside): .handled
            case .told(.stop): .handled { child.post(.stop) }
            case .told(.fail): .handled { child.post(.fail) }
            case .hello(let number): .handled { top.notes.add("hello \(number)") }
            case .done(let number): .handled { top.notes.add("done \(number)") }
            case .failed: .handled { top.notes.add("failed \(top.count)") }
            }
        }
    }

    final class Inner: TopState<Inner.Event> {
        enum Event { case stop, fail }
        struct Broken: Error {}

        let working = Working(), over = FinalState<Inner, Inner>()
        let number: Int, notes: Notes, living: Living
        let hello = OutputPort<Int>("hello")

        init(_ number: Int, _ notes: Notes, _ living: Living) {
            self.number = number
            self.notes = notes
            self.living = living
            living.add(1)
        }

        deinit { living.add(-1) }

        override func configure() { substates(working, over) }

        final class Working: State<Inner, Inner> {
            override func entry() {
                top.notes.add("begin \(top.number)")
                top.hello.send(top.number)
            }
            override func exit() { top.notes.add("end \(top.number)") }
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .stop: .to(superior.over)
                case .fail:
                    .handled {
                        top.notes.add("throw \(top.number)")
                        throw Broken()
                    }
                }
            }
        }
    }
}
