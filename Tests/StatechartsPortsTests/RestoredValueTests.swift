@testable import Statecharts
@testable import StatechartsCore
import StatechartsTesting
import TestSupport
import Testing

/// Values of snapshots, and who is told of them.
@Suite struct RestoredValueTests {
    private let port = OutputPort<Numbered<Mark>>("marks", changesOf: [7])
    private let known = InputPort<Numbered<Mark>>("known")

    @Test(arguments: [true, false])
    func `an end that knows the restored whole gets the next one that is sent again`(isInSnapshot: Bool) async throws {
        guard case .value(let saved) = try port.storage.savedCurrent() else {
            Issue.record("there is no whole")
            return
        }
        let restoration = isInSnapshot ? try port.storage.restoration(ofCurrent: saved) : {}
        _ = Connection.make(port.storage, known.storage, introduces: false)
        restoration?()
        #expect(known.bufferedCount == 0)
        port.resend()
        known.finish()
        #expect(await Array(known) == [.whole([7], number: 0)])
    }

    @Test func `an end that knows the restored whole is told of the next restoration`() async throws {
        guard case .value(let saved) = try port.storage.savedCurrent() else {
            Issue.record("there is no whole")
            return
        }
        _ = Connection.make(port.storage, known.storage, introduces: false)
        try port.storage.restoration(ofCurrent: saved)?()
        port.send(.add(8))
        try port.storage.restoration(ofCurrent: saved)?()
        known.finish()
        #expect(await Array(known) == [.change(.add(8), number: 1), .whole([7], number: 2)])
    }

    @Test(arguments: [true, false])
    func `an end that knows the whole of a snapshot is given it if it has another number`(isThere: Bool) async throws {
        guard case .value(let saved) = try port.storage.savedCurrent() else {
            Issue.record("there is no whole")
            return
        }
        // The port has come further than the snapshot.
        port.send(.add(8))
        if isThere { _ = Connection.make(port.storage, known.storage, introduces: false) }
        try port.storage.restoration(ofCurrent: saved)?()
        if !isThere { _ = Connection.make(port.storage, known.storage, introduces: false) }
        port.send(.add(9))
        known.finish()
        #expect(await Array(known) == [.whole([7], number: 2), .change(.add(9), number: 3)])
    }

    @Test func `a value is restored in its turn, and what is sent afterwards is compared with it`() async {
        let port = OutputPort("level", distinct: 0), input = InputPort<Int>("in")
        connect(port, to: input) { value in
            if value == 5 {
                // Somebody else sends and restores while this one is delivered.
                port.send(1)
                port.storage.restore(2)
            }
            return value
        }
        port.send(5)
        #expect(port.current == 2)
        port.send(1)
        input.finish()
        #expect(await Array(input) == [0, 5, 1, 2, 1])
    }

    @Test func `a snapshot says that it lacks a whole that is just being changed`() {
        let isLacking = Kept<Bool>()
        port.send(
            .call(
                Call { [port] in
                    guard case .beingChanged = try? port.storage.savedCurrent() else { return }
                    isLacking.put(true)
                }))
        #expect(isLacking.value == true)
    }

    @Test func `a whole is restored in its turn, and no change is lost`() async throws {
        guard case .value(let saved) = try port.storage.savedCurrent() else {
            Issue.record("there is no whole")
            return
        }
        connect(port, to: known)
        port.send(.add(8))
        // Restored while the port makes a change, and not when a replica makes it.
        let isRestored = Kept<Bool>()
        port.send(
            .call(
                Call { [port] in
                    if isRestored.value != true { try? port.storage.restoration(ofCurrent: saved)?() }
                    isRestored.put(true)
                }))
        port.send(.add(9))
        var replica = Replica<Mark>()
        known.finish()
        for await message in known { replica.take(message) }
        #expect(replica.whole == [7, 9] && !replica.isBehind)
        var late = Replica<Mark>()
        for await message in port.stream().prefix(1) { late.take(message) }
        #expect(late == replica)
    }
}

/// Keeps what it is given last.
private final class Kept<Value: Sendable>: Sendable {
    private let content = Guarded<Value?>(nil)
    var value: Value? { content.withLock { $0 } }
    func put(_ value: Value) { content.withLock { $0 = value } }
}

/// A number that is added, or something that is done meanwhile.
private enum Mark: Delta, Hashable, Codable {
    case add(Int), call(Call)
    func apply(to whole: inout [Int]) {
        switch self {
        case .add(let number): whole.append(number)
        case .call(let call): call.body()
        }
    }
}

private struct Call: Hashable, Codable, Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    init(from decoder: any Decoder) { body = {} }
    func encode(to encoder: any Encoder) {}
    static func == (a: Call, b: Call) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
}
