import Statecharts
import Testing

@Suite struct SteppingTests {
    @Test(arguments: [
        (["ann", "bob", "door"], ["Ann sits", "Bob stands", "shut behind"]),
        (["ann", "door", "bob"], ["Ann sits", "shut behind", "Bob stands"]),
        (["bob", "ann", "door"], ["Bob sits", "Ann stands", "shut behind"]),
        (["bob", "door", "ann"], ["Bob sits", "shut behind", "Ann stands"]),
        (["door", "ann", "bob"], ["shut", "Ann knocks", "Bob knocks"]),
        (["door", "bob", "ann"], ["shut", "Bob knocks", "Ann knocks"]),
    ])
    func `stepping reaches every interleaving of a race of three messages`(
        order: [String], outcome: [String]
    ) async throws {
        let seat = Seat()
        let ann = OutputPort<Void>("ann"), bob = OutputPort<Void>("bob"), door = OutputPort<Void>("door")
        connect(ann, to: seat.ann)
        connect(bob, to: seat.bob)
        connect(door, to: seat.door)
        let machine = Machine(seat)
        let system = System()
        await system.add(machine, named: "Seat")
        system.add("People", ports: ann, bob, door)
        try await machine.start()

        system.pause()
        // Three tasks race; which comes first does not matter, because the system holds them all.
        await withTaskGroup { group in
            for port in [ann, bob, door] { group.addTask { port.send(()) } }
        }
        #expect(Set(system.held.map(\.sender.name)) == ["ann", "bob", "door"])
        #expect(try await machine.withTop { $0.log } == [])

        for (position, name) in order.enumerated() {
            let wanted = try #require(system.held.first { $0.sender.name == name })
            let record = await system.stepAndSettle(wanted.id)
            #expect(record?.id == wanted.id)
            #expect(record?.receivers.map(\.name) == [name])
            #expect(try await machine.withTop { $0.log } == Array(outcome.prefix(position + 1)))
        }
        #expect(system.held.isEmpty)
        #expect(system.step() == nil)
        system.resume()
    }

    @Test func `what a message causes is held again, and going on delivers everything in order`() async throws {
        let counter = Counter()
        let input = counter.numbers, doubled = counter.doubled
        let sink = InputPort<Int>("sink")
        connect(doubled, to: sink)
        let machine = Machine(counter)
        let system = System()
        await system.add(machine, named: "Counter")
        system.add("Sink", ports: sink)
        try await machine.start()
        system.pause()
        for number in 1...3 { input.send(number) }
        #expect(system.held.map(\.description) == ["#1 outside: 1", "#2 outside: 2", "#3 outside: 3"])
        await system.stepAndSettle()
        #expect(system.held.map(\.description) == ["#2 outside: 2", "#3 outside: 3", "#4 Counter.doubled: 2"])
        #expect(system.held.last?.cause?.number == 1)
        // Messages of one port keep their order.
        #expect(system.step(system.held[1].id) == nil)
        #expect(sink.bufferedCount == 0)
        system.resume()
        #expect(await sink.first(3) == [2, 4, 6])
        #expect(system.held.isEmpty)
        input.send(4)
        #expect(await sink.first(1) == [8])
    }

    @Test func `who waits for a machine that never takes a message goes on when its task is cancelled`() async throws {
        let counter = Counter()
        let input = counter.numbers
        let machine = Machine(counter)
        let system = System()
        await system.add(machine, named: "Counter")
        system.pause()
        input.send(1)
        let stepping = Task { await system.stepAndSettle() }
        stepping.cancel()
        #expect(await stepping.value?.receivers.map(\.description) == ["Counter.numbers"])
        #expect(system.held.isEmpty)
        try await machine.stop()
    }

    @Test(arguments: [false, true])
    func `a port that is finished while its messages are held ends when they have been delivered`(steps: Bool)
        async throws
    {
        let output = OutputPort<Int>("out")
        let stream = output.stream()
        let system = System()
        system.add("A", ports: output)
        system.pause()
        for number in 1...3 { output.send(number) }
        output.finish()
        output.send(4)
        #expect(system.held.count == 3)
        if steps { for _ in 1...3 { _ = system.step() } } else { system.resume() }
        var read: [Int] = []
        for await number in stream { read.append(number) }
        #expect(read == [1, 2, 3])
    }

    @Test func `steps without a number let messages through in the order of sending`() {
        let one = OutputPort<Int>("one"), two = OutputPort<Int>("two"), input = InputPort<Int>("input")
        connect(one, to: input)
        connect(two, to: input)
        let system = System()
        system.add("People", ports: one, two)
        system.pause()
        one.send(1)
        two.send(2)
        one.send(3)
        let held = system.held.map(\.id)
        // The second message of a port waits for its first one.
        #expect(system.step(held[2]) == nil)
        #expect(system.step()?.id == held[0])
        #expect(system.step(held[2])?.id == held[2])
        #expect(system.step(held[1])?.id == held[1])
        #expect(system.step() == nil)
        #expect(input.bufferedCount == 3)
        system.resume()
    }

    @Test func `what is held when the system is released is delivered`() async throws {
        let output = OutputPort<Int>("out"), input = InputPort<Int>("in")
        connect(output, to: input)
        var system: System? = System()
        system?.add("A", ports: output)
        system?.pause()
        output.send(1)
        #expect(input.bufferedCount == 0)
        system = nil
        #expect(input.bufferedCount == 1)
        output.send(2)
        #expect(await input.first(2) == [1, 2])
    }
}
