// snippet: the kettle
import Statecharts

final class Kettle: TopState<Kettle.Event> {
    enum Event { case press, boils, tooLong }

    let off = Off(), heating = Heating()
    override func configure() { substates(off, heating) }

    final class Off: State<Kettle, Kettle> {
        override func handle(_ event: Event) -> Reaction { event == .press ? .to(superior.heating) : .unhandled }
    }

    final class Heating: State<Kettle, Kettle> {
        override func entry() {
            print("click")
            after(.seconds(180), send: .tooLong)
        }
        override func exit() { print("clack") }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .press, .boils: .to(superior.off)
            case .tooLong: .to(superior.off) { print("is there water in it?") }
            }
        }
    }
}
// end snippet
