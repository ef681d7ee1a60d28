import Testing

@testable import Statecharts
@testable import StatechartsCore

/// When a message may go straight to the receiver: only if nothing is before it, and nobody has to know when it was dealt with.
@Suite struct DirectDeliveryTests {
    private final class Nobody: Taker {
        func take(_ parcel: Parcel<Int>, mode: OfferMode, for owner: (any DeliveringPort)?) -> Taken { .handled }
    }

    @Test func `not before what was kept has been given out, and not after the end`() {
        var input = InputStateMachine<Int, Int, Int>(policy: .unbounded)
        var open = [input.directDelivery != nil]
        _ = input.receive(Parcel(message: 1, context: nil), .nothing, mode: .immediate)
        let drains = input.attach(Nobody()) { _, _ in true }
        open.append(input.directDelivery != nil)
        _ = input.nextForTaker()
        open.append(input.directDelivery != nil)
        _ = input.nextForTaker()
        open.append(input.directDelivery != nil)
        _ = input.finish()
        open.append(input.directDelivery != nil)
        #expect(drains.drains)
        #expect(open == [false, false, false, true, false])
    }

    @Test func `not to a receiver that takes one message at a time`() {
        var bounded = InputStateMachine<Int, Int, Int>(policy: .waiting(2)),
            offered = InputStateMachine<Int, Int, Int>(policy: .unbounded)
        _ = bounded.attach(Nobody()) { _, _ in true }
        _ = offered.attach(Nobody()) { _, _ in true }
        var open = [bounded.directDelivery != nil, offered.directDelivery != nil]
        _ = offered.listen {}
        open.append(offered.directDelivery != nil)
        #expect(open == [false, true, false])
    }

    @Test func `what is decided after a message went straight holds for the next one`() async throws {
        let output = OutputPort<Int>("out"), numbers = InputPort<Int>("numbers")
        let connection = connect(output, to: numbers)
        let first = Machine(Counter(numbers: numbers)), second = Machine(Counter(numbers: numbers))
        try await first.start()
        for number in 1...3 { output.send(number) }
        // Another machine takes over the port.
        try await second.start()
        for number in 4...6 { output.send(number) }
        let stream = output.stream()
        for number in 7...9 { output.send(number) }
        numbers.enforce(Contract(DoorRules()), onViolation: .refuse) { $0 == 11 ? .init("close") : nil }
        for number in 10...12 { output.send(number) }
        connection.disconnect()
        output.send(13)
        output.enforce(Contract(DoorRules()), onViolation: .refuse) { _ in .init("close") }
        for number in 14...15 { output.send(number) }
        output.finish()
        output.send(16)
        #expect(try await first.withTop { $0.noted } == [1, 2, 3])
        #expect(try await second.withTop { $0.noted } == [4, 5, 6, 7, 8, 9, 10, 12])
        #expect(await Array(stream) == [7, 8, 9, 10, 11, 12, 13])
    }

    @Test func `a receiver that takes one message at a time from now on gets no more straight`() async throws {
        let channel = PointToPointChannel<Int>(), output = OutputPort<Int>(), chart = Counter()
        let numbers = chart.numbers
        connect(output, to: numbers)
        let machine = Machine(chart)
        try await machine.start()
        for number in 1...2 { output.send(number) }
        connect(channel, to: numbers)
        var isOpen = [numbers.storage.directDelivery.isPublished]
        output.send(3)
        isOpen.append(numbers.storage.directDelivery.isPublished)
        #expect(isOpen == [false, false])
        #expect(try await machine.withTop { $0.noted } == [1, 2, 3])
    }

    @Test func `a port that machines take from has one number, until it is released`() async throws {
        var numbers: [PortNumber] = []
        do {
            let input = InputPort<Int>()
            let machines = (Machine(Counter(numbers: input)), Machine(Counter(numbers: input)))
            try await machines.0.start()
            numbers.append(input.storage.number)
            try await machines.1.start()
            numbers.append(input.storage.number)
            #expect(NumberedPorts.shared[numbers[0]] === input.storage)
            try await machines.0.stop()
            try await machines.1.stop()
        }
        #expect(numbers[0] == numbers[1])
        #expect(NumberedPorts.shared[numbers[0]] == nil)
        #expect(NumberedPorts.shared.contents.withLock { $0.ports[numbers[0]] == nil })
    }
}
