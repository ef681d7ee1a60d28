extension AppModelBuilder {
    mutating func buildChart() {
        findPerformed()
        findScopes()
        var top = AppModel.State(kind: .top, typeName: app.typeName, property: "")
        let windows = topContainers.filter { !app.containers[$0].isModal }.map { state($0) }
        let modals = topContainers.filter { app.containers[$0].isModal }.map { state($0) }
        let initial = topContainers.filter { !app.containers[$0].isModal }.firstIndex { $0 == topInitial } ?? 0
        let landmarks = landmarkTransitions(topContainers)
        if modals.isEmpty {
            top.children = windows
            top.initial = initial
            top.transitions += landmarks
        } else {
            var content = AppModel.State(
                kind: .content(nil), typeName: "Content", property: "content", children: windows)
            content.initial = initial
            content.transitions = landmarks
            top.children = [content] + modals
            top.isOrthogonal = true
        }
        addTopTransitions(&top)
        app.chart = top
    }

    // MARK: States

    /// Which actions a container performs: those that navigation flows of its events lead to, and those that follow.
    mutating func findPerformed() {
        for event in model.elements.indices where facts.isEvent(event) && !model.isA(event, "ActionEvent") {
            guard let container = performer(event) else { continue }
            for flow in facts.flows(from: event) where !flow.isData {
                if let action = flow.target.flatMap({ actionIndex[$0] }) { perform(action, in: container) }
            }
        }
        for index in app.actions.indices {
            let element = app.actions[index].element
            app.actions[index].isInBackground = facts.flows.contains { flow in
                guard flow.target == element else { return false }
                return flow.isData
                    || !(facts.isEvent(flow.source) && performer(flow.source) != nil)
                        && !facts.isAction(flow.source) && !model.isA(flow.source, "ActionEvent")
            }
        }
    }

    mutating func perform(_ action: Int, in container: Int) {
        guard !performed[container, default: []].contains(action) else { return }
        performed[container, default: []].append(action)
        let element = app.actions[action].element
        for source in [element] + model.children(element, "actionEvents") {
            for flow in facts.flows(from: source) where !flow.isData {
                if let next = flow.target.flatMap({ actionIndex[$0] }) { perform(next, in: container) }
            }
        }
    }

    /// The container in which an event's actions are performed; nil where they run in the background.
    func performer(_ event: Int) -> Int? {
        guard !facts.isOnLeaving(event), let owner = facts.owner(ofEvent: event), !facts.isAction(owner),
            let container = container(owner),
            model.elements[owner].type != "IFMLMenu" || containerIndex[owner] != nil,
            app.containers[container].type != "ModalMenu"
        else { return nil }
        return app.containers[container].children.contains { !app.containers[$0].isModal } ? nil : container
    }

    mutating func state(_ index: Int) -> AppModel.State {
        let container = app.containers[index]
        let modals = container.children.filter { app.containers[$0].isModal }
        if container.isModal {
            let hidden = AppModel.State(kind: .hidden(index), typeName: "Hidden", property: "hidden")
            var shown = AppModel.State(kind: .shown(index), typeName: "Shown", property: "shown")
            fill(&shown, index)
            if container.type == "ModalMenu",
                let event = app.events.first(where: {
                    $0.owner == container.element && $0.modelName == "dismiss" && $0.element == nil
                })
            {
                shown.transitions.append(
                    AppModel.Transition(event: event.name, branches: [AppModel.Branch(target: .hide(index))]))
            } else if container.type != "ModalMenu", container.hasBack {
                shown.transitions.append(
                    AppModel.Transition(
                        event: "back", conditions: [.onTop(index)], branches: [AppModel.Branch(target: .hide(index))]))
            }
            return AppModel.State(
                kind: .modal(index), typeName: container.typeName, property: container.property,
                children: [hidden, shown])
        }
        guard !modals.isEmpty else {
            var state = AppModel.State(
                kind: .container(index), typeName: container.typeName, property: container.property)
            fill(&state, index)
            return state
        }
        var content = AppModel.State(
            kind: .content(index), typeName: types.unique(container.typeName + "Content"), property: "content")
        fill(&content, index)
        return AppModel.State(
            kind: .container(index), typeName: container.typeName, property: container.property, isOrthogonal: true,
            children: [content] + modals.map { state($0) })
    }

    /// What the state that stands for a container has inside, and what it does.
    mutating func fill(_ state: inout AppModel.State, _ index: Int) {
        let container = app.containers[index]
        let children = container.children.filter { !app.containers[$0].isModal }
        state.resets = app.variables.filter { $0.scope == .viewContainer && scopes[$0.name] == index }.map(\.name)
        state.asks = container.components.filter { !app.components[$0].queries.isEmpty }
        state.transitions += container.components.flatMap { answers(to: $0) }
        let actions = performed[index] ?? []
        let user = userTransitions(index)
        addLoading(&state, index)
        if !children.isEmpty {
            state.children = children.map { self.state($0) }
            state.isOrthogonal = !container.isXOR && children.count > 1
            state.initial = children.firstIndex { $0 == container.initial } ?? 0
            state.transitions += user + landmarkTransitions(children)
        } else if actions.isEmpty {
            state.transitions += user
        } else {
            var showing = AppModel.State(kind: .showing(index), typeName: "Showing", property: "showing")
            // What comes with an entry comes also where that begins with an action.
            state.transitions += user.filter(isOfEntry)
            showing.transitions = user.filter { !isOfEntry($0) }
            state.children = [showing]
            for action in actions {
                let name = upperCamel(app.actions[action].name)
                var performing = AppModel.State(
                    kind: .performing(container: index, action: action), typeName: "Performing" + name,
                    property: "performing" + name)
                performing.transitions = endTransitions(action, in: index)
                state.children.append(performing)
            }
        }
    }

    /// What becomes of the answers to a component's queries.
    private func answers(to index: Int) -> [AppModel.Transition] {
        let component = app.components[index]
        let content = component.query.map { ($0.event, AppModel.Effect.keep(component: index)) }
        let options = component.fields.compactMap { field in
            field.query.map { ($0.event, AppModel.Effect.offer(component: index, property: field.property)) }
        }
        return ([content].compactMap(\.self) + options).map {
            AppModel.Transition(event: $0.0, branches: [AppModel.Branch(effects: [$0.1])])
        }
    }

    private func isOfEntry(_ transition: AppModel.Transition) -> Bool {
        guard let element = app.events.first(where: { $0.name == transition.event })?.element else { return false }
        let isPerforming = transition.branches.contains {
            if case .perform = $0.target { true } else { false }
        }
        return model.elements[element].type == "ViewLifecycleEvent" && !isPerforming
    }

    /// On-load events: those that lead to an action of the container decide where it starts, others are raised.
    mutating func addLoading(_ state: inout AppModel.State, _ index: Int) {
        for event in model.all("Event") where !model.isA(event, "ActionEvent") && !isLeftOut(event) {
            guard let owner = facts.owner(ofEvent: event), container(owner) == index, let name = eventNames[event]
            else { continue }
            if facts.isOnLoad(event) {
                let transition = transition(event, in: index)
                if state.start == nil, transition.branches.count == 1, case .perform = transition.branches[0].target,
                    transition.conditions.isEmpty
                        || transition.conditions == [.onTop(app.modal(around: index))]
                {
                    state.start = transition
                } else {
                    state.loads.append(name)
                }
            } else if model.elements[event].type == "ViewLifecycleEvent" {
                switch model.elements[event].attributes["eventType"] ?? "" {
                case "viewWillAppear": state.entries.append(name)
                case "viewDidAppear": state.appearances.append(name)
                case "viewWillDisappear", "viewDidDisappear": state.exits.append(name)
                default: break
                }
            } else if let timer = timer(event, name) {
                state.timers.append(timer)
            } else if let watch = self.watch(event, name) {
                state.watches.append(watch)
            }
        }
    }

    func timer(_ event: Int, _ name: String) -> AppModel.Timer? {
        guard model.isA(event, "SystemEvent"), !model.isA(event, "MobileSystemEvent"),
            model.elements[event].attributes["type"] ?? "time" == "time", let time = try? facts.timing(event)
        else { return nil }
        return AppModel.Timer(event: name, milliseconds: time.milliseconds, isRepeated: time.isRepeated)
    }

    mutating func watch(_ event: Int, _ name: String) -> AppModel.Watch? {
        guard let condition = try? facts.specialCondition(event) else { return nil }
        let property = data.property("\(name) holds", kind: "Condition")
        return AppModel.Watch(event: name, property: property, condition: condition)
    }
}
