import Statecharts
import Testing

@Suite struct AcceptsTests {
    /// What `accepts(_:)` costs is what the handlers cost that are asked: nobody is asked twice, in the order of a step,
    /// and nobody any more once one reacts.
    @Test(arguments: [
        (
            "both", true, ["Inner"],
            ["Inner", "Right"]
        ),
        ("right", true, ["Inner", "Left", "Right"], ["Inner", "Left", "Right"]),
        ("around", true, ["Inner", "Left", "Right", "Both", "Asked"], ["Inner", "Left", "Right", "Both", "Asked"]),
        ("nobody", false, ["Inner", "Left", "Right", "Both", "Asked"], ["Inner", "Left", "Right", "Both", "Asked"]),
        ("later", false, ["Inner", "Right"], ["Inner", "Right"]),
        ("later or right", true, ["Inner", "Right"], ["Inner", "Right"]),
    ])
    func `no more states are asked than the event itself would be offered to`(
        event: String, isAccepted: Bool, accepting: [String], sending: [String]
    ) throws {
        let chart = Asked()
        let interpreter = Interpreter(chart)
        try interpreter.start()
        #expect(interpreter.accepts(event) == isAccepted)
        #expect(chart.takeAsked() == accepting)
        #expect(interpreter.defers(event) == (event == "later"))
        #expect(chart.takeAsked() == accepting)
        try interpreter.send(event)
        #expect(chart.takeAsked() == sending)
    }
}

/// Two regions whose states note that they are asked.
///
///     Asked               around ↺
///     └─ Both
///        ├─ Left
///        │  └─ Inner      both ↺, later and later or right deferred
///        └─ Right         both ↺, right ↺, later or right ↺
private final class Asked: TopState<String> {
    let both = Both()
    private var asked: [String] = []

    override func configure() { substates(both) }
    override func handle(_ event: String) -> Reaction {
        asked.append("Asked")
        return event == "around" ? .handled : .unhandled
    }

    func note(_ name: String) { asked.append(name) }

    func takeAsked() -> [String] {
        defer { asked = [] }
        return asked
    }

    final class Both: OrthogonalState<Asked, Asked> {
        let left = Left(), right = Right()
        override func configure() { regions(left, right) }
        override func handle(_ event: String) -> Reaction {
            top.note("Both")
            return .unhandled
        }

        final class Left: State<Both, Asked> {
            let inner = Inner()
            override func configure() { substates(inner) }
            override func handle(_ event: String) -> Reaction {
                top.note("Left")
                return .unhandled
            }

            final class Inner: State<Left, Asked> {
                override func handle(_ event: String) -> Reaction {
                    top.note("Inner")
                    return switch event {
                    case "both": .handled
                    case "later", "later or right": .deferred
                    case _: .unhandled
                    }
                }
            }
        }

        final class Right: State<Both, Asked> {
            override func handle(_ event: String) -> Reaction {
                top.note("Right")
                return event == "both" || event.hasSuffix("right") ? .handled : .unhandled
            }
        }
    }
}
