import StatechartsSimulation
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// Systems that are paused and resumed at every moment, or all the time, while snapshots of a tree are taken.
@Suite struct PausedMomentTests {
    private static let scripts: [[Bureau.Event]] = [
        [.tell(.say(1)), .tell(.write(2)), .tell(.pupil(.pupil(.say(3)))), .order(4), .tell(.say(5)), .order(6)],
        // What the child was given and has not taken when it fails would be lost with it; so would be what has to pass
        // a connection inside of it.
        [.tell(.say(1)), .tell(.pupil(.say(2))), .tell(.write(3)), .tell(.pupil(.say(4))), .tell(.fail)],
    ]
    private static let last: [Bureau.Event] = [.tell(.say(7)), .tell(.end)]

    /// Does one thing after the other, each when everything is at rest.
    private func play(
        _ script: some Sequence<Bureau.Event>, _ machine: Machine<Bureau>, _ clock: ManualClock,
        before: (Int) async throws -> Void = { _ in }
    ) async throws -> [String] {
        try await machine.start()
        await clock.settle()
        var number = 0
        for event in script {
            try await before(number)
            try await machine.send(event)
            await clock.settle()
            number += 1
        }
        try await before(number)
        for event in Self.last {
            await clock.settle()
            try await machine.send(event)
        }
        await clock.settle()
        let log = try await machine.withTop { $0.log }
        try await machine.stop()
        return log
    }

    @Test(arguments: scripts)
    func `whenever a system is paused and resumed, each snapshot continues as the tree does`(
        script: [Bureau.Event]
    ) async throws {
        let clock = ManualClock()
        let whole = try await play(script, Machine(Bureau(), clock: clock), clock)
        #expect(whole.count == script.count + 2 && whole.last == "done 7")
        for paused in 0...script.count {
            for resumed in paused...script.count {
                for cut in paused...script.count {
                    let clock = ManualClock(), system = System(clock: clock)
                    let machine = Machine(Bureau(), clock: clock)
                    await system.add(machine)
                    var snapshots: [Snapshot] = []
                    let went = try await play(script, machine, clock) { number in
                        if number == paused { system.pause() }
                        if number == cut { for _ in 0..<2 { snapshots.append(try await machine.snapshot()) } }
                        if number == resumed { system.resume() }
                    }
                    let moment: Comment = "paused \(paused), resumed \(resumed), cut \(cut)"
                    #expect(went.sorted() == whole.sorted() && went.last == whole.last, moment)
                    for snapshot in snapshots {
                        let later = ManualClock()
                        let next = Machine(restoring: try snapshot.throughJSON(), Bureau(), clock: later)
                        let log = try await play(script[cut...], next, later)
                        #expect(log.sorted() == whole.sorted() && log.last == whole.last, moment)
                    }
                }
            }
        }
    }

    /// What the owner has heard, and what waits for it.
    private func heard(_ snapshot: Snapshot) throws -> [String] {
        let waiting = try snapshot.queued.compactMap { letter -> String? in
            guard case .sent(let event, _, _) = letter, case .heard(let number) = try event.decode(Bureau.Event.self)
            else { return nil }
            return "heard \(number)"
        }
        return try #require(try snapshot.data[""]?.decode([String].self)) + waiting
    }

    @Test(arguments: [false, true])
    func `a snapshot taken while messages are being delivered has each once`(isPausing: Bool) async throws {
        let system = System(), machine = Machine(Bureau())
        await system.add(machine)
        let recorder = system.recorder()
        try await machine.start()
        let count = amount(400, long: 10_000), isDone = Guarded(false)
        let traffic = Task {
            while !isDone.withLock({ $0 }) {
                if isPausing { system.pause() }
                for _ in 0..<3 { await system.stepAndSettle() }
                system.resume()
                await Task.yield()
            }
        }
        let work = Task {
            for number in 1...count {
                machine.post(.tell(.say(number)))
                if number % 5 == 0 { await Task.yield() }
            }
        }
        for _ in 0..<amount(20, long: 200) {
            for _ in 0..<20 { await Task.yield() }
            let snapshot = try await machine.snapshot(within: .seconds(60))
            let lives = snapshot.activations.flatMap(\.activities).compactMap(\.child?.life)
            guard lives.count == 1, case .runs(let typist) = lives[0] else { continue }
            let said = try #require(try typist.data[""]?.decode(Int.self))
            #expect(try heard(snapshot) == (0..<said).map { "heard \($0 + 1)" })
        }
        await work.value
        isDone.withLock { $0 = true }
        await traffic.value
        try await eventually { try await machine.withTop { $0.log.count } == count }
        #expect(try await machine.withTop { $0.log } == (1...count).map { "heard \($0)" })
        #expect(recorder.records.count { $0.sender.name == "words" } == count)
        try await machine.stop()
    }
}
