import Statecharts

//    ┌ Matryoshka ────────────────┐
//    │    ┌ Shell ──────┐         │
//    │ ●→ │ ●→ Kernel   │  Other  │
//    │    └─────────────┘         │
//    └────────────────────────────┘
/// Starts others of its class, down to a depth, before and after it declares what is inside it.
final class Matryoshka: TopState<Int> {
    let shell = Shell(), other = Other()
    let depth: Int
    private(set) var inner: [Interpreter<Matryoshka>] = []
    private(set) var errors: [String] = []

    init(depth: Int) { self.depth = depth }

    override func configure() {
        startInner()
        substates(shell, other)
        startInner()
    }

    private func startInner() {
        guard depth > 0 else { return }
        let interpreter = Interpreter(Matryoshka(depth: depth - 1))
        inner.append(interpreter)
        do { try interpreter.start() } catch { errors.append("\(error)") }
    }

    /// Where all are that were started from here, after the errors of those that did not start.
    var innerConfigurations: [String] {
        errors + inner.flatMap { [$0.configuration.description] + $0.top.innerConfigurations }
    }

    final class Shell: State<Matryoshka, Matryoshka> {
        let kernel = Kernel()
        override func configure() { substates(kernel) }
        final class Kernel: State<Shell, Matryoshka> {}
    }

    final class Other: State<Matryoshka, Matryoshka> {}
}
