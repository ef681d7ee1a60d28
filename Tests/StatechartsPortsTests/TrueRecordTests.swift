@testable import Statecharts
@testable import StatechartsCore
import StatechartsTesting
import Synchronization
import TestSupport
import Testing

/// Records name the message that caused one, and the ports that it has come to.
@Suite struct TrueRecordTests {
    private let system = System()

    /// Does something as whoever handles the message with this number.
    private func handling(_ number: UInt64, _ body: () -> Void) {
        let header = MessageHeader(
            identity: MessageIdentity(source: 1, number: number), cause: nil, sender: .outside, type: "",
            timeSince1970: .zero)
        let context = TraceContext(
            journal: ObjectIdentifier(system.journal), id: MessageID(number: number), header: header)
        Tracing.$cause.withValue(context, operation: body)
    }

    private func causes(_ recorder: MessageRecorder) -> [UInt64?] { recorder.records.map { $0.cause?.number } }

    // MARK: Causes

    @Test(arguments: ["current", "distinct"])
    func `what somebody else delivers is caused by what its own sender handles`(kind: String) {
        let port = kind == "current" ? OutputPort("state", current: 0) : OutputPort("state", distinct: 0)
        system.add("A", ports: port)
        connect(port, to: InputPort<Int>("in")) { [self] value in
            // As another thread would while this one delivers.
            if value == 1 { handling(20) { port.send(2) } }
            return value
        }
        let recorder = system.recorder()
        handling(10) { port.send(1) }
        #expect(causes(recorder) == [10, 20])
    }

    @Test func `what a late receiver gets is caused by who connects it`() {
        let port = OutputPort("state", current: 0), late = InputPort<Int>("late")
        system.add("A", ports: port)
        connect(port, to: InputPort<Int>("in")) { [self] value in
            if value == 1 { handling(20) { connect(port, to: late) } }
            return value
        }
        let recorder = system.recorder()
        handling(10) { port.send(1) }
        #expect(causes(recorder) == [10, 20])
    }

    @Test func `a combination that somebody else makes is caused by the value that is combined`() {
        let first = OutputPort("first", current: 0), second = OutputPort("second", current: 0)
        let sum = combineLatest(first, second) { [self] one, other in
            if one == 1, other == 0 { handling(20) { second.send(2) } }
            return [one, other]
        }
        system.add("A", ports: sum)
        let recorder = system.recorder()
        handling(10) { first.send(1) }
        #expect(recorder.records.map { "\($0.message)" } == ["[1, 0]", "[1, 2]"])
        #expect(causes(recorder) == [10, 20])
    }

    @Test func `what has waited without a cause has none when somebody hands it on who handles another message`() {
        let outer = InputPort<Int>("outer"), proxy = InputPort<Int>("proxy"), inner = InputPort<Int>("inner")
        let stranger = OutputPort<Int>("stranger"), channel = PointToPointChannel<Int>("jobs")
        connect(stranger, to: channel)
        connect(proxy, to: inner)
        system.add("A", ports: inner)
        let recorder = system.recorder()
        outer.send(1)
        handling(10) { connect(outer, to: inner) }
        stranger.send(2)
        handling(10) { connect(channel, to: proxy) }
        #expect(recorder.records.map { "\($0.message)" } == ["1", "2"])
        #expect(recorder.records.map(\.causeIdentity) == [nil, nil])
        #expect(causes(recorder) == [nil, nil])
    }

    @Test func `what a contract's chart sends is caused by nothing else than the message that it judges`() {
        let output = OutputPort<Int>("out"), input = InputPort<Int>("in"), other = InputPort<Int>("other")
        system.add("A", ports: output)
        let contract = Contract(ReentryTests.Countdown(output))
        input.enforce(contract) { $0 }
        other.enforce(contract) { value in
            // As another thread would that handles nothing.
            Tracing.$cause.withValue(nil) { input.send(2) }
            return value
        }
        let recorder = system.recorder()
        handling(10) { other.send(1) }
        #expect(recorder.records.map { "\($0.message)" } == ["0", "1"])
        #expect(recorder.records.map { $0.causeIdentity?.number } == [10, nil])
    }

    // MARK: Senders without a system

    @Test func `a message of a stranger is recorded and held, whatever its sender handles`() {
        let stranger = OutputPort<Int>("stranger"), input = InputPort<Int>("in")
        system.add("A", ports: input)
        connect(stranger, to: input)
        let recorder = system.recorder()
        stranger.send(1)
        handling(10) { stranger.send(2) }
        #expect(recorder.records.map(\.description) == ["#1 outside → A.in: 1", "#2 outside → A.in: 2"])
        #expect(causes(recorder) == [nil, 10])
        system.pause()
        handling(10) { stranger.send(3) }
        #expect(system.held.map(\.description) == ["#3 outside: 3"])
        #expect(input.bufferedCount == 2)
        system.resume()
        #expect(input.bufferedCount == 3)
    }

    @Test func `a message of a stranger is one of the composite whose port it passes`() {
        let stranger = OutputPort<Int>("stranger"), outer = OutputPort<Int>("out"), input = InputPort<Int>("in")
        system.add("A", ports: outer)
        connect(stranger, to: outer)
        connect(outer, to: input)
        let recorder = system.recorder()
        handling(10) { stranger.send(2) }
        #expect(recorder.records.map(\.description) == ["#1 A.out → in: 2"])
        #expect(causes(recorder) == [10])
    }

    @Test func `a message that comes from another process to a stranger is recorded where it comes to a member`() {
        let stranger = OutputPort<Int>("stranger"), input = InputPort<Int>("in")
        system.add("A", ports: input)
        connect(stranger, to: input)
        let recorder = system.recorder()
        let header = MessageHeader(
            identity: MessageIdentity(source: 5, number: 6), cause: nil,
            sender: PortLabel(owner: "Far", name: "out"), type: "Int", timeSince1970: .zero)
        _ = stranger.inbound.deliver(7, header)
        #expect(recorder.records.map(\.description) == ["#1 Far.out → A.in: 7"])
        #expect(recorder.records.map(\.identity) == [header.identity])
        #expect(recorder.records.map(\.isForeign) == [true])
    }

    @Test func `a message that leaves by two ways keeps its identity in a record, and is none of another process`() {
        let stranger = OutputPort<Int>("stranger"), fork = OutputPort<Int>("fork"), input = InputPort<Int>("in")
        let headers = Guarded<[MessageHeader]>([])
        let ways = [stranger, fork].map { output in
            OutboundPort(of: output, to: PortLabel(owner: "bridge", name: "out"), buffering: .unbounded) { _, header in
                headers.withLock { $0.append(header) }
                return .room
            }
        }
        for way in ways { way.goOn() }
        connect(stranger, to: fork)
        system.add("A", ports: input)
        connect(fork, to: input)
        let recorder = system.recorder()
        stranger.send(1)
        #expect(recorder.records.map(\.description) == ["#1 stranger → A.in: 1"])
        #expect(recorder.records.map(\.isForeign) == [false])
        #expect(Set(headers.withLock { $0.map(\.identity) } + recorder.records.map(\.identity)).count == 1)
    }

    // MARK: Receivers

    @Test func `a stream that is full and keeps the oldest has not got what it drops`() async {
        let output = OutputPort<Int>("out")
        system.add("A", ports: output)
        let oldest = output.stream(buffering: .bufferingOldest(1))
        let recorder = system.recorder()
        output.send(1)
        output.send(2)
        let newest = output.stream(buffering: .bufferingNewest(1))
        output.send(3)
        output.send(4)
        output.finish()
        #expect(
            recorder.records.map(\.description) == [
                "#1 A.out → stream: 1", "#2 A.out → nobody: 2", "#3 A.out → stream: 3", "#4 A.out → stream: 4",
            ])
        #expect(await Array(oldest) == [1])
        #expect(await Array(newest) == [4])
    }

    @Test func `a proxy that hands on something else is no receiver, and the record waits for the real one`() {
        let stranger = OutputPort<Int>("stranger"), output = OutputPort<Int>("out")
        let outer = InputPort<Int>("outer", buffering: .waiting(9)), inner = InputPort<Int>("inner")
        system.add("A", ports: output)
        connect(stranger, to: outer)
        connect(output, to: outer)
        connect(outer, to: inner) { value in
            // As another thread would while this one hands on.
            if value == 1 { output.send(2) }
            return value
        }
        let recorder = system.recorder()
        stranger.send(1)
        #expect(recorder.records.map(\.description) == ["#1 A.out → inner: 2"])
        #expect(recorder.records.map { $0.proxies.map(\.description) } == [["outer"]])
        #expect(inner.bufferedCount == 2)
    }

    @Test func `an output with a current value that hands on something else is awaited too`() {
        let stranger = OutputPort<Int>("stranger"), output = OutputPort<Int>("out")
        let outer = OutputPort("outer", current: 0), inner = InputPort<Int>("inner")
        system.add("A", ports: output)
        connect(stranger, to: outer)
        connect(output, to: outer)
        connect(outer, to: inner) { value in
            if value == 1 { output.send(2) }
            return value
        }
        let recorder = system.recorder()
        stranger.send(1)
        #expect(recorder.records.map(\.description) == ["#1 A.out → inner: 2"])
    }

    @Test func `a combination that somebody else makes is awaited too`() {
        let first = OutputPort("first", current: 0), second = OutputPort("second", current: 0)
        let sum = combineLatest(first, second) { one, other in
            if one == 1, other == 0 { second.send(2) }
            return [one, other]
        }
        system.add("A", ports: second)
        let input = InputPort<[Int]>("in")
        connect(sum, to: input)
        let recorder = system.recorder()
        first.send(1)
        #expect(recorder.records.map(\.description) == ["#1 A.second → in: 2"])
        #expect(input.bufferedCount == 3)
    }

    @Test func `a proxy behind a channel is no receiver`() {
        let output = OutputPort<Int>("out"), channel = PointToPointChannel<Int>("jobs")
        let outer = InputPort<Int>("outer"), inner = InputPort<Int>("inner")
        system.add("A", ports: output)
        connect(outer, to: inner)
        connect(output, to: channel)
        connect(channel, to: outer)
        let recorder = system.recorder()
        output.send(1)
        #expect(recorder.records.map(\.description) == ["#1 A.out → inner: 1"])
        #expect(recorder.records.map { $0.proxies.map(\.description) } == [["outer"]])
    }

    @Test func `a channel that keeps a message is a receiver beside others`() {
        let output = OutputPort<Int>("out"), channel = PointToPointChannel<Int>("jobs"), input = InputPort<Int>("in")
        system.add("A", ports: output)
        connect(output, to: input)
        connect(output, to: channel)
        let recorder = system.recorder()
        output.send(1)
        #expect(recorder.records.map(\.description) == ["#1 A.out → in, jobs: 1"])
    }

    // MARK: Identities

    @Test func `a message that leaves the process by itself and through a channel has one identity`() {
        let output = OutputPort<Int>("out"), channel = PointToPointChannel<Int>("jobs")
        let headers = Guarded<[MessageHeader]>([])
        let label = PortLabel(owner: "bridge", name: "out")
        let ways: [any OutboundPortHandle] = [
            OutboundPort(of: output, to: label, buffering: .unbounded) { _, header in
                headers.withLock { $0.append(header) }
                return .room
            },
            OutboundPort(of: channel, to: label) { _, header in
                headers.withLock { $0.append(header) }
                return .room
            },
        ]
        connect(output, to: channel)
        for way in ways { way.goOn() }
        output.send(1)
        let identities = headers.withLock { $0.map(\.identity) }
        #expect(identities.count == 2 && Set(identities).count == 1)
    }
}
