// What crosses the boundary of an embedded chart besides the host's events, which are translated as handlers are asked.

extension Engine {
    /// Has the host raise what it understands of an event of an embedded chart that nobody inside takes. Answers
    /// whether it understands it.
    func passOutward(_ event: EventPointer, from scope: Int16) -> Bool {
        guard scope > 0, cells.value.status == .running else { return false }
        return asking(topology.scopeNodes[Int(scope)]) { $0.passOutward(event) }
    }

    /// Whether an answer of that chart may name the vertex: it is one of the same chart, or an entry point of a chart
    /// embedded there.
    @inline(__always)
    func mayBeNamed(_ vertex: Int32, in scope: Int16) -> Bool {
        infos[vertex].scope == scope || isEntryPoint(vertex, ofChartIn: scope)
    }

    private func isEntryPoint(_ vertex: Int32, ofChartIn scope: Int16) -> Bool {
        let info = infos[vertex]
        guard info.kind == .entryPoint, info.parent > 0, infos[info.parent].kind == .top else { return false }
        return infos[infos[info.parent].parent].scope == scope
    }

    /// Refuses an answer because it names a vertex of another chart of the same machine.
    func failTargetOfOtherChart(_ source: Int32, _ target: Int32) {
        refuse(
            StepError(
                .foreignTarget, path: topology.path(of: source),
                "led to \(topology.path(of: target)), which is in another chart of the same machine",
                fix: "lead to vertices reached through superior or top; into a submachine by its entryPoint(_:), "
                    + "out of it by an exit point and leads(from:_:)"), of: source)
    }

    /// Where the host says that an exit point of its embedded chart leads; `nil` if it says nothing.
    func hostContinuation(of point: Int32, _ info: NodeInfo) -> RawReaction? {
        guard info.parent > 0, infos[info.parent].kind == .top else { return nil }
        return asking(infos[info.parent].parent) { $0.continuation(from: nodes[point]) }
    }
}
