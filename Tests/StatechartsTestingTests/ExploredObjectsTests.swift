import Statecharts
import StatechartsTesting
import Testing

private final class Tin: @unchecked Sendable { var count = 0 }

/// A value with an object inside.
private enum Stash: Sendable {
    struct Shelf: Sendable { let tin = Tin() }
    case shelf(Shelf), list([Tin]), closure(@Sendable () -> Tin)

    var tin: Tin {
        switch self {
        case .shelf(let shelf): shelf.tin
        case .list(let tins): tins[0]
        case .closure(let tin): tin()
        }
    }
}

//   Pantry: on every path three steps at most change what is inside
//   ●──▶ Empty ──shelf, list, closure──▶ Zero ──a, b──▶ One ──a, b──▶ Two ──[more than 2]──▶ Bad
private final class Pantry: TopState<Pantry.Event> {
    enum Event: Sendable, CaseIterable { case shelf, list, closure, a, b }
    @Scoped var kept: Stash?
    let empty = Empty(), zero = Zero(), one = One(), two = Two(), bad = Bad()
    override func configure() { substates(empty, zero, one, two, bad) }
    final class Empty: State<Pantry, Pantry> {
        override func handle(_ event: Event) -> Reaction {
            let tin = Tin()
            return switch event {
            case .shelf: .to(superior.zero) { top.kept = .shelf(Stash.Shelf()) }
            case .list: .to(superior.zero) { top.kept = .list([tin]) }
            case .closure: .to(superior.zero) { top.kept = .closure { tin } }
            case .a, .b: .unhandled
            }
        }
    }
    final class Zero: State<Pantry, Pantry> {
        override func handle(_ event: Event) -> Reaction { .to(superior.one) { top.kept?.tin.count += 1 } }
    }
    final class One: State<Pantry, Pantry> {
        override func handle(_ event: Event) -> Reaction { .to(superior.two) { top.kept?.tin.count += 1 } }
    }
    final class Two: State<Pantry, Pantry> {
        override func always() -> Reaction { (top.kept?.tin.count ?? 0) > 2 ? .to(superior.bad) : .unhandled }
    }
    final class Bad: State<Pantry, Pantry> {}
}

/// Objects in the data of a chart, which all paths would share where it is put back.
@Suite struct ExploredObjectsTests {
    @Test(
        arguments: zip(
            [Pantry.Event.shelf, .list, .closure],
            ["an object of the class Tin", "an object of the class Tin", "a closure"]))
    private func `a chart whose data have an object inside takes the path again`(
        _ event: Pantry.Event, _ what: String
    ) async throws {
        var explorer = Explorer(events: [event, .a, .b]) { Pantry() }
        explorer.allowsDeadEnds = true
        explorer.never(\.bad)
        let found = try await explorer.explore()
        #expect(found.replayReason == "Pantry.kept holds \(what)")
        #expect(!found.problems.contains { $0.kind == .violation }, "\(found)")
        #expect(found.situationCount == 4, "\(found)")
    }

    @Test func `a chart without objects is put back as before`() async throws {
        var explorer = Explorer(events: [Pantry.Event.a, .b]) { Pantry() }
        explorer.allowsDeadEnds = true
        #expect(try await explorer.explore().replayReason == nil)
    }
}
