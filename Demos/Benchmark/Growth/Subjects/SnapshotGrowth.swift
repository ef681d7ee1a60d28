import Foundation
import Statecharts

extension Benchmark {
    /// Snapshots and what continues from them.
    static let snapshotGrowth: [GrowthSubject] = [
        GrowthSubject("snapshot-states", "a snapshot of a chart of n states, and the chart restored", from: 100) { n in
            let interpreter = Interpreter(Row(n))
            try interpreter.start()
            return { try Interpreter(restoring: interpreter.snapshot(), Row(n)).start() }
        },
        GrowthSubject("snapshot-children", "a snapshot of n children, and all restored", from: 100) { n in
            let machine = try await hall(n)
            return {
                let next = Machine(restoring: try await machine.snapshot(within: .seconds(600)), Hall())
                try await next.start()
                guard try await next.withTop({ $0.open.desks.count }) == n else { throw WrongWork(name: "snapshot") }
            }
        },
        GrowthSubject("snapshot-deep", "a snapshot of n children inside each other, restored", from: 10) { n in
            let machine = Machine(Doll(n))
            try await machine.start()
            _ = try await Doll.innermost(of: machine, depth: n)
            return {
                let snapshot = try await machine.snapshot(within: .seconds(600))
                let next = Machine(restoring: snapshot, Doll(n))
                try await next.start()
                _ = try await Doll.innermost(of: next, depth: n)
            }
        },
        GrowthSubject("snapshot-deferred", "a snapshot of n deferred events, and the chart restored", from: 100) { n in
            let interpreter = try deferring(n)
            return {
                let next = Interpreter(restoring: try interpreter.snapshot(), Desk())
                next.deferralLimit = n
                try next.start()
            }
        },
        GrowthSubject("snapshot-mailbox", "a snapshot of n events in the mailbox, restored", from: 100) { n in
            var snapshot = try deferring(n).snapshot()
            snapshot.queued = snapshot.deferred.map { .event($0.event) }
            snapshot.deferred = []
            let full = snapshot
            return {
                let machine = Machine(restoring: full, Desk(), deferralLimit: n)
                try await machine.start()
                _ = try await machine.snapshot()
            }
        },
        GrowthSubject("snapshot-timers", "a snapshot of n timers, and the machine restored", from: 100) { n in
            let machine = Machine(Alarm(n))
            try await machine.start()
            return { try await Machine(restoring: machine.snapshot(), Alarm(n)).start() }
        },
        GrowthSubject("snapshot-data", "a snapshot of n numbers, as JSON and back", from: 1_000) { n in
            try roundTrip(Desk.Papers(numbers: Array(0..<n)))
        },
        GrowthSubject("snapshot-text", "a snapshot of a text of n characters, as JSON and back", from: 10_000) { n in
            try roundTrip(Desk.Papers(text: String(repeating: "é", count: n)))
        },
        GrowthSubject("snapshot-data-deep", "a snapshot of values n deep, restored", from: 2) { n in
            let interpreter = Interpreter(Desk(.init(pile: .init(n))))
            try interpreter.start()
            return { try Interpreter(restoring: interpreter.snapshot(), Desk()).start() }
        },
    ]

    private static func roundTrip(_ papers: Desk.Papers) throws -> GrowthSubject.Work {
        let interpreter = Interpreter(Desk(papers))
        try interpreter.start()
        return {
            let data = try JSONEncoder().encode(interpreter.snapshot())
            let next = Interpreter(restoring: try JSONDecoder().decode(Snapshot.self, from: data), Desk())
            try next.start()
            guard next.top.papers.numbers == papers.numbers, next.top.papers.text == papers.text else {
                throw WrongWork(name: "snapshot")
            }
        }
    }
}

/// Arms so many timers.
private final class Alarm: TopState<Alarm.Event> {
    enum Event: Sendable, Codable { case ring(Int) }

    let armed = Armed()
    let count: Int

    init(_ count: Int) { self.count = count }
    override func configure() { substates(armed) }

    final class Armed: State<Alarm, Alarm> {
        override func entry() { for number in 0..<top.count { after(.seconds(3_600), send: .ring(number)) } }
    }
}
