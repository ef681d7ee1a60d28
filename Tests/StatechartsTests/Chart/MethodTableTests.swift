import Statecharts
import TestSupport
import Testing

/// Which methods a class overrides is read from its method table; these tests show that this works on the platform that runs them.
@Suite(.needsMethodTables) struct MethodTableTests {
    private class Top: TopState<Int> {}
    private class Plain<Superior: StateNode>: State<Superior, Top> {}
    private class Handling<Superior: StateNode>: Plain<Superior> {
        override func handle(_ event: Int) -> Reaction { .handled }
    }
    private class Entering<Superior: StateNode>: Handling<Superior> {
        override func entry() {}
    }
    private final class Below: Entering<Top> {
        override func exit() {}
        /// Not overridden, of the module's own: must not be mistaken for one of the framework's.
        func other() {}
    }
    private final class Suspending: Plain<Top> {
        override func entry() async {}
        override func exit() async {}
    }
    private final class Deciding: Plain<Top> {
        override func always() -> Reaction { .unhandled }
        override func completed() -> Reaction { .unhandled }
        override func failed(_ error: any Error) -> Reaction { .unhandled }
    }
    private final class Regions: OrthogonalState<Top, Top> {
        override func handle(_ event: Int) -> Reaction { .handled }
        override func completed() -> Reaction { .handled }
    }
    private final class Ending: FinalState<Top, Top> {
        override func entry() {}
    }
    private final class Embedding: Submachine<Top, Top, Top> {
        override func always() -> Reaction { .unhandled }
    }
    private class TopAbove: Top {
        override func handle(_ event: Int) -> Reaction { .handled }
    }
    private final class TopBelow: TopAbove {
        override func failed(_ error: any Error) -> Reaction { .unhandled }
        override func exit() {}
    }
    private class GenericTop<Event: Sendable>: TopState<Event> {
        override func always() -> Reaction { .unhandled }
    }
    private final class SpecificTop: GenericTop<String> {}

    @Test func `every overridable method was found in exactly one place`() {
        #expect(MethodTable.isCalibrated)
    }

    @Test func `overrides are found on every level, also of generic classes`() {
        #expect(MethodTable.overrides(of: Plain<Top>.self) == [])
        #expect(MethodTable.overrides(of: Handling<Top>.self) == [.handle])
        #expect(MethodTable.overrides(of: Entering<Below>.self) == [.handle, .entry])
        #expect(MethodTable.overrides(of: Below.self) == [.handle, .entry, .exit])
    }

    @Test func `each method is told from the others`() {
        #expect(MethodTable.overrides(of: Suspending.self) == [.suspendingEntry, .suspendingExit])
        #expect(MethodTable.overrides(of: Deciding.self) == [.always, .completed, .failed])
    }

    @Test func `overrides are found in all kinds of states`() {
        #expect(MethodTable.overrides(of: Regions.self) == [.handle, .completed])
        #expect(MethodTable.overrides(of: Ending.self) == [.entry])
        #expect(MethodTable.overrides(of: Embedding.self) == [.always])
        #expect(MethodTable.overrides(of: OrthogonalState<Top, Top>.self) == [])
        #expect(MethodTable.overrides(of: FinalState<Top, Top>.self) == [])
        #expect(MethodTable.overrides(of: Submachine<Top, Top, Top>.self) == [])
    }

    @Test func `overrides are found in top states`() {
        #expect(MethodTable.overrides(of: Top.self) == [])
        #expect(MethodTable.overrides(of: TopAbove.self) == [.handle])
        #expect(MethodTable.overrides(of: TopBelow.self) == [.handle, .failed, .exit])
        #expect(MethodTable.overrides(of: SpecificTop.self) == [.always])
    }
}
