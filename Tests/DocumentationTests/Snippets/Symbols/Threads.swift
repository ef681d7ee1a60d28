import Statecharts

// Examples of the reference about actions that block.

struct Document: Sendable {
    static func render() throws -> Document { Document() }
}

func makePrinter() throws -> Machine<Press> {
    final class Printer: TopState<Int> {}
    // snippet: ThreadActor
    let lane = try ThreadActor(named: "printer")
    let printer = Machine(Printer(), on: lane)  // its actions may block
    // end snippet
    printer.post(1)
    return Machine(Press(lane))
}

//   Press
//   ┌───────────────────────────────┐
//   │ ●──▶ Rendering  ⟲ rendered    │
//   └───────────────────────────────┘
final class Press: TopState<Press.Event> {
    enum Event { case rendered(Document) }

    let lane: ThreadActor, rendering = Rendering()
    init(_ lane: ThreadActor) { self.lane = lane }
    override func configure() { substates(rendering) }

    final class Rendering: State<Press, Press> {
        // snippet: ThreadActor.run
        override func entry() {
            run { [lane = top.lane] in
                try await lane.run { try Document.render() }
            } done: {
                .rendered($0)
            }
        }
        // end snippet
    }
}
