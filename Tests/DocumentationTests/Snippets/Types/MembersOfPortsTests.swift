import Statecharts
import StatechartsTesting
import Testing

/// Examples of the reference: each is run.
@Suite struct MembersOfPortsTests {
    @Test func `messages that wait`() async throws {
        // snippet: messages that wait
        let wishes = InputPort<Int>("wishes", buffering: .bufferingNewest(10))
        wishes.send(4)  // as somebody who is connected would
        print(wishes.bufferedCount)  // 1
        for await wish in wishes { print(wish); break }
        // end snippet
    }

    @Test func `outputs are read`() async throws {
        // snippet: outputs are read
        let temperature = OutputPort("temperature", current: 20)
        let readings = temperature.stream()  // begins with the current value
        temperature.send(21)
        print(temperature.current ?? 0)  // 21
        temperature.finish()  // the streams end
        for await reading in readings { print(reading) }  // 20, 21
        // end snippet
    }

    @Test func `messages of a system`() async throws {
        let system = System(), wishes = OutputPort<Int>("wishes"), kitchen = InputPort<Int>("wishes")
        system.add("Guests", ports: wishes)
        connect(wishes, to: kitchen)
        // snippet: messages of a system
        let messages = system.messages
        system.pause()
        wishes.send(4)
        system.resume()  // what was held goes on, in order
        for await message in messages { print(message.sender, message.message); break }  // Guests.wishes 4
        // end snippet
    }

    @Test func `a supervisor runs`() async throws {
        // snippet: a supervisor runs
        let supervisor = Supervisor()
        let valve = supervisor.add("valve", restart: .fromLastSnapshot) { Machine(Valve()) }
        let running = Task { try await supervisor.run() }  // until it is cancelled, or no child is left
        try await valve.send(.open)
        print(try await valve.withTop { $0.opened.isActive }, valve.machine != nil)  // true true
        print(valve.lastSnapshot?.configuration ?? [])  // ["Opened"]
        try await supervisor.remove("valve")  // stops it, and frees its name
        try await running.value
        // end snippet
    }

    @Test func `replies`() async throws {
        struct Empty: Error {}
        final class Basket: TopState<Basket.Event> {
            enum Event { case total(Reply<Int>) }
            var prices = [3, 4]
            let open = Open()
            override func configure() { substates(open) }
            final class Open: State<Basket, Basket> {
                // snippet: replies
                override func handle(_ event: Event) -> Reaction {
                    switch event {
                    case .total(let reply) where top.prices.isEmpty: .handled { reply.fail(Empty()) }  // ask throws it
                    case .total(let reply): .handled { reply.answer(top.prices.reduce(0, +)) }
                    }
                }
                // end snippet
            }
        }
        let basket = Machine(Basket())
        try await basket.start()
        #expect(try await basket.ask { .total($0) } == 7)
    }

    @Test func `a view of a machine`() async throws {
        let heater = Machine(Heater(), clock: ManualClock())
        try await heater.start()
        // snippet: a view of a machine
        let view = await MainActor.run { MachineView(heater, initially: "") { _, place in "\(place)" } }
        await MainActor.run {
            print(view.value)  // what a screen shows; it changes when a step is complete
            view.post(.on)  // what a button does
        }
        // end snippet
    }
}
