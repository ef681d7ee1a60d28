import Statecharts

/// A chart that takes messages of a port, inside another.
///
///     ● ▶ Inside ⟨Stage⟩ ──out──▶ Outside
final class Hall: TopState<String> {
    let inside: Submachine<Hall, Hall, Stage>, outside = Outside()
    private(set) var heard: [String] = []

    init(_ stage: Stage = Stage("!")) {
        inside = Submachine(stage) {
            $0 == "out" ? nil : $0
        } outward: {
            $0 == "nobody's" ? nil : $0
        }
    }
    override func configure() { substates(inside, outside) }
    override func handle(_ event: String) -> Reaction {
        switch event {
        case "out": .to(outside)
        default: .handled { self.heard.append(event) }
        }
    }
    final class Outside: State<Hall, Hall> {}
}
