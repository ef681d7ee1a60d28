extension AppModel.State {
    /// True if any container fires an event once it is on the screen.
    package var hasAppearances: Bool { !appearances.isEmpty || children.contains(where: \.hasAppearances) }

    /// The conditions that it and the states in it watch.
    package var allWatches: [AppModel.Watch] { watches + children.flatMap(\.allWatches) }

    /// Its reactions, one for each event and outcome: what comes later is never reached.
    package var effectiveTransitions: [AppModel.Transition] {
        var seen: Set<String> = []
        return transitions.filter {
            !$0.event.isEmpty && seen.insert("\($0.event) \($0.outcome ?? -1) \($0.sensed ?? "")").inserted
        }
    }
}

extension AppModel {
    /// The event that shows a modal container, by index.
    package func showingEvent(of modal: Int) -> String? {
        events.first { $0.element == nil && $0.owner == containers[modal].element && $0.payload == .none }?.name
    }

    /// The innermost modal container that is or holds a container, by index.
    func modal(around index: Int?) -> Int? {
        var next = index
        while let one = next, !containers[one].isModal { next = containers[one].parent }
        return next
    }

    /// True if any component asks for its content.
    package var hasStore: Bool { components.contains { !$0.queries.isEmpty } }

    /// True if fields select among the objects of a class.
    func isOption(_ structure: Structure) -> Bool {
        components.contains { $0.fields.contains { $0.query?.answer == .list(.object(structure.key)) } }
    }

    /// True if the top state tells the user of errors: of queries, and of actions in the background.
    package var tellsErrors: Bool { hasStore || actions.contains(where: \.isInBackground) }

    /// R8: what follows an error of the action of a state, if the action has an outcome `failed`.
    package func failure(of state: State) -> Branch? {
        guard case .performing(_, let action) = state.kind else { return nil }
        return state.transitions.first { transition in
            guard let outcome = transition.outcome.map({ actions[action].outcomes[$0] }) else { return false }
            return outcome.name == "failed" && outcome.results.isEmpty
        }?.branches.first
    }
}
