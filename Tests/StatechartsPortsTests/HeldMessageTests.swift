import Statecharts
import Testing

/// What a paused system holds stays in order when ports leave it, and comes from channels too.
@Suite struct HeldMessageTests {
    private let system = System()

    @Test(arguments: [false, true])
    func `what a port sends when it has left its system comes after what is held there`(joinsAnother: Bool) async {
        let output = OutputPort<Int>("out"), input = InputPort<Int>("in"), other = System()
        let stream = output.stream()
        connect(output, to: input)
        let member = system.add("A", ports: output)
        let recorder = other.recorder()
        system.pause()
        output.send(1)
        if joinsAnother { other.add("B", ports: output) }
        system.remove(member)
        output.send(2)
        #expect(input.bufferedCount == 0)
        #expect(recorder.records.isEmpty)
        system.resume()
        // Nothing is held any more: from now on the port is what it looks like.
        output.send(3)
        #expect(recorder.records.map(\.description) == (joinsAnother ? ["#1 B.out → stream, in: 3"] : []))
        output.finish()
        input.finish()
        #expect(await Array(input) == [1, 2, 3])
        #expect(await Array(stream) == [1, 2, 3])
    }

    @Test func `a port that leaves its system and is finished ends after what is held there`() async {
        let output = OutputPort<Int>("out")
        let stream = output.stream()
        let member = system.add("A", ports: output)
        system.pause()
        output.send(1)
        system.remove(member)
        output.send(2)
        output.finish()
        system.resume()
        #expect(await Array(stream) == [1, 2])
    }

    @Test func `a message that no system has seen is held and recorded where it comes to a channel`() async {
        let stranger = OutputPort<Int>("stranger"), channel = PointToPointChannel<Int>("jobs")
        let input = InputPort<Int>("in")
        connect(stranger, to: channel)
        connect(channel, to: input)
        system.add("C", ports: channel)
        system.add("D", ports: input)
        let recorder = system.recorder()
        system.pause()
        stranger.send(1)
        #expect(system.held.map(\.description) == ["#1 outside: 1"])
        #expect(channel.bufferedCount == 0)
        system.resume()
        #expect(channel.bufferedCount == 1)
        #expect(recorder.records.map(\.description) == ["#1 outside → C.jobs: 1"])
        #expect(await input.first(1) == [1])
    }

    @Test func `a message that a channel discards has arrived nowhere`() async {
        let output = OutputPort<Int>("out"), channel = PointToPointChannel<Int>("jobs")
        let great = InputPort<Int>("great") { $0 > 5 }
        connect(output, to: channel)
        connect(channel, to: great)
        system.add("A", ports: output, channel)
        let recorder = system.recorder(), reports = system.reports
        output.send(1)
        output.send(6)
        #expect(recorder.records.map(\.receivers.count) == [0, 1])
        #expect(await reports.first(1).map(\.kind) == [.undelivered])
        #expect(channel.bufferedCount == 1)
    }
}
