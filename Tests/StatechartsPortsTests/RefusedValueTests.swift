@testable import Statecharts
@testable import StatechartsCore
import StatechartsTesting
import TestSupport
import Testing

/// Contracts of outputs that keep something: a current value, the last one, a whole.
@Suite struct RefusedValueTests {
    private let other = OutputPort<String>("other"), contract = Contract(DoorRules())

    @Test func `a value that was refused is not the last one: when it is allowed, it is sent`() async {
        let port = OutputPort("door", distinct: "shut"), stream = port.stream()
        port.enforce(contract, onViolation: .refuse) { .init($0) }
        other.enforce(contract) { .init($0) }
        port.send("close")
        #expect(port.current == "shut")
        other.send("open")
        port.send("close")
        #expect(port.current == "close")
        port.finish()
        #expect(await Array(stream) == ["shut", "close"])
    }

    @Test func `a value that is refused does not become current, whoever comes late`() async throws {
        let port = OutputPort("door", current: "shut")
        port.enforce(contract, onViolation: .refuse) { .init($0) }
        port.send("close")
        #expect(port.current == "shut")
        let early = port.stream()
        port.send("open")
        port.send("open")
        let late = port.stream()
        port.finish()
        #expect(await Array(early) == ["shut", "open"])
        #expect(await Array(late) == ["open"])
        guard case .value(let saved) = try port.storage.savedCurrent() else {
            Issue.record("there is no current value")
            return
        }
        #expect(try DynamicCoding.value(String.self, from: saved) == "open")
    }

    @Test func `what late receivers are given is not judged again`() async {
        let port = OutputPort("door", current: "shut"), complaints = Complaints()
        port.enforce(Contract(DoorRules()) { complaints.note($0) }, onViolation: .refuse) { .init($0) }
        port.send("open")
        let late = port.stream()
        port.finish()
        #expect(await Array(late) == ["open"])
        #expect(complaints.texts == [])
    }

    @Test func `a change that is refused is not made, and uses no number`() async {
        let port = OutputPort<Numbered<Word>>("words", changesOf: []), stream = port.stream()
        port.enforce(contract, onViolation: .refuse) { message in
            guard case .change(let word, _) = message else { return nil }
            return .init(word.text)
        }
        for word in ["close", "open", "open", "close"] { port.send(Word(word)) }
        let late = port.stream()
        port.finish()
        #expect(
            await Array(stream) == [
                .whole([], number: 0), .change(Word("open"), number: 1), .change(Word("close"), number: 2),
            ])
        #expect(await Array(late) == [.whole(["open", "close"], number: 2)])
    }

    @Test func `values that are judged later become current in their turn, and a repeated one is not judged`() async {
        let port = OutputPort("door", distinct: "shut"), complaints = Complaints()
        let contract = Contract(DoorRules()) { complaints.note($0) }
        let (all, late) = (port.stream(), InputPort<String>("late"))
        port.enforce(contract, onViolation: .refuse) { .init($0) }
        other.enforce(contract) { _ in
            // The contract is busy with this one: its verdicts come afterwards.
            for word in ["open", "open", "knock", "open"] { port.send(word) }
            connect(port, to: late)
            port.send("close")
            port.finish()
            #expect(port.current == "shut")
            return nil
        }
        other.send("ring")
        #expect(port.current == "close")
        #expect(await Array(all) == ["shut", "open", "knock", "close"])
        late.finish()
        #expect(await Array(late) == ["knock", "close"])
        // The repeated `open` was judged where others did not have it any more.
        #expect(complaints.violations.map { "\($0.message ?? "")" } == ["open"])
    }

    @Test func `ports that share a contract, which is busy with the others, keep their order and leave nothing behind`()
        async
    {
        let ports = (0..<4).map { OutputPort("port \($0)", current: 0) }, contract = contract
        let streams = ports.map { $0.stream() }
        for port in ports { port.enforce(contract, onViolation: .refuse) { _ in nil } }
        await withTaskGroup { group in
            for port in ports { group.addTask { for number in 1...500 { port.send(number) } } }
        }
        for (port, stream) in zip(ports, streams) {
            #expect(port.current == 500)
            port.finish()
            #expect(await Array(stream) == Array(0...500))
        }
    }

    @Test func `what is sent is compared at once only if nothing comes before it`() {
        var machine = OutputStateMachine(current: 1)
        #expect(machine.latestAtRest == 1)
        _ = machine.send(2, context: nil)
        #expect(machine.latestAtRest == nil)
        #expect(machine.nextErrand() != nil)
        _ = machine.setLatest(.init(message: 2, ends: nil))
        #expect(machine.latestAtRest == nil)
        #expect(machine.nextErrand() == nil)
        #expect(machine.latestAtRest == 2)
    }

    @Test func `a system sees what has passed, and a violation with the message that led to it`() async throws {
        let port = OutputPort("door", current: "shut"), system = System()
        let sender = OutputPort<String>("sender"), input = InputPort<String>("in")
        system.add("A", ports: port)
        system.add("B", ports: sender)
        connect(sender, to: input)
        port.enforce(contract, onViolation: .refuse) { .init($0) }
        let recorder = system.recorder(), violations = system.violations
        let task = input.handle { port.send($0) }
        sender.send("close")
        let violation = await violations.first(1).first
        #expect(violation?.trace.map(\.description) == ["#1 B.sender: close"])
        // Who was refused may still be on the way back: then this one's turn comes behind it.
        port.send("open")
        try await eventually { recorder.records.count == 2 }
        #expect(recorder.records.map(\.description) == ["#1 B.sender → in: close", "#2 A.door → nobody: open"])
        task.cancel()
    }
}

/// A word that is said.
private struct Word: Delta, Hashable {
    let text: String
    init(_ text: String) { self.text = text }
    func apply(to whole: inout [String]) { whole.append(text) }
}
