import Foundation
import Statecharts
import StatechartsTesting
import Synchronization
import Testing

/// What states store beside substates and ports may be large. It is not looked through when a chart starts.
@Suite struct StoredDataTests {
    /// Counts how often an object of Foundation was made of a value, which `as?` with a class does.
    private final class Bridgings: Sendable {
        let count = Atomic<Int>(0)
        func add() { count.add(1, ordering: .relaxed) }
    }

    private struct Reading: _ObjectiveCBridgeable, Sendable {
        let bridgings: Bridgings

        func _bridgeToObjectiveC() -> NSObject {
            bridgings.add()
            return NSObject()
        }

        static func _forceBridgeFromObjectiveC(_ source: NSObject, result: inout Reading?) {}
        static func _conditionallyBridgeFromObjectiveC(_ source: NSObject, result: inout Reading?) -> Bool { false }
        static func _unconditionallyBridgeFromObjectiveC(_ source: NSObject?) -> Reading {
            preconditionFailure("no reading is made of an object")
        }
    }

    //  ● ──▶ Idle
    private final class Station: TopState<Station.Event> {
        enum Event: Sendable { case read }

        let readings: [Reading], byHour: [Int: Reading], latest: Reading?, perDay: [[Reading]]
        let idle = Idle(), output = OutputPort<Int>("output")

        init(_ bridgings: Bridgings) {
            let reading = Reading(bridgings: bridgings)
            readings = [reading, reading]
            byHour = [1: reading]
            latest = reading
            perDay = [[reading], []]
        }

        override func configure() { substates(idle) }
        override func handle(_ event: Event) -> Reaction { .handled { self.output.send(self.readings.count) } }

        final class Idle: State<Station, Station> {}
    }

    @Test func `a chart starts without making objects of its data`() async throws {
        let bridgings = Bridgings()
        // The first one is validated, the second one has a known shape.
        for _ in 0..<2 {
            let interpreter = Interpreter(Station(bridgings))
            try interpreter.start()
            try interpreter.send(.read)
            let machine = Machine(Station(bridgings))
            try await machine.start()
            try await machine.send(.read)
            try await machine.stop()
        }
        #expect(bridgings.count.load(ordering: .relaxed) == 0)
    }

    @Test func `nor does the test of one`() async throws {
        let bridgings = Bridgings()
        let test = TestMachine(Station(bridgings))
        try await test.start {
            $0.enters(\.self, \.idle)
        }
        await test.send(.read) {
            $0.reacts(\.self)
            $0.sends(\.output, 2)
        }
        test.finish()
        #expect(bridgings.count.load(ordering: .relaxed) == 0)
    }
}
