import Statecharts
import Testing

@testable import MessengerModel

/// What the machine of an open chat may ask for, over its lives.
@Suite struct ChatRulesTests {
    private func rules(_ events: ChatRules.Event...) throws -> Interpreter<ChatRules> {
        let rules = Interpreter(ChatRules())
        try rules.start()
        for event in events { #expect(try rules.send(event) == .handled, "\(event)") }
        return rules
    }

    @Test func `a page that came between two lives answers the next one, which may ask for older ones`() throws {
        let down = try rules(.asked(before: nil), .failed, .page(before: nil), .begun, .asked(before: nil))
        #expect(down.isActive(\.resting))
        #expect(try down.send(.asked(before: 58)) == .handled)
        // The store's answer to the second question.
        #expect(try down.send(.page(before: nil)) == .handled)
        #expect(try down.send(.asked(before: 43)) == .unhandled)
        let beginning = try rules(.failed, .begun, .page(before: nil), .asked(before: nil))
        #expect(beginning.isActive(\.resting))
    }

    @Test func `what came in a life before the last one answers nothing`() throws {
        let rules = try rules(.failed, .page(before: nil), .begun, .failed, .begun, .asked(before: nil))
        #expect(rules.isActive(\.waiting))
        #expect(try rules.send(.asked(before: 58)) == .unhandled)
    }
}
