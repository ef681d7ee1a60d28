// The charts of an engine, its own and the embedded ones, by their numbers; and what crosses their boundaries.

extension Engine {
    /// The store with the events of a chart, made by the first use.
    package func store(of scope: ScopeIndex) -> EventStore? { nodes[top(of: scope)].eventStore }

    /// Uses the store of a chart without retaining it.
    @inline(__always)
    func useStore(of scope: ScopeIndex, makes: Bool = true, _ body: (EventStore) -> Void) {
        nodes.call(top(of: scope)) { $0.useEventStore(makes: makes, body) }
    }

    /// The top of the chart that events of a scope are for.
    package func top(of scope: ScopeIndex) -> VertexIndex { scope == 0 ? 0 : topology.scopeNodes[Int(scope)] + 1 }

    /// True if a chart is active: that of the engine itself, or an embedded one whose submachine is active.
    func isActive(chart scope: ScopeIndex) -> Bool { scope == 0 || isActive(topology.scopeNodes[Int(scope)]) }

    // MARK: Events that cross a boundary

    /// The event as the chart `scope` understands it, `nil` if it does not; translated once per event and chart.
    @inline(never)
    func translated(_ offer: Offer, for scope: ScopeIndex) -> EventPointer? {
        if scope == offer.scope { return offer.event }
        if let known = cold.translated[Int(scope)] { return known }
        let submachine = topology.scopeNodes[Int(scope)]
        var inner: EventPointer?
        if submachine >= 0, let outer = translated(offer, for: infos[submachine].scope) {
            inner = asking(submachine) { $0.translated(outer) }
        }
        cold.translated[Int(scope)] = .some(inner)
        if inner != nil { pending.insert(.event) }
        return inner
    }

    func forgetTranslations() {
        cold.translated.removeAll(keepingCapacity: true)
        cold.translated.append(contentsOf: repeatElement(nil, count: topology.scopeNodes.count))
    }

    /// Translates an event that no state of an embedded chart takes, and raises that in the host chart. Answers false
    /// if the host does not understand it.
    func passOutward(_ event: EventPointer, from scope: ScopeIndex) -> Bool {
        guard scope > 0, status == .running else { return false }
        return asking(topology.scopeNodes[Int(scope)]) { $0.passOutward(event) }
    }

    /// True if an answer of a chart may name the vertex: it is in that chart, or an entry point of a chart that is
    /// embedded there.
    @inline(__always)
    func mayBeNamed(_ vertex: VertexIndex, in scope: ScopeIndex) -> Bool {
        let info = infos[vertex]
        if info.scope == scope { return true }
        guard info.kind == .entryPoint, let submachine = topology.submachine(around: info) else { return false }
        return infos[submachine].scope == scope
    }

    /// The submachine whose host says where an exit point of its chart leads; `nil` if no host says it.
    func submachineThatLeads(from point: VertexIndex) -> VertexIndex? {
        guard let submachine = topology.submachine(around: infos[point]) else { return nil }
        return nodes.call(submachine) { $0.leadsOn(from: nodes[point]) } ? submachine : nil
    }

    // MARK: Targets of other charts

    func targetOfOtherChart(_ source: VertexIndex, _ target: VertexIndex) -> StepError {
        StepError(
            .foreignTarget, path: topology.path(of: source),
            "led to \(topology.path(of: target)), which is in another chart of the same machine",
            fix: "lead to vertices reached through superior or top; into a submachine by its entryPoint(_:), "
                + "out of it by an exit point and leads(from:_:)")
    }

    /// The mistake of a target of another machine, described as far as possible: a reaction has numbers only.
    func foreignTarget(_ source: VertexIndex, _ reaction: borrowing RawReaction) -> StepError {
        let target: String
        if reaction.targetCount > 1, reaction.tag == 0 {
            target = "\(reaction.targetCount) vertices that do not all belong to this machine"
        } else if reaction.tag == 0 {
            target =
                "a vertex that belongs to no machine, because it was made after the start or its own chart does not run"
        } else if reaction.head.leadsToOne, let other = topology(tagged: reaction.tag), reaction.target(0) < other.count
        {
            target = "\(other.path(of: reaction.target(0))) of the \(other.names[0]) that another machine runs"
        } else {
            target = "a vertex that belongs to another machine"
        }
        return StepError(
            .foreignTarget, path: topology.path(of: source), "led to \(target)",
            fix: "lead to vertices reached through superior or top")
    }

    /// The topology of another machine with that tag, if a stored property of this chart leads to one of its nodes.
    private func topology(tagged tag: UInt32) -> Topology? {
        let stored = (0..<Int32(topology.count)).lazy.flatMap { StoredProperty.nodes(of: self.nodes[$0]) }
        return stored.first { $0.node.tag == tag }?.node.engine?.topology
    }
}
