/// A visitor: does the same with machines of different charts.
package protocol MachineVisitor {
    func visit<Top: Statechart>(_ machine: Machine<Top>, named name: String)
}

/// A machine, whatever its chart.
protocol VisitableMachine: Actor {
    nonisolated func accept(_ visitor: some MachineVisitor, named name: String)
}

extension Machine: VisitableMachine {
    nonisolated func accept(_ visitor: some MachineVisitor, named name: String) { visitor.visit(self, named: name) }
}
