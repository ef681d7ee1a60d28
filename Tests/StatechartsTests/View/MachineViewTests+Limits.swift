import Observation
import Synchronization
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// What a view leaves behind, and what it never falls behind.
extension MachineViewTests {
    @Test func `what is posted to a view of a machine on the main actor is shown when that returns`() async throws {
        let machine = Machine(Balance(), on: MainActor.shared)
        try await machine.start()
        let view = MachineView(machine, initially: "") { top, _ in top.text }
        let changes = Mutex(0)
        var text = ""
        for number in 1...1_000 {
            withObservationTracking {
                _ = view.value
            } onChange: {
                changes.withLock { $0 += 1 }
            }
            text.append("\(number % 10)")
            // What a text field does: it writes, and reads right afterwards.
            let isTaken = view.post(.note(text))
            #expect(isTaken && view.value == text)
        }
        #expect(changes.withLock { $0 } == 1_000)
        try await machine.stop()
        let isTaken = view.post(.note("late"))
        #expect(!isTaken && view.value == text)
    }

    @Test func `ten thousand changes on the main actor are told one by one, and what changes nothing is not`()
        async throws
    {
        let machine = Machine(Balance(), on: MainActor.shared)
        try await machine.start()
        let view = MachineView(machine, initially: Balance.Sums()) { top, _ in top.sums }
        let count = 10_000, changes = Mutex(0)
        for number in 1...count {
            withObservationTracking {
                _ = view.value
            } onChange: {
                changes.withLock { $0 += 1 }
            }
            view.post(.look)
            guard changes.withLock({ $0 }) == number - 1 else { break }
            view.post(.move)
            guard changes.withLock({ $0 }) == number else { break }
        }
        #expect(changes.withLock { $0 } == count)
        #expect(view.value == Balance.Sums(debit: count, credit: count))
    }

    /// Of a machine elsewhere: at least the last change, at most one for each step that shows something else.
    @Test(arguments: [Place.own, .lane])
    func `of a machine elsewhere no more changes are told than there were`(_ place: Place) async throws {
        let machine = place.machine(Balance())
        try await machine.start()
        let looks = Mutex<[Int]>([])
        let view = try await MachineView(machine) { top, _ in
            looks.withLock { if $0.last != top.sums.debit { $0.append(top.sums.debit) } }
            return top.sums
        }
        let shown = Mutex<[Int]>([])
        let changes = Counter { [weak view] in
            guard let sums = view?.value else { return }
            shown.withLock { if $0.last != sums.debit { $0.append(sums.debit) } }
        }
        let count = 10_000
        for _ in 0..<count / 100 {
            for _ in 0..<100 { machine.post(.move) }
            try await machine.send(.look)
        }
        try await eventually { view.value.debit >= count }
        #expect(looks.withLock { $0 } == Array(0...count))
        #expect(changes.count >= 1 && changes.count <= count)
        // Each is one that there was, and none comes twice or late.
        #expect(shown.withLock { $0 == Array(Set($0)).sorted() })
        #expect(view.value == Balance.Sums(debit: count, credit: count))
    }

    @Test(arguments: [Place.mainActor, .own])
    func `of many thousand questions few are kept, and who observes one is told`(_ place: Place) async throws {
        let machine = place.machine(Balance())
        try await machine.start()
        let view = MachineView(machine)
        var hasBeenTold = false
        let observed = Counter { hasBeenTold = view.accepts(.note("observed")) }
        for number in 0..<amount(20_000, long: 100_000) { _ = view.accepts(.note("\(number)")) }
        for _ in 0..<4 {
            try await machine.send(.move)
            for _ in 0..<50 { await Task.yield() }
            // A new question has it looked for old ones.
            _ = view.accepts(.note("another"))
        }
        try await eventually { view.questions.count <= ViewQuestions.mostKept }
        try await eventually { hasBeenTold }
        withExtendedLifetime(observed) {}
    }

    @Test func `a change of data that ends with an error is shown all the same`() async throws {
        let machine = Machine(Balance(), on: MainActor.shared)
        try await machine.start()
        let view = MachineView(machine, initially: "") { top, _ in top.text }
        await #expect(throws: Balance.Failure.self) {
            try await machine.withTop { top in
                top.text = "half"
                throw Balance.Failure()
            }
        }
        #expect(view.value == "half")
    }

    @Test(arguments: Place.allCases)
    func `ten thousand views that come and go leave nothing behind`(_ place: Place) async throws {
        let machine = place.machine(Balance())
        try await machine.start()
        for _ in 0..<10_000 { _ = MachineView(machine, initially: Balance.Sums()) { top, _ in top.sums } }
        try await machine.send(.move)
        try await eventually { await machine.lookCount == 0 && !machine.mailbox.isWatched }
        #expect(try await machine.send(.move) == .handled)
    }

    @Test func `steps of a machine that is only looked at are not recorded`() async throws {
        let machine = Machine(Balance(), on: MainActor.shared)
        try await machine.start()
        let view = MachineView(machine, initially: Balance.Sums()) { top, _ in top.sums }
        for _ in 0..<3 {
            try await machine.send(.move)
            let isRecorded = await machine.isRecorded
            #expect(!isRecorded && view.value.debit == view.value.credit)
        }
        let steps = machine.steps
        try await machine.send(.move)
        #expect(await machine.isRecorded)
        withExtendedLifetime(steps) {}
    }
}

extension Machine {
    fileprivate var lookCount: Int { cold?.viewObservers.count ?? 0 }
}
