import StatechartsTesting
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// Every way to leave a state with everything that it may have under way, before and after that is in the mailbox.
@Suite struct LeavingTests {
    enum Way: CaseIterable {
        case ownTransition, selfTransition, superior, otherRegion, final, terminate, failure, stop

        var event: Harbour.Event? {
            switch self {
            case .ownTransition: .leave
            case .selfTransition: .again
            case .superior: .up
            case .otherRegion: .alarm
            case .final: .finish
            case .terminate: .cut
            case .failure: .sink
            case .stop: nil
            }
        }
        var status: Interpreter<Harbour>.Status {
            switch self {
            case .ownTransition, .selfTransition, .superior, .otherRegion: .running
            case .final: .finished
            case .terminate: .terminated
            case .failure: .failed
            case .stop: .stopped
            }
        }
        var configuration: String {
            switch self {
            case .ownTransition: "(Dock.Quay.Empty, Dock.Tower.Calm)"
            case .superior, .otherRegion: "Sea"
            case .final: "End"
            case .terminate: "gone"
            case .selfTransition, .failure, .stop: "(Dock.Quay.Ship, Dock.Tower.Calm)"
            }
        }
    }

    enum Cargo: CaseIterable {
        case result, mappedError, error, silentEnd, progress, element, endOfElements, errorOfElements, expiry, period

        var isActivity: Bool { self != .expiry && self != .period }

        /// Has the ship begin it; what it brings comes when the bell rings, even if its task is cancelled.
        func begin(_ ship: Harbour.Ship, _ bell: Gate, _ seen: Seen) {
            switch self {
            case .result:
                ship.run {
                    await bell.note(seen)
                    return "late result"
                } done: {
                    .arrived($0)
                }
            case .mappedError:
                ship.run {
                    await bell.note(seen)
                    throw Unavailable()
                } failed: {
                    .arrived("late \($0)")
                }
            case .error:
                ship.run {
                    await bell.note(seen)
                    throw Unavailable()
                }
            case .silentEnd: ship.run { await bell.note(seen) }
            case .progress:
                ship.run { send in
                    await bell.note(seen)
                    send(.arrived("late progress"))
                    send(.arrived("later progress"))
                }
            case .element: ship.listen(to: Bells(bell, seen)) { .arrived("late element \($0)") }
            case .endOfElements:
                ship.listen(to: Bells(bell, seen, count: 0)) { _ in
                    .arrived("no element")
                } done: {
                    .arrived("late end")
                }
            case .errorOfElements: ship.listen(to: Bells(bell, seen, count: 0, fails: true)) { _ in .arrived("none") }
            case .expiry: ship.after(.seconds(1), send: .arrived("late expiry"))
            case .period: ship.every(.seconds(1), send: .arrived("late period"))
            }
        }
    }

    let clock = ManualClock()
    let bell = Gate(), endless = Gate()
    let seen = Seen()

    private func harbour(_ cargo: Cargo) async throws -> Machine<Harbour> {
        let (bell, seen) = (bell, seen)
        let machine = Machine(Harbour(endless: endless) { cargo.begin($0, bell, seen) }, clock: clock)
        try await machine.start()
        if cargo.isActivity { await bell.reached() }
        return machine
    }

    /// Lets what is under way come, or try to.
    private func ring(_ cargo: Cargo) async {
        if cargo.isActivity { bell.open() } else { await clock.advance(by: .seconds(1)) }
        await clock.settle()
    }

    /// - Parameter cancelled: whether the activity was cancelled when the bell rang.
    private func check(_ machine: Machine<Harbour>, _ way: Way, _ cargo: Cargo, seen cancelled: [Bool]) async throws {
        await clock.settle()
        await clock.advance(by: .seconds(5))
        #expect(try await machine.withTop { $0.notes } == [])
        #expect(await machine.status == way.status)
        #expect(await machine.configuration.description == way.configuration)
        #expect(seen.values == (cargo.isActivity ? cancelled : []))
        #expect(await clock.pending.map(\.path) == (way == .selfTransition ? ["Dock.Quay.Ship"] : []))
        endless.open()
        await clock.settle()
        if way == .selfTransition { #expect(try await machine.withTop { $0.notes } == ["complete"]) }
    }

    @Test(arguments: Way.allCases, Cargo.allCases)
    func `what comes after a state was left never arrives`(_ way: Way, _ cargo: Cargo) async throws {
        let machine = try await harbour(cargo)
        if let event = way.event { _ = try? await machine.send(event) } else { try await machine.stop() }
        await ring(cargo)
        try await check(machine, way, cargo, seen: [true])
    }

    @Test(arguments: Way.allCases, Cargo.allCases)
    func `what is in the mailbox when a state is left never arrives`(_ way: Way, _ cargo: Cargo) async throws {
        let machine = try await harbour(cargo)
        let gate = Gate()
        machine.post(.hold(gate))
        await gate.reached()
        var stopping: Task<Void, any Error>?
        if let event = way.event {
            machine.post(event)
        } else {
            stopping = Task { try await machine.stop() }
            let passable = Gate()
            passable.open()
            try await eventually { !machine.post(.hold(passable)) }
        }
        // Not yet left, so the activity is not cancelled yet.
        await ring(cargo)
        let waiting = machine.mailbox.envelopes
        if way != .stop { #expect(waiting.contains { if case .resource = $0 { true } else { false } }) }
        gate.open()
        try await stopping?.value
        try await check(machine, way, cargo, seen: [false])
    }
}

extension Gate {
    /// Waits, and says whether the task is cancelled then.
    fileprivate func note(_ seen: Seen) async {
        await wait()
        seen.add(Task.isCancelled)
    }
}

/// Numbers that come when a gate opens, whether or not the task is cancelled.
private struct Bells: AsyncSequence, Sendable {
    let bell: Gate
    let seen: Seen
    let count: Int
    let fails: Bool

    init(_ bell: Gate, _ seen: Seen, count: Int = 2, fails: Bool = false) {
        (self.bell, self.seen, self.count, self.fails) = (bell, seen, count, fails)
    }

    func makeAsyncIterator() -> Iterator { Iterator(bells: self) }

    struct Iterator: AsyncIteratorProtocol {
        let bells: Bells
        var number = 0
        mutating func next() async throws -> Int? {
            if number == 0 { await bells.bell.note(bells.seen) }
            number += 1
            if bells.fails { throw Unavailable() }
            return number <= bells.count ? number : nil
        }
    }
}
