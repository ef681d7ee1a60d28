extension AppModelBuilder {
    mutating func addTopTransitions(_ top: inout AppModel.State) {
        for event in app.events {
            guard let element = event.element else { continue }
            let owner = facts.owner(ofEvent: element)
            if facts.isOnLeaving(element), let container = owner.flatMap({ container($0) }) {
                // Its container has just been left: what it was about is kept, or comes with the event.
                var leaving = transition(element, in: nil)
                leaving.conditions.removeAll { $0 == .active(container: container) }
                top.transitions.append(leaving)
                continue
            }
            guard owner.flatMap({ container($0) }) == nil else { continue }
            if facts.isOnLoad(element) { top.loads.append(event.name) }
            if let timer = timer(element, event.name) { top.timers.append(timer) }
            if let watch = self.watch(element, event.name) { top.watches.append(watch) }
            top.transitions.append(transition(element, in: nil))
        }
        let devices = model.all("SystemEvent").filter { sensedPattern($0) != nil && !isLeftOut($0) }
        // The special classes go before MotionEvent, which takes all below it.
        for event in devices.sorted(by: {
            sensedPattern($0)?.contains("kind") != true && sensedPattern($1)?.contains("kind") == true
        }) {
            var transition = transition(event, in: nil)
            transition.event = "sensed"
            transition.sensed = sensedPattern(event)
            top.transitions.append(transition)
        }
        if usesDevice {
            top.transitions.append(
                AppModel.Transition(event: "device", branches: [AppModel.Branch(effects: [.takeReadings])]))
        }
        for (index, action) in app.actions.enumerated() where action.isInBackground {
            top.transitions += endTransitions(index, in: nil)
        }
        if Self.pushes(top) || top.leavesModal {
            let back = AppModel.Transition(
                event: "back", conditions: (hasModals ? [.onTop(nil)] : []) + [.back],
                branches: [AppModel.Branch(target: .previous)])
            // Regions have no pseudostate beside them: the way back begins in the content.
            if hasTopModals { top.children[0].transitions.append(back) } else { top.transitions.append(back) }
        }
        if !app.variables.isEmpty {
            top.transitions.append(
                AppModel.Transition(event: "context", branches: [AppModel.Branch(effects: [.setContext])]))
        }
    }

    /// True if a transition leaves a container that the way back knows.
    static func pushes(_ state: AppModel.State) -> Bool {
        let own = state.transitions + [state.start].compactMap(\.self)
        return own.contains { transition in
            transition.branches.contains {
                $0.effects.contains { if case .show(_, .some) = $0 { true } else { false } }
            }
        } || state.children.contains(where: pushes)
    }

    var hasModals: Bool { app.containers.contains { $0.isModal } }

    func landmarkTransitions(_ siblings: [Int]) -> [AppModel.Transition] {
        siblings.filter { app.containers[$0].isLandmark && !app.containers[$0].isModal }.compactMap { index in
            guard
                let event = app.events.first(where: {
                    $0.element == nil && $0.owner == app.containers[index].element && $0.payload == .none
                })
            else { return nil }
            let isTop = app.containers[index].parent == nil && !hasTopModals
            return AppModel.Transition(
                event: event.name,
                conditions: (hasModals ? [.onTop(app.modal(around: index))] : []) + [.inactive(container: index)]
                    + locks(ofContainer: index).map { .viewpoint($0) },
                branches: [
                    AppModel.Branch(
                        effects: [.show(container: leaf(index), from: nil)],
                        target: isTop ? .container(index) : .local(index))
                ])
        }
    }

    /// The transitions of a container's own events, of its components' and fields', in the model's order.
    func userTransitions(_ index: Int) -> [AppModel.Transition] {
        var result: [AppModel.Transition] = []
        let onTop: [AppModel.Condition] = hasModals ? [.onTop(app.modal(around: index))] : []
        for event in app.events {
            switch event.payload {
            case .none, .row:
                if let element = event.element {
                    let owner = facts.owner(ofEvent: element).flatMap { self.container($0) }
                    if !facts.isOnLeaving(element), owner == index {
                        result.append(transition(element, in: index))
                    }
                } else if event.payload == .row, let component = event.owner.flatMap({ componentIndex[$0] }),
                    app.components[component].container == index
                {
                    result.append(
                        AppModel.Transition(
                            event: event.name, conditions: onTop + [.row(component: component)],
                            branches: [AppModel.Branch(effects: [.select(component: component)])]))
                }
            case .text:
                guard let component = event.owner.flatMap({ componentIndex[$0] }),
                    app.components[component].container == index,
                    let field = app.components[component].fields.first(where: { $0.event == event.name })
                else { continue }
                result.append(
                    AppModel.Transition(
                        event: event.name, conditions: onTop,
                        branches: [AppModel.Branch(effects: [.type(component: component, property: field.property)])]))
            case .values, .end, .answer, .context, .device, .sensed: continue
            }
        }
        return result
    }

    func transition(_ event: Int, in index: Int?) -> AppModel.Transition {
        var result = AppModel.Transition(event: eventNames[event] ?? "")
        let owner = facts.owner(ofEvent: event)
        let isSystem =
            model.isA(event, "SystemEvent") || model.isA(event, "LandingEvent") || model.isA(event, "JumpEvent")
        if hasModals, !isSystem {
            result.conditions.append(.onTop(app.modal(around: index)))
        }
        var list: Int?
        if let owner, let component = componentIndex[owner], !isSystem {
            switch app.components[component].kind {
            case .list, .annotations, .overlays:
                list = component
                result.conditions.append(.row(component: component))
            case .details: result.conditions.append(.object(component: component))
            case .form:
                if model.elements[event].type == "OnSubmitEvent" {
                    result.conditions.append(.valid(component: component))
                }
            case .text: break
            }
        }
        result.conditions += locks(event).map { .viewpoint($0) }
        for element in [event] + [owner].compactMap(\.self) {
            guard let expression = model.target(element, "activationExpression"),
                let typed = try? facts.condition(expression, owner: owner)
            else { continue }
            result.conditions.append(.expression(typed))
        }
        let choices = (try? facts.choices(event)) ?? []
        let isChoice = !model.children(event, "interactionFlowExpression").isEmpty
        if isChoice {
            result.branches = choices.map {
                branch([$0.flow], from: event, in: index, list: list, condition: $0.guard, &result.conditions)
            }
        } else {
            result.branches = [
                branch(choices.map(\.flow), from: event, in: index, list: list, condition: nil, &result.conditions)
            ]
        }
        if result.branches.isEmpty { result.branches = [AppModel.Branch()] }
        if model.isA(event, "LandingEvent") {
            for position in result.branches.indices { result.branches[position].effects.append(.beginAnew) }
        }
        if let landing = model.target(event, "landingEvent"), let name = eventNames[landing] {
            result.branches[0].effects.append(.raise(name))
        }
        if let index, app.containers[index].type == "ModalMenu" {
            for position in result.branches.indices where result.branches[position].target == .stay {
                result.branches[position].target = .hide(index)
            }
        }
        return result
    }

    /// Events that an action's end fires besides, however it ends.
    private func completions(of action: Int) -> [String] {
        model.all("SystemEvent").filter { facts.completedAction($0) == action }.compactMap { eventNames[$0] }
    }

    /// What follows the end of an action: of its outcomes one transition each.
    func endTransitions(_ action: Int, in index: Int?) -> [AppModel.Transition] {
        let one = app.actions[action]
        var ignored: [AppModel.Condition] = []
        func transition(_ sources: [Int], outcome: Int?) -> AppModel.Transition {
            let flows = sources.flatMap { facts.flows(from: $0) }.filter { $0.target != nil }
            var branch = branch(flows, from: one.element, in: index, list: nil, condition: nil, &ignored)
            if let index, branch.target == .stay { branch.target = .showing(index) }
            if app.hasStore { branch.effects.append(.ask) }
            branch.effects += completions(of: one.element).map { .raise($0) }
            return AppModel.Transition(event: one.event, outcome: outcome, branches: [branch])
        }
        guard !one.outcomes.isEmpty else { return [transition([one.element], outcome: nil)] }
        let events = model.children(one.element, "actionEvents")
        return one.outcomes.indices.map {
            transition($0 < events.count ? [events[$0]] : [one.element], outcome: $0)
        }
    }
}
