import Statecharts
import StatechartsTesting
import Testing

private struct Price: Equatable {
    let cents: Int
}
extension Price: CustomStringConvertible {
    var description: String { "\(cents / 100) €" }
}

/// Has no `==`.
private struct Receipt: CustomStringConvertible {
    let description: String
}

//   Checkout: ●──▶ Open ──go──▶ Paying, which sends and arms
private final class Checkout: TopState<Checkout.Event> {
    enum Event: Sendable, Equatable { case go, retry(Secret<String>) }
    let login = OutputPort<Secret<String>>("login"), price = OutputPort<Price>("price")
    let receipt = OutputPort<Receipt>("receipt"), rate = OutputPort<Double>("rate")
    let volume = OutputPort("volume", current: 5)
    let open = Open(), paying = Paying()
    override func configure() { substates(open, paying) }
    final class Open: State<Checkout, Checkout> {
        override func handle(_ event: Event) -> Reaction {
            .to(superior.paying) {
                top.login.send(Secret("right"))
                top.price.send(Price(cents: 199))
                top.receipt.send(Receipt(description: "paid"))
                top.rate.send(.nan)
            }
        }
    }
    final class Paying: State<Checkout, Checkout> {
        override func entry() { after(.seconds(1), send: .retry(Secret("right"))) }
    }
}

@Suite struct ValueComparisonTests {
    private let kept = Kept()

    private func messages(_ word: String, _ cents: Int, _ again: String) async throws -> [String] {
        let test = TestMachine(Checkout(), failures: kept.report)
        try await test.start()
        await test.send(.go) {
            $0.exits(\.open)
            $0.enters(\.paying)
            $0.sends(\.login, Secret(word))
            $0.sends(\.price, Price(cents: cents))
            $0.sends(\.receipt, Receipt(description: "paid"))
            $0.sends(\.rate, .nan)
            $0.arms(.retry(Secret(again)), after: .seconds(1))
        }
        return kept.messages
    }

    @Test func `values are compared by their equality, and by their descriptions if they have none`() async throws {
        #expect(try await messages("right", 199, "right") == [])
    }

    @Test(arguments: [("wrong", 199, "right"), ("right", 100, "right"), ("right", 199, "wrong")])
    func `another value that reads alike is another one`(_ word: String, _ cents: Int, _ again: String) async throws {
        let messages = try await messages(word, cents, again)
        #expect(messages.count == 1)
        #expect(
            messages.first?.hasSuffix("\nlines that read alike have values that are not equal\nthe chart is in Paying")
                == true, "\(messages)")
        let lines = (messages.first ?? "").split(separator: "\n")
        let said = lines.filter { $0.hasPrefix("  - ") }, happened = lines.filter { $0.hasPrefix("  + ") }
        #expect(said.count == 1 && said.map { $0.dropFirst(4) } == happened.map { $0.dropFirst(4) }, "\(messages)")
    }

    @Test func `the first value of a port is a message at the start`() async throws {
        let test = TestMachine(Checkout())
        try await test.start {
            $0.enters(\.self, \.open)
            $0.sends(\.volume, 5)
        }
    }
}
