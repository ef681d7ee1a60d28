extension Engine {
    /// Refuses a reaction of `source` because it leads to a vertex that is not one of this machine.
    func failForeignTarget(_ source: Int32, _ reaction: borrowing RawReaction) {
        refuse(
            StepError(
                .foreignTarget, path: topology.path(of: source), "led to \(foreignTarget(reaction))",
                fix: "lead to vertices reached through superior or top"), of: source)
    }

    /// What is known of the target. A reaction, which is to cost nothing, holds numbers only.
    private func foreignTarget(_ reaction: borrowing RawReaction) -> String {
        if reaction.targetCount > 1, reaction.tag == 0 {
            let count = reaction.manyTargets?.targets.count ?? reaction.targetCount
            return "\(count) vertices that do not all belong to this machine"
        }
        guard reaction.tag != 0 else {
            return
                "a vertex that belongs to no machine, because it was made after the start or its own chart does not run"
        }
        guard reaction.targetCount == 1, let other = engine(tagged: reaction.tag),
            reaction.first < other.topology.count
        else { return "a vertex that belongs to another machine" }
        return "\(other.topology.path(of: reaction.first)) of the \(other.topology.names[0]) that another machine runs"
    }

    /// The engine of another machine, if a property of this chart leads there.
    private func engine(tagged tag: UInt32) -> Engine? {
        for index in 0..<Int32(topology.count) {
            for (_, node) in ChartNames.storedNodes(of: nodes[index]) where node.tag == tag { return node.engine }
        }
        return nil
    }
}
