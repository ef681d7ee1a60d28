public import Statecharts

// snippet: public chart
/// A door that opens after a number.
public final class CodeLock: TopState<CodeLock.Event> {
    /// What happens at the door, and what its parts tell each other.
    public enum Event: Sendable {
        case digit(Int), close
        case accepted(Own), refused(Own)  // raised by the chart; nobody else can make them
    }

    /// What events carry that only this module sends: it has no public initializer.
    public struct Own: Sendable { init() {} }

    let door = Door()
    private let code: [Int]
    /// Makes a door that opens after these four digits.
    public init(code: [Int]) { self.code = code }
    public override func configure() { substates(door) }

    func isAccepted(_ digits: [Int]) -> Bool { digits == code }

    final class Door: OrthogonalState<CodeLock, CodeLock> {  // states are nobody else's business
        let bolt = Bolt(), lamp = Lamp()
        override func configure() { regions(bolt, lamp) }
    }

    final class Bolt: State<Door, CodeLock> {
        let locked = Locked(), open = Open()
        override func configure() { substates(locked, open) }

        final class Locked: State<Bolt, CodeLock> {
            @Scoped var digits: [Int] = []
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .digit(let digit) where digits.count < 3: .handled { digits.append(digit) }
                case .digit(let digit):
                    .handled {
                        raise(top.isAccepted(digits + [digit]) ? .accepted(Own()) : .refused(Own()))
                        digits = []
                    }
                case .accepted: .to(superior.open)
                default: .unhandled
                }
            }
        }

        final class Open: State<Bolt, CodeLock> {
            override func handle(_ event: Event) -> Reaction {
                if case .close = event { .to(superior.locked) } else { .unhandled }
            }
        }
    }

    final class Lamp: State<Door, CodeLock> {
        let dark = Dark(), green = Green(), red = Red()
        override func configure() { substates(dark, green, red) }
        override func handle(_ event: Event) -> Reaction {  // the other region has raised it, in the same step
            switch event {
            case .accepted: .local(to: green)
            case .refused: .local(to: red)
            case .close: .local(to: dark)
            case .digit: .unhandled
            }
        }

        final class Dark: State<Lamp, CodeLock> {}
        final class Green: State<Lamp, CodeLock> {}
        final class Red: State<Lamp, CodeLock> {}
    }
}
// end snippet
