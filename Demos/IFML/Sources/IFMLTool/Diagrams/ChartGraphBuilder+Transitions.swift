import IFMLGenerator
import Statecharts

extension ChartGraphBuilder {
    /// All that the states of the generated chart react to, and where it leads.
    func transitions() -> [ChartGraph.Transition] {
        states.flatMap { reactions(of: $0.state, $0.vertex) + pseudostates(of: $0.state, $0.vertex) }
    }

    private func transition(
        _ source: Int, _ targets: [Int?], _ trigger: ChartGraph.Trigger, isLocal: Bool = false
    ) -> ChartGraph.Transition? {
        let known = targets.compactMap(\.self)
        guard known.count == targets.count else { return nil }
        return ChartGraph.Transition(
            source: source, targets: known, kind: known.isEmpty ? .internal : isLocal ? .local : .external,
            trigger: trigger, origins: [.previewed], count: 1)
    }

    private func reactions(of state: AppModel.State, _ vertex: Int) -> [ChartGraph.Transition] {
        var result: [ChartGraph.Transition?] = state.effectiveTransitions.flatMap { one in
            one.branches.flatMap { branch in
                targets(of: branch.target, state, vertex).map {
                    transition(vertex, $0.0, .event(one.event), isLocal: $0.1)
                }
            }
        }
        // A condition that begins to hold, and one that holds no more, change data only.
        if !state.watches.isEmpty { result.append(transition(vertex, [], .eventless)) }
        switch state.kind {
        case .hidden(let modal):
            if let event = app.showingEvent(of: modal), let outer = vertices[vertex].superior {
                result.append(transition(vertex, [child("Shown", of: outer)], .event(event)))
            }
        case .performing:
            let target = app.failure(of: state)?.target ?? .showing(0)
            result += targets(of: target, state, vertex).map { transition(vertex, $0.0, .failure) }
        case .container(let index):
            if let substitute = app.containers[index].substitute {
                result.append(transition(vertex, [self.vertex(ofContainer: substitute)], .eventless))
            }
        case .top: if app.tellsErrors { result.append(transition(vertex, [], .failure)) }
        case .content, .modal, .shown, .showing: break
        }
        return result.compactMap(\.self)
    }

    /// Where a branch can lead, and whether without leaving its source.
    private func targets(
        of target: AppModel.Target, _ state: AppModel.State, _ vertex: Int
    ) -> [([Int?], Bool)] {
        let holder: Int? =
            switch state.kind {
            case .showing, .performing: vertices[vertex].superior
            case .top, .container, .content, .modal, .hidden, .shown: vertex
            }
        switch target {
        case .stay: return [([], false)]
        case .container(let index): return [([self.vertex(ofContainer: index)], false)]
        case .ensure(let index): return [([], false), ([self.vertex(ofContainer: index)], false)]
        case .local(let index): return [([self.vertex(ofContainer: index)], true)]
        case .perform(_, let action):
            return [([holder.flatMap { child("Performing" + upperCamel(app.actions[action].name), of: $0) }], false)]
        case .showing: return [([holder.flatMap { child("Showing", of: $0) }], false)]
        case .hide(let modal): return [([hidden(modal)], false)]
        case .leave(nil, let other): return [([self.vertex(ofContainer: other)], false)]
        case .leave(let modal?, let other):
            return [([hidden(modal)], false), ([self.vertex(ofContainer: other), hidden(modal)], false)]
        case .previous: return [([previous], state.kind != .top)]
        }
    }

    private func pseudostates(of state: AppModel.State, _ vertex: Int) -> [ChartGraph.Transition] {
        var result: [ChartGraph.Transition?] = []
        if let start = starts[vertex], let begin = state.start {
            result.append(transition(start, [child("Showing", of: vertex)], .branch))
            result += targets(of: begin.branches[0].target, state, vertex).map { transition(start, $0.0, .branch) }
        }
        if let previous, vertices[previous].superior == vertex {
            // Modal containers are places, but never on the way back.
            for index in app.containers.indices
            where app.containers[index].place != nil && !app.containers[index].isModal {
                result.append(transition(previous, [self.vertex(ofContainer: index)], .branch))
            }
        }
        return result.compactMap(\.self)
    }

    /// Timers, and activities with the events of their ends.
    func work() -> [ChartGraph.Work] {
        var result: [ChartGraph.Work] = []
        for (vertex, state) in states {
            for timer in state.timers {
                result.append(
                    ChartGraph.Work(
                        state: vertex, kind: .timer, event: timer.event,
                        interval: .milliseconds(timer.milliseconds), repeats: timer.isRepeated))
            }
            for event in activities(of: state) {
                result.append(ChartGraph.Work(state: vertex, kind: .activity, event: event))
            }
        }
        return result
    }

    private func activities(of state: AppModel.State) -> [String] {
        let queries = state.asks.flatMap { app.components[$0].queries }.map(\.event)
        switch state.kind {
        case .performing(_, let action): return [app.actions[action].event]
        case .top: return app.actions.filter(\.isInBackground).map(\.event)
        case .container, .content, .modal, .hidden, .shown, .showing: return queries
        }
    }
}
