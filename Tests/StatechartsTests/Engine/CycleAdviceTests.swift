import Statecharts
import Testing

//   JoinedAgain: the join of Left and Right leads to Left, which enters both
private final class JoinedAgain: TopState<String> {
    let both = Both()
    override func configure() { substates(both) }
    final class Both: OrthogonalState<JoinedAgain, JoinedAgain> {
        let left = Side(), right = Side()
        let join = Join<Both, JoinedAgain>(from: { [$0.left, $0.right] }, to: { .to($0.left) })
        override func configure() { regions(left, right, join) }
    }
    final class Side: State<Both, JoinedAgain> {}
}

//   ChosenAgain: the choice that Outer begins with leads to Outer
private final class ChosenAgain: TopState<String> {
    let outer = Outer()
    override func configure() { substates(outer) }
    final class Outer: State<ChosenAgain, ChosenAgain> {
        let inner = Inner()
        let choice = Choice<Outer, ChosenAgain> { .to($0) }
        override func configure() { substates(inner, choice, initial: choice) }
    }
    final class Inner: State<Outer, ChosenAgain> {}
}

//   ChosenToAndFro: two choices lead to each other
private final class ChosenToAndFro: TopState<String> {
    let rest = Rest()
    let there: Choice<ChosenToAndFro, ChosenToAndFro> = Choice { .to($0.back) }
    let back: Choice<ChosenToAndFro, ChosenToAndFro> = Choice { .to($0.there) }
    override func configure() { substates(rest, there, back, initial: there) }
    final class Rest: State<ChosenToAndFro, ChosenToAndFro> {}
}

@Suite struct CycleAdviceTests {
    private func fix(_ top: some Statechart) throws -> String {
        let error = try #require(throws: StepError.self) { try Interpreter(top).start() }
        #expect(error.code == .eventlessCycle)
        return error.fix
    }

    @Test func `the error of a cycle says what ends it`() throws {
        #expect(
            try fix(JoinedAgain()) == "the join leads to where all its sources are active again: let it lead elsewhere")
        #expect(
            try fix(ChosenAgain())
                == "the choice leads back to itself: let a branch lead to a state that does not begin with it")
        #expect(
            try fix(ChosenToAndFro())
                == "these choices lead to each other: let a branch of one lead to a state that begins with none of them"
        )
    }
}
