extension Engine {
    /// The services of this machine, made at the first use; `nil` in a plain interpreter.
    func servicesMakingThem() -> Services? {
        if let services { return services }
        let made = (host as? any ServiceHost)?.makeServices(for: self)
        services = made
        return made
    }

    /// Whether the node is on its way out, so that nothing may begin there.
    func isBeingLeft(_ node: Int32) -> Bool {
        phase == .exits && isBeingChanged(node)
    }

    /// Says what is wrong with a request of a state that is not active, and where it belongs.
    /// - Parameter list: the list of child machines that it is about, if it is about one.
    private func noteInactive(_ node: Int32, _ what: StaticString, _ list: String?) {
        let path = topology.path(of: node)
        let what = list.map { "\($0).\(what)" } ?? "\(what)"
        var around = infos[node].parent
        while around >= 0, !isActive(around) || isBeingLeft(around) { around = infos[around].parent }
        let staying = around < 0 ? "" : "a state that stays active, such as \(topology.path(of: around))"
        let other = around < 0 ? "" : list == nil ? ", or call it on \(staying)" : ", or keep the list in \(staying)"
        switch phase {
        case .effects:
            reportMistake(
                .notActive, at: node,
                "called \(what) of \(path) in the effect of a transition, while \(path) is not active: what the "
                    + "transition leaves is left by then, and what it leads to is not yet entered",
                fix: "call it in entry() of the state that it is to end with" + other)
        case .exits, .ending, .closing:
            let ends = list == nil ? "" : ": its child machines end with it, and none is added any more"
            reportMistake(
                .notActive, at: node, "called \(what) of \(path), which is being left\(ends)",
                fix: (list == nil
                    ? "call it in entry() of the state that comes next" : "call it before \(path) is left")
                    + other)
        case .idle, .asking, .entries, .settling, .recalling:
            reportMistake(
                .notActive, at: node, "called \(what) of \(path), which is not active",
                fix: "call it in entry() of \(path)" + other)
        }
    }

    /// Where a state's request for a timer or an activity goes. In an interpreter the chart fails, because nobody would
    /// ever fire it.
    /// - Parameter list: the list of child machines that is to have another one, if it is that.
    func services(for node: Int32, _ what: StaticString, list: String? = nil) -> Services? {
        // The chart has failed in this step, perhaps because of a request like this one.
        if status == .failed, isStepping { return nil }
        if isLookedAt { return nil }
        guard isActive(node), !isBeingLeft(node) else {
            noteInactive(node, what, list)
            return nil
        }
        if let services = servicesMakingThem() { return services }
        let message = "called \(what), but runs in a plain Interpreter"
        let fix = "run the chart in a Machine, which has a clock and tasks"
        guard isStepping, phase != .asking else {
            reportMistake(.needsMachine, at: node, "\(topology.path(of: node)) \(message)", fix: fix)
            return nil
        }
        fail(StepError(.needsMachine, path: topology.path(of: node), message, fix: fix))
        return nil
    }
}
