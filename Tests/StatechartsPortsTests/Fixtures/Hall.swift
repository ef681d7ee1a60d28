import Statecharts

/// A chart that takes messages of a port, inside another, where nobody could deliver them.
///
///     ● ▶ Inside ⟨Stage⟩
final class Hall: TopState<Int> {
    let inside = Submachine<Hall, Hall, Stage>(Stage("!")) { "\($0)" }
    override func configure() { substates(inside) }
}
