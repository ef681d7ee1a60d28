import Statecharts
import StatechartsDiagrams
import Testing

/// Two regions, one of them with a choice.
///
///     Desk
///     └─ Open (orthogonal)
///        ├─ Left   ●──▶ One ──▶ ◇ check ──▶ One | Two
///        └─ Right
private final class Desk: TopState<String> {
    let open = Open()
    override func configure() { substates(open) }

    final class Open: OrthogonalState<Desk, Desk> {
        let left = Left(), right = Right()
        override func configure() { regions(left, right) }
    }

    final class Left: State<Open, Desk> {
        let one = One(), two = Two()
        let check = Choice<Left, Desk> { .to($0.two) }
        override func configure() { substates(one, two, check) }
    }

    final class One: State<Left, Desk> {
        override func handle(_ event: String) -> Reaction { event == "go" ? .to(superior.check) : .unhandled }
    }
    final class Two: State<Left, Desk> {}
    final class Right: State<Open, Desk> {}
}

struct TextTreeTests {
    @Test func `a tree has every vertex in document order and marks what is active`() throws {
        let desk = Interpreter(Desk())
        #expect(TextTree(desk.vertices).lines.isEmpty)
        try desk.start()
        try desk.send("go")
        #expect(
            TextTree(desk.vertices, active: desk.configuration).description == """
                Desk *
                  Open *
                    Left *
                      One
                      Two *
                      «choice» check
                    Right *
                """)
        #expect(TextTree(desk.vertices).lines.allSatisfy { !$0.isActive })
    }

    @Test func `a machine has the same vertices as an interpreter`() async throws {
        let machine = Machine(Desk())
        #expect(await machine.vertices.isEmpty)
        try await machine.start()
        let paths = await machine.vertices.map(\.path)
        #expect(
            paths == ["Desk", "Open", "Open.Left", "Open.Left.One", "Open.Left.Two", "Open.Left.check", "Open.Right"])
    }
}
