import Statecharts

// States that write down every entry (+), exit (-) and effect (!) with their path, so that tests compare what really ran
// with what the record of the step says.

/// A chart with notes.
protocol Noting: Statechart {
    var notes: [String] { get set }
}

class NotedTop<Event: Sendable>: TopState<Event>, Noting {
    var notes: [String] = []
    override func entry() throws { notes.append("+\(path)") }
    override func exit() throws { notes.append("-\(path)") }
    final var noted: () -> Void { { self.notes.append("!\(self.path)") } }
}

class Noted<Superior: StateNode, Top: Noting>: State<Superior, Top> {
    override func entry() throws { top.notes.append("+\(path)") }
    override func exit() throws { top.notes.append("-\(path)") }
    /// An effect that says whose it is.
    final var noted: () -> Void { { self.top.notes.append("!\(self.path)") } }
}

class NotedRegions<Superior: StateNode, Top: Noting>: OrthogonalState<Superior, Top> {
    override func entry() throws { top.notes.append("+\(path)") }
    override func exit() throws { top.notes.append("-\(path)") }
    final var noted: () -> Void { { self.top.notes.append("!\(self.path)") } }
}

class NotedFinal<Superior: StateNode, Top: Noting>: FinalState<Superior, Top> {
    override func entry() throws { top.notes.append("+\(path)") }
    override func exit() throws { top.notes.append("-\(path)") }
}
