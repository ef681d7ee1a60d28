import Testing

@testable import Statecharts

/// When a message may go straight to the receiver: only if nothing is before it, and nobody has to know when it was dealt with.
@Suite struct ExpressTests {
    private final class Nobody: Taker {
        func take(_ parcel: Parcel<Int>, for owner: (any PassageOwner)?) -> Taken { .handled }
        func fail(_ error: StepError) {}
        var edges: [(label: PortLabel, isPartial: Bool)] { [] }
    }

    @Test func `not before what was kept has been given out, and not after the end`() {
        var input = InputStateMachine<Int>(policy: .unbounded)
        var open = [input.express != nil]
        _ = input.receive(Parcel(message: 1, origin: nil))
        let drains = input.attach(Nobody()) { _ in true }
        open.append(input.express != nil)
        _ = input.nextForTaker()
        open.append(input.express != nil)
        _ = input.nextForTaker()
        open.append(input.express != nil)
        _ = input.finish()
        open.append(input.express != nil)
        #expect(drains)
        #expect(open == [false, false, false, true, false])
    }

    @Test func `not to a receiver that takes one message at a time`() {
        var bounded = InputStateMachine<Int>(policy: .waiting(2)), offered = InputStateMachine<Int>(policy: .unbounded)
        _ = bounded.attach(Nobody()) { _ in true }
        _ = offered.attach(Nobody()) { _ in true }
        var open = [bounded.express != nil, offered.express != nil]
        _ = offered.listen {}
        open.append(offered.express != nil)
        #expect(open == [false, true, false])
    }
}
