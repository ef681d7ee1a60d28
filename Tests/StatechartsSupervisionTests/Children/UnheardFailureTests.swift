import StatechartsSimulation
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// A child that fails when its state does not hear of it any more.
///
/// What is told is heard by all tests: no other suite has a tent, and the tests of this one do not run at the same
/// time.
@Suite(.serialized) struct UnheardFailureTests {
    let clock = ManualClock()
    let told = Notes()

    /// Does something with a camp, and answers what is told of its children.
    private func told(
        _ isSore: Bool = false, _ what: (Machine<Camp>) async throws -> Void
    ) async throws -> [String] {
        let unhear = Misuse.hear { [told] in if $0.contains("Tent/") { told.add($0) } }
        defer { unhear() }
        let machine = Machine(Camp(isSore), clock: clock)
        try await machine.start()
        await clock.settle()
        try await what(machine)
        await clock.settle()
        try await machine.stop()
        await clock.settle()
        return told.texts
    }

    private static func text(_ child: String, _ error: String) -> String {
        "the child Tent/\(child) has failed, and no state is told, as its state was left or it was removed: \(error)"
    }

    private static let torn =
        "Camper, taking tear: threw Torn(), and no state handled it: Camper was asked; "
        + "override failed(_:) in Camper [unhandledError]"

    @Test func `a child whose exit throws when its state is left is told on the standard error`() async throws {
        let told = try await told(true) { try await $0.send(.leave) }
        #expect(told.count == 1)
        #expect(told.allSatisfy { $0.hasPrefix(Self.text("camper", "Camper: threw Torn()")) }, "\(told)")
    }

    @Test func `so is one that takes what it has accepted, and fails`() async throws {
        let told = try await told { machine in
            try await machine.withTop {
                machine.post(.leave)
                $0.tent.camper.post(.tear)
            }
        }
        #expect(told == [Self.text("camper", Self.torn)])
    }

    @Test func `so is a row of a list that is removed`() async throws {
        let told = try await told { try await $0.send(.drop) }
        #expect(told == [Self.text("rows[1]", Self.torn)])
    }

    @Test func `so is one that fails at the end of its owner, which ends all the same`() async throws {
        let told = try await told(true) { _ in }
        #expect(told.count == 1)
        #expect(told.allSatisfy { $0.hasPrefix(Self.text("camper", "Camper: threw Torn()")) }, "\(told)")
    }

    @Test func `so is one whose failure waits in the mailbox when its state is left`() async throws {
        let told = try await told { machine in
            try await machine.send(.tearAndLeave)
            #expect(await machine.configuration.description == "Road")
        }
        #expect(told == [Self.text("camper", Self.torn)])
    }

    @Test func `a failure that its state hears of is told nowhere else`() async throws {
        let told = try await told { machine in
            try await machine.send(.tear)
            await clock.settle()
            #expect(try await machine.withTop { $0.heard } == 1)
            try await machine.send(.leave)
        }
        #expect(told == [])
    }
}

//  ● ──▶ Tent [camper, rows] ──leave──▶ Road
private final class Camp: TopState<Camp.Event> {
    enum Event: Sendable { case tear, leave, drop, tearAndLeave }

    let tent = Tent(), road = Road()
    let isSore: Bool
    var heard = 0
    init(_ isSore: Bool) { self.isSore = isSore }
    override func configure() { substates(tent, road) }

    final class Road: State<Camp, Camp> {}

    final class Tent: State<Camp, Camp> {
        let camper = Child(of: Tent.self) { Camper($0.top.isSore) }
        let rows = ChildMachines(of: Tent.self) { (_: Tent, _: Int) in Camper(false) }

        override func configure() { children(camper, rows) }
        override func entry() { rows.add(1) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .tear: camper.forward(.tear)
            case .leave: .to(superior.road)
            case .drop:
                .handled {
                    rows.post(.tear, to: 1)
                    rows.remove(1)
                }
            case .tearAndLeave:
                .handled {
                    self.camper.post(.tear)
                    // Its end is known before this step goes on, and not taken.
                    try? await self.camper.machine?.finished
                    self.top.raise(.leave)
                }
            }
        }
        override func failed(_ error: any Error) -> Reaction { .handled { top.heard += 1 } }
    }
}

private final class Camper: TopState<Camper.Event> {
    enum Event: Sendable { case tear }
    struct Torn: Error {}
    let isSore: Bool
    init(_ isSore: Bool) { self.isSore = isSore }
    override func exit() throws { if isSore { throw Torn() } }
    override func handle(_ event: Event) -> Reaction { .handled { throw Torn() } }
}
