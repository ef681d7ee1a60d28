import Observation
import StatechartsTesting
import Synchronization
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// What a view of a machine shows, and when.
@Suite @MainActor struct MachineViewTests {
    struct Shown: Equatable, Sendable { var sums: Balance.Sums, isOdd: Bool }

    /// Where a machine may be.
    enum Place: CaseIterable, Sendable {
        case mainActor, own, lane
        @MainActor func machine(_ chart: sending Balance) -> Machine<Balance> {
            switch self {
            case .mainActor: Machine(chart, on: MainActor.shared)
            case .own: Machine(chart)
            case .lane: Machine(chart, on: Lane())
            }
        }
    }
    private actor Lane {}

    /// Counts how often what `read` reads is about to change.
    @MainActor final class Counter {
        private(set) var count = 0
        /// Of how many changes it was told and looks for the next one.
        private var readyCount = 0
        private let read: @MainActor () -> Void
        private var ends: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        init(_ read: @escaping @MainActor () -> Void) {
            self.read = read
            observe()
        }
        private func observe() {
            withObservationTracking(read) { [weak self] in
                // Told on the main actor before the change.
                MainActor.assumeIsolated {
                    guard let self else { return }
                    self.count += 1
                    Task { @MainActor in
                        self.observe()
                        self.readyCount += 1
                        self.tell()
                    }
                }
            }
        }
        private func tell() {
            for end in ends where end.count <= readyCount { end.continuation.resume() }
            ends.removeAll { $0.count <= readyCount }
        }
        func reaches(_ count: Int) async {
            if readyCount < count { await withCheckedContinuation { ends.append((count, $0)) } }
        }
    }

    /// Waits until the view shows what is asked for.
    private func wait<Value>(for view: MachineView<Balance, Value>, _ isShown: @escaping @MainActor () -> Bool) async {
        while !isShown() {
            await withCheckedContinuation { continuation in
                let isLeft = Mutex(true)
                withObservationTracking {
                    _ = (view.value, view.configuration, view.hasEnded)
                    _ = isShown()
                } onChange: {
                    let isFirst = isLeft.withLock { isLeft in
                        defer { isLeft = false }
                        return isLeft
                    }
                    if isFirst { continuation.resume() }
                }
            }
            // The change itself comes after the word of it.
            await Task.yield()
        }
    }

    @Test(arguments: Place.allCases, [false, true])
    func `thousands of steps from other tasks, and never half a step is shown`(
        _ place: Place, _ suspends: Bool
    ) async throws {
        let machine = place.machine(Balance(suspends: suspends))
        try await machine.start()
        let torn = Mutex(0)
        let values = Mutex<[Int]>([])
        let view = try await MachineView(machine) { top, configuration in
            if top.sums.debit != top.sums.credit { torn.withLock { $0 += 1 } }
            values.withLock { if $0.last != top.sums.debit { $0.append(top.sums.debit) } }
            return Shown(sums: top.sums, isOdd: "\(configuration)".contains("Odd"))
        }
        let count = amount(2_000, long: 10_000), senders = 8
        let sending = Task.detached {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for sender in 0..<senders {
                    group.addTask {
                        for number in 0..<count / senders {
                            if sender.isMultiple(of: 2) { machine.post(.move) } else { try await machine.send(.move) }
                            if number.isMultiple(of: 16) { await Task.yield() }
                        }
                    }
                }
                try await group.waitForAll()
            }
            try await machine.send(.look)
        }
        var seen = 0, wrong = 0, last = -1
        func check() {
            let value = view.value
            if value.sums.debit != value.sums.credit { wrong += 1 }
            if value.isOdd != !value.sums.debit.isMultiple(of: 2) { wrong += 1 }
            if value.isOdd != view.configuration.description.contains("Odd") { wrong += 1 }
            if value.sums.debit < last { wrong += 1 }
            if value.sums.debit != last { seen += 1 }
            last = value.sums.debit
        }
        await wait(for: view) {
            check()
            return view.value.sums.debit == count
        }
        _ = try await sending.value
        check()
        #expect(wrong == 0 && torn.withLock { $0 } == 0)
        #expect(seen >= 2)
        // On the main actor nothing is left out.
        if place == .mainActor { #expect(values.withLock { $0 } == Array(0...count)) }
        #expect(view.value == Shown(sums: .init(debit: count, credit: count), isOdd: false))
        try await machine.stop()
    }

    @Test(arguments: Place.allCases)
    func `observers are told once of each change that they can see, and of nothing else`(_ place: Place) async throws {
        let machine = place.machine(Balance())
        try await machine.start()
        let view = try await MachineView(machine) { top, _ in top.text }
        try await view.ask(whether: \.closed)
        let values = Counter { _ = view.value }
        let configurations = Counter { _ = view.configuration }
        let answers = Counter { _ = (view.isActive(\.closed), view.accepts(.look)) }
        let ends = Counter { _ = view.hasEnded }
        await answers.reaches(place == .mainActor ? 0 : 1)
        let answered = answers.count
        for number in 1...20 {
            try await machine.send(.look)
            try await machine.send(.note("\(number)"))
            await values.reaches(number)
            try await machine.send(.note("\(number)"))
            try await machine.send(.move)
            await configurations.reaches(number)
        }
        #expect(values.count == 20 && configurations.count == 20)
        #expect(answers.count == answered && ends.count == 0)
        #expect(view.value == "20")
        try await machine.send(.close)
        await ends.reaches(1)
        #expect(values.count == 20 && configurations.count == 21 && ends.count == 1)
        #expect(view.hasEnded && !view.accepts(.look))
    }

    @Test func `a view of a machine on the main actor is never behind it`() async throws {
        let machine = Machine(Balance(suspends: true), on: MainActor.shared)
        let view = MachineView(machine, initially: Balance.Sums()) { top, _ in top.sums }
        var isEven: Bool { view.isActive(\.even) }
        var isOdd: Bool { view.isActive(\.odd) }
        #expect(view.configuration == .empty && !isEven && !view.accepts(.move))
        try await machine.start()
        #expect(isEven && view.accepts(.move) && view.accepts(.close))
        for number in 1...50 {
            #expect(try await view.send(.move) == .handled)
            #expect(view.value == .init(debit: number, credit: number))
            #expect(isOdd == !number.isMultiple(of: 2))
            #expect(view.accepts(.close) == number.isMultiple(of: 2))
        }
        try await machine.withTop { $0.text = "seen" }
        let other = MachineView(machine, initially: "") { top, _ in top.text }
        #expect(other.value == "seen")
        try await machine.withTop { $0.text = "seen again" }
        #expect(other.value == "seen again")
    }

    @Test(arguments: Place.allCases)
    func `a view that is made while a step is suspended shows its end`(_ place: Place) async throws {
        let machine = place.machine(Balance(suspends: true))
        try await machine.start()
        let sending = Task { try await machine.send(.move) }
        let early = MachineView(machine, initially: Balance.Sums(debit: -1, credit: -1)) { top, _ in top.sums }
        let view = try await MachineView(machine) { top, _ in top.sums }
        #expect(view.value.debit == view.value.credit)
        _ = try await sending.value
        await wait(for: view) { view.value == .init(debit: 1, credit: 1) }
        await wait(for: early) { early.value == .init(debit: 1, credit: 1) }
        try await machine.stop()
        await wait(for: view) { view.hasEnded }
    }

    @Test(arguments: Place.allCases)
    func `the view keeps the machine, the machine does not keep the view`(_ place: Place) async throws {
        weak var chart: Balance?
        weak var gone: MachineView<Balance, Balance.Sums>?
        weak var forgotten: Captured?
        final class Captured: Sendable {}
        var kept: MachineView<Balance, Configuration>?
        do {
            let captured = Captured()
            let machine = place.machine(Balance())
            try await machine.start()
            chart = try await machine.withTop { Unowned($0) }.balance
            let view = try await MachineView(machine) { top, _ in
                withExtendedLifetime(captured) { top.sums }
            }
            gone = view
            forgotten = captured
            kept = MachineView(machine)
            try await machine.send(.move)
        }
        try await eventually { gone == nil && forgotten == nil }
        #expect(chart != nil)
        #expect(try await kept?.send(.move) == .handled)
        kept = nil
        try await eventually { chart == nil }
    }

    @Test(arguments: Place.allCases)
    func `a view shows how its machine failed, and that it was ended`(_ place: Place) async throws {
        let machine = place.machine(Balance())
        try await machine.start()
        let view = try await MachineView(machine) { top, _ in top.sums }
        await #expect(throws: StepError.self) { try await view.send(.fail) }
        await wait(for: view) { view.hasEnded }
        #expect(!view.post(.move))
        // A view that comes afterwards shows the same.
        let late = try await MachineView(machine) { top, _ in top.sums }
        #expect(late.hasEnded && late.configuration == view.configuration)
    }

    @Test func `what is told of a change may call the machine and the view`() async throws {
        let machine = Machine(Balance(), on: MainActor.shared)
        try await machine.start()
        let view = MachineView(machine)
        #expect(view.accepts(.close))
        let seen = Mutex<[String]>([])
        withObservationTracking {
            _ = view.configuration
        } onChange: {
            MainActor.assumeIsolated {
                seen.withLock { $0.append("\(view.configuration) \(view.accepts(.close))") }
                view.post(.move)
                _ = Task.immediate { _ = try await view.send(.note("after")) }
            }
        }
        try await view.send(.move)
        try await view.send(.look)
        #expect(seen.withLock { $0 } == ["Even true"])
        let isEven = view.isActive(\.even)
        #expect(isEven)
        #expect(try await machine.withTop { $0.text } == "after")
    }
}

/// Lets a chart be looked for from outside its machine, without use of it.
private struct Unowned: @unchecked Sendable {
    weak let balance: Balance?
    init(_ ledger: Balance) { self.balance = ledger }
}
