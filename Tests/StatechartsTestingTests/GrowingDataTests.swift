import Foundation
import Statecharts
import StatechartsSimulation
import Testing

/// Gives its child ever new numbers.
private final class Sender: TopState<Sender.Event> {
    enum Event: Sendable { case go }
    let taker = Child(of: Sender.self) { _ in Taker() }
    var number = 0
    override func configure() { children(taker) }
    override func handle(_ event: Event) -> Reaction {
        .handled {
            number += 1
            taker.post(.take(number))
        }
    }
}

/// Keeps few of them, or all.
private final class Taker: TopState<Taker.Event> {
    enum Event: Sendable { case take(Int) }
    let plain = Plain()
    @Scoped var last = 0
    @Scoped var all: [Int] = []
    override func configure() { substates(plain) }
    final class Plain: State<Taker, Taker> {
        override func handle(_ event: Event) -> Reaction {
            guard case .take(let number) = event else { return .unhandled }
            return .handled {
                top.last = number % 4
                top.all.append(number)
            }
        }
    }
}

/// Arms timers with ever new numbers.
private final class Waker: TopState<Waker.Event> {
    enum Event: Sendable { case arm, due(Int) }
    let plain = Plain()
    override func configure() { substates(plain) }
    final class Plain: State<Waker, Waker> {
        var number = 0
        override func handle(_ event: Event) -> Reaction {
            guard event.isArm else { return .handled }
            return .handled {
                number += 1
                after(.seconds(1), send: .due(number))
            }
        }
    }
}

extension Waker.Event {
    fileprivate var isArm: Bool { if case .arm = self { true } else { false } }
}

/// What is named where exploring does not come to an end: what really makes ever new situations.
@Suite struct GrowingDataTests {
    private func limit(_ child: Explorer<Taker>) async throws -> String? {
        var explorer = Explorer<Sender>(events: [.go]) { Sender() }
        explorer.run(child)
        explorer.disregard("Sender.number")
        explorer.limits.configurations = 40
        let limit = try await explorer.explore().limit
        return limit?.components(separatedBy: "stopped at")[0]
    }

    @Test func `events that wait for a child are named, and not its data that do not count`() async throws {
        var child = Explorer<Taker>(events: []) { Taker() }
        child.fingerprint(.alone) { $0.last }
        #expect(
            try await limit(child)
                == "data, most of all taker: the messages that wait, make ever new situations of 1 configuration, "
                + "let events carry fewer values: ")
    }

    @Test func `data and events that grow are both named, each with what to do`() async throws {
        let text = try await limit(Explorer<Taker>(events: []) { Taker() })
        #expect(
            text == "data, most of all taker: Taker.all, taker: the messages that wait, make ever new situations of "
                + "1 configuration, say with fingerprint(.alone) what of them counts, and let events carry fewer values: "
        )
    }

    @Test func `events of timers are named`() async throws {
        var explorer = Explorer<Waker>(events: [.arm]) { Waker() }
        explorer.disregard("Waker.Plain.number")
        explorer.disregard("Plain.number")
        explorer.timers = .any
        explorer.limits.configurations = 40
        #expect(
            try await explorer.explore().limit?.hasPrefix(
                "data, most of all the events of timers, make ever new situations of 1 configuration, let events carry "
                    + "fewer values: stopped at ") == true)
    }
}
