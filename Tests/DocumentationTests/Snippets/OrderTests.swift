import Statecharts
import Testing

@Suite struct OrderTests {
    // snippet: test
    @Test func `an expensive order waits for approval, and digits typed early are not lost`() throws {
        let order = Interpreter(Order())
        try order.start()
        try order.send(.add(500))
        let record = try order.step(.checkout)
        #expect(
            record.description == """
                checkout: handled → Approval
                  event, Cart → size, exits Cart
                  choice size, size → Approval [total > 100], entries Approval
                """)
        #expect(try order.send(.digit(4)) == .deferred)
        try order.send(.approve)
        #expect(order.isActive(\.payment))
        #expect(order.top.payment.chart.typing.digits == [4])
    }
    // end snippet

    @Test @MainActor func `a view shows an order`() async throws {
        let order = Machine(Order())
        try await order.start()
        order.post(.add(40))
        try await order.send(.checkout)
        // snippet: machine view
        let view = try await MachineView(order) { top, configuration in "\(configuration): \(top.total)" }
        print(view.value)  // Payment.Card.Typing: 40
        // end snippet
        #expect(view.value == "Payment.Card.Typing: 40")
    }

    @Test func `a cheap order is paid, fulfilled in both regions and delivered`() async throws {
        // snippet: machine
        let order = Machine(Order())
        try await order.start()  // throws a ChartError that lists every structural mistake

        order.post(.add(40))  // at once; kept in order
        let outcome = try await order.send(.checkout)  // when the step is complete: .handled
        let total = try await order.withTop { $0.total }  // between two steps: 40
        print(await order.configuration)  // Payment.Card.Typing
        // end snippet
        #expect(outcome == .handled)
        #expect(total == 40)
        #expect(await order.configuration.description == "Payment.Card.Typing")

        for digit in 1...4 { try await order.send(.digit(digit)) }
        #expect(await order.configuration.description == "(Fulfilment.Invoice.Writing, Fulfilment.Parcel.Packing)")
        try await order.send(.packed)
        #expect(await order.configuration.description == "(Fulfilment.Invoice.Writing, Fulfilment.Parcel.done)")
        try await order.send(.invoiced)
        #expect(await order.status == .finished)
        #expect(try await order.send(.cancel) == .finished)
    }

    @Test func `cancelling forgets what was typed, because it is scoped`() throws {
        let order = Interpreter(Order())
        try order.start()
        for event in [.checkout, .digit(1), .digit(2), .cancel, .checkout] as [Order.Event] { try order.send(event) }
        #expect(order.top.payment.chart.typing.digits == [])
    }

    @Test func `an observer sees every step and the stream ends with the machine`() async throws {
        var seen: [String] = []
        func show(_ step: Macrostep<Order.Event>) { seen.append("\(step.trigger) \(step.configuration)") }
        let machine = Machine(Order())
        // snippet: observation
        let steps = machine.steps  // subscribed from here on, whenever it is read
        try await machine.start()
        try await machine.send(.checkout)
        try await machine.stop()
        for await step in steps { show(step) }  // ends with the machine
        // end snippet
        #expect(seen == ["start Cart", "checkout Payment.Card.Typing", "stop Payment.Card.Typing"])
    }

    @Test func `a chart with mistakes does not start and says all that is wrong`() throws {
        // snippet: mistakes
        let error = #expect(throws: ChartError.self) { try Interpreter(Unfinished()).start() }
        #expect(
            error?.diagnostics.map(\.description) == [
                "Unfinished: stores the vertex 'late' but never declares it; "
                    + "add it to substates(…) or regions(…) in configure(), or remove the property [notDeclared]",
                "Both: has no region; declare at least one State in regions(…), or make it a State [emptyOrthogonalState]",
            ])
        // end snippet
    }
}

private final class Unfinished: TopState<Int> {
    let both = Both(), late = Late()
    override func configure() { substates(both) }

    final class Both: OrthogonalState<Unfinished, Unfinished> {}
    final class Late: State<Unfinished, Unfinished> {}
}
