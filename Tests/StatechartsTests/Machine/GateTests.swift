import Statecharts
import Testing

/// Whoever gets to a machine from inside its own step, on its executor, comes behind that step.
@Suite struct GateTests {
    private static let entered = ["+Intruded", "+A", "+A.A1"]
    private static let gone = ["?go", "go?", "-A.A1", "!go", "+A.A2"]
    private static let left = ["-A.A2", "-A", "+B"]

    @Test(arguments: Intruded.Place.allCases, [false, true])
    @MainActor @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    func `what is sent from inside a step has a step of its own after it`(
        place: Intruded.Place, isObserved: Bool
    ) async throws {
        let machine = Machine(Intruded(), on: MainActor.shared)
        let steps = isObserved ? machine.steps : nil
        try await machine.start()
        let inside = Inside<Outcome>()
        try await machine.intrude(at: place) { inside.begin { try await machine.send(.inner) } }
        #expect(try await machine.send(.go) == .handled)
        #expect(try await inside.result == .handled)
        #expect(try await machine.withTop { $0.notes } == Self.entered + Self.gone + Self.left)
        #expect(await machine.configuration.description == "B")
        try await machine.stop()
        if let steps { #expect(await described(steps) == Self.records + [Self.stopping]) }
    }

    @Test(arguments: Intruded.Place.allCases, [false, true])
    @MainActor @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    func `the same for an event that was posted`(place: Intruded.Place, isObserved: Bool) async throws {
        let machine = Machine(Intruded(), on: MainActor.shared)
        let steps = isObserved ? machine.steps : nil
        try await machine.start()
        let inside = Inside<Outcome>()
        try await machine.intrude(at: place) { inside.begin { try await machine.send(.inner) } }
        machine.post(.go)
        #expect(try await machine.send(.unknown) == .unhandled)
        #expect(try await inside.result == .handled)
        #expect(try await machine.withTop { $0.notes } == Self.entered + Self.gone + Self.left)
        try await machine.stop()
        if let steps {
            // It was sent before the step of `go` began, and so before what is sent from inside of that.
            let unknown = "unknown: unhandled → A.A2"
            #expect(await described(steps) == Self.records.prefix(2) + [unknown, Self.records[2], Self.stopping])
        }
    }

    private static let records = [
        "start: handled → A.A1\n  start, entries Intruded A A.A1",
        "go: handled → A.A2\n  event, A ⇢ A.A2, exits A.A1, effects A, entries A.A2",
        "inner: handled → B\n  event, A → B, exits A.A2 A, entries B",
    ]
    private static let stopping = "stop: handled → B\n  finish, exits B Intruded"

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    private func described(_ steps: Machine<Intruded>.Steps) async -> [String] {
        var records: [String] = []
        for await step in steps { records.append("\(step)") }
        return records
    }

    @Test(arguments: Intruded.Place.allCases)
    @MainActor func `looking from inside a step takes nothing that waits, and keeps the order`(
        place: Intruded.Place
    ) async throws {
        let machine = Machine(Intruded(), on: MainActor.shared)
        try await machine.start()
        let seen = Sighting<[String]>()
        try await machine.intrude(at: place) {
            machine.post(.unknown)
            seen.set(machine.assumeIsolated { ["\($0.configuration)", "\($0.isActive(\.b))"] })
        }
        // Both are taken out of the mailbox together, so that one waits while the other one's step is under way.
        machine.post(.go)
        machine.post(.inner)
        #expect(try await machine.send(.inner) == .handled)
        let active =
            switch place {
            case .handler, .exit: "A.A1"
            case .effect: "A"
            case .entry: "A.A2"
            }
        #expect(seen.value == [active, "false"])
        #expect(
            try await machine.withTop { $0.notes } == Self.entered + Self.gone + Self.left + ["!inner in B"])
        try await machine.stop()
    }

    @Test @MainActor @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    func `what an event does when it is let go comes after the events that wait`() async throws {
        let machine = Machine(Intruded(), on: MainActor.shared)
        try await machine.start()
        let inside = Inside<Outcome>()
        machine.post(
            .carry(
                Baggage {
                    _ = machine.assumeIsolated { $0.configuration }
                    inside.begin { try await machine.send(.inner) }
                }))
        machine.post(.go)
        machine.post(.inner)
        #expect(try await machine.send(.unknown) == .unhandled)
        #expect(try await inside.result == .handled)
        #expect(
            try await machine.withTop { $0.notes }
                == Self.entered + ["!carry"] + Self.gone + Self.left + ["!inner in B"])
        try await machine.stop()
    }

    @Test(arguments: Intruded.Place.allCases)
    @MainActor @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    func `a machine that is stopped from inside a step ends after it`(place: Intruded.Place) async throws {
        let machine = Machine(Intruded(), on: MainActor.shared)
        try await machine.start()
        let stopping = Inside<Void>()
        try await machine.intrude(at: place) { [unowned machine] in stopping.begin { try await machine.stop() } }
        #expect(try await machine.send(.go) == .handled)
        try await stopping.result
        #expect(await machine.status == .stopped)
        #expect(
            try await machine.withTop { $0.notes } == Self.entered + Self.gone
                + ["-A.A2", "-A", "-Intruded"])
    }

    @Test(arguments: Intruded.Place.allCases)
    @MainActor @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    func `a snapshot, a visit and a stream of configurations asked for inside a step show what is after it`(
        place: Intruded.Place
    ) async throws {
        let machine = Machine(Intruded(), on: MainActor.shared)
        try await machine.start()
        let snapshot = Inside<Snapshot>()
        let visit = Inside<[String]>()
        let first = Inside<Configuration?>()
        try await machine.intrude(at: place) {
            snapshot.begin { try await machine.snapshot() }
            visit.begin { try await machine.withTop { $0.notes } }
            first.begin {
                for await configuration in machine.configurations { return configuration }
                return nil
            }
        }
        #expect(try await machine.send(.go) == .handled)
        #expect(try await snapshot.result?.configuration == ["A.A2"])
        #expect(try await visit.result == Self.entered + Self.gone)
        #expect(try await first.result??.description == "A.A2")
        try await machine.stop()
    }

    /// What a machine makes of `inner`, asked in three ways from inside a step.
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    private struct Looks {
        let accepts = Inside<Bool>(), defers = Inside<Bool>(), preview = Inside<Microstep?>()

        func begin(at machine: Machine<Intruded>) {
            accepts.begin { [unowned machine] in try await machine.accepts(.inner) }
            defers.begin { [unowned machine] in try await machine.defers(.inner) }
            preview.begin { [unowned machine] in try await machine.preview(.inner) }
        }

        var results: [String] {
            get async throws {
                [
                    "\(try await accepts.result, default: "-")", "\(try await defers.result, default: "-")",
                    try await preview.result??.description ?? "-",
                ]
            }
        }
    }

    @Test(arguments: Intruded.Place.allCases)
    @MainActor @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    func `what is asked of the next event inside a step is asked after it`(place: Intruded.Place) async throws {
        let machine = Machine(Intruded(), on: MainActor.shared)
        try await machine.start()
        let looks = Looks()
        try await machine.intrude(at: place) { [unowned machine] in looks.begin(at: machine) }
        #expect(try await machine.send(.go) == .handled)
        #expect(try await looks.results == ["true", "false", "event, A → B, exits A.A2 A, entries B"])
        #expect(try await machine.withTop { $0.notes } == Self.entered + Self.gone)
        try await machine.stop()
    }

    @Test @MainActor @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    func `the same for what an event asks when it is let go`() async throws {
        let machine = Machine(Intruded(), on: MainActor.shared)
        try await machine.start()
        let looks = Looks()
        machine.post(.carry(Baggage { [unowned machine] in looks.begin(at: machine) }))
        machine.post(.go)
        #expect(try await machine.send(.unknown) == .unhandled)
        #expect(try await looks.results == ["true", "false", "event, A → B, exits A.A2 A, entries B"])
        try await machine.stop()
    }

    @Test @MainActor @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    func `who is told of an unhandled event, or looks at the top, is not interrupted by a step`() async throws {
        let told = Inside<Outcome>()
        let notes = Sighting<[String]>()
        let box = WeakMachine()
        let machine = Machine(
            Intruded(), on: MainActor.shared,
            unhandled: .report { _, _ in
                told.begin { try await box.machine?.send(.inner) ?? .finished }
                notes.set(["\(box.machine?.assumeIsolated { $0.configuration } ?? .empty)"])
            })
        box.machine = machine
        try await machine.start()
        #expect(try await machine.send(.unknown) == .unhandled)
        #expect(notes.value == ["A.A1"])
        #expect(try await told.result == .handled)
        let visiting = Inside<Outcome>()
        try await machine.withTop { top in
            top.notes = []
            visiting.begin { try await machine.send(.inner) }
            top.notes.append("end of the visit")
        }
        #expect(try await visiting.result == .handled)
        #expect(try await machine.withTop { $0.notes } == ["end of the visit", "!inner in B"])
        try await machine.stop()
    }
}
