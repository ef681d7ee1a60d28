extension AppModelBuilder {
    mutating func buildChart() {
        findPerformed()
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
    private mutating func findPerformed() {
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

    private mutating func perform(_ action: Int, in container: Int) {
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
    private func performer(_ event: Int) -> Int? {
        guard let owner = facts.owner(ofEvent: event), !facts.isAction(owner), let container = container(owner),
            model.elements[owner].type != "IFMLMenu" || containerIndex[owner] != nil,
            app.containers[container].type != "ModalMenu"
        else { return nil }
        return app.containers[container].children.contains { !app.containers[$0].isModal } ? nil : container
    }

    private mutating func state(_ index: Int) -> AppModel.State {
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
    private mutating func fill(_ state: inout AppModel.State, _ index: Int) {
        let container = app.containers[index]
        let children = container.children.filter { !app.containers[$0].isModal }
        state.asks = container.components.filter { app.components[$0].query != nil }
        state.transitions += container.components.filter { app.components[$0].query != nil }.map {
            AppModel.Transition(
                event: app.components[$0].query?.event ?? "",
                branches: [AppModel.Branch(effects: [.keep(component: $0)])])
        }
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
            showing.transitions = user
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

    /// On-load events: those that lead to an action of the container decide where it starts, others are raised.
    private func addLoading(_ state: inout AppModel.State, _ index: Int) {
        for event in model.all("Event") where !model.isA(event, "ActionEvent") && !isLeftOut(event) {
            guard let owner = facts.owner(ofEvent: event), container(owner) == index, let name = eventNames[event]
            else { continue }
            if facts.isOnLoad(event) {
                let transition = transition(event, in: index)
                if state.start == nil, transition.branches.count == 1, case .perform = transition.branches[0].target,
                    transition.conditions.isEmpty
                        || transition.conditions == [.onTop(app.containers[index].isModal ? index : nil)]
                {
                    state.start = transition
                } else {
                    state.loads.append(name)
                }
            } else if model.elements[event].type == "ViewLifecycleEvent" {
                switch model.elements[event].attributes["eventType"] ?? "" {
                case "viewWillAppear", "viewDidAppear": state.entries.append(name)
                case "viewWillDisappear", "viewDidDisappear": state.exits.append(name)
                default: break
                }
            } else if let timer = timer(event, name) {
                state.timers.append(timer)
            }
        }
    }

    private func timer(_ event: Int, _ name: String) -> AppModel.Timer? {
        guard model.isA(event, "SystemEvent"), !model.isA(event, "MobileSystemEvent"),
            model.elements[event].attributes["type"] ?? "time" == "time", let time = try? facts.timing(event)
        else { return nil }
        return AppModel.Timer(event: name, milliseconds: time.milliseconds, isRepeated: time.isRepeated)
    }

    // MARK: Transitions

    private func addTopTransitions(_ top: inout AppModel.State) {
        for event in app.events {
            guard let element = event.element else { continue }
            let owner = facts.owner(ofEvent: element)
            guard owner.flatMap({ container($0) }) == nil else { continue }
            if facts.isOnLoad(element) { top.loads.append(event.name) }
            if let timer = timer(element, event.name) { top.timers.append(timer) }
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

    private func landmarkTransitions(_ siblings: [Int]) -> [AppModel.Transition] {
        siblings.filter { app.containers[$0].isLandmark && !app.containers[$0].isModal }.compactMap { index in
            guard
                let event = app.events.first(where: {
                    $0.element == nil && $0.owner == app.containers[index].element && $0.payload == .none
                })
            else { return nil }
            let isTop = app.containers[index].parent == nil && !hasTopModals
            return AppModel.Transition(
                event: event.name,
                conditions: (hasModals ? [.onTop(nil)] : []) + [.inactive(container: index)]
                    + locks(ofContainer: index).map { .viewpoint($0) },
                branches: [
                    AppModel.Branch(
                        effects: [.show(container: leaf(index), from: nil)],
                        target: isTop ? .container(index) : .local(index))
                ])
        }
    }

    /// The transitions of a container's own events, of its components' and fields', in the model's order.
    private func userTransitions(_ index: Int) -> [AppModel.Transition] {
        let container = app.containers[index]
        var result: [AppModel.Transition] = []
        let onTop: [AppModel.Condition] = hasModals ? [.onTop(container.isModal ? index : nil)] : []
        for event in app.events {
            switch event.payload {
            case .none, .row:
                if let element = event.element {
                    if facts.owner(ofEvent: element).flatMap({ self.container($0) }) == index {
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
            case .end, .answer, .context, .device, .sensed: continue
            }
        }
        return result
    }

    private func transition(_ event: Int, in index: Int?) -> AppModel.Transition {
        var result = AppModel.Transition(event: eventNames[event] ?? "")
        let owner = facts.owner(ofEvent: event)
        let isSystem =
            model.isA(event, "SystemEvent") || model.isA(event, "LandingEvent") || model.isA(event, "JumpEvent")
        if hasModals, !isSystem {
            result.conditions.append(.onTop(index.flatMap { app.containers[$0].isModal ? $0 : nil }))
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

    /// What follows the end of an action: of its outcomes one transition each.
    private func endTransitions(_ action: Int, in index: Int?) -> [AppModel.Transition] {
        let one = app.actions[action]
        var ignored: [AppModel.Condition] = []
        func transition(_ sources: [Int], outcome: Int?) -> AppModel.Transition {
            let flows = sources.flatMap { facts.flows(from: $0) }.filter { $0.target != nil }
            var branch = branch(flows, from: one.element, in: index, list: nil, condition: nil, &ignored)
            if let index, branch.target == .stay { branch.target = .showing(index) }
            if app.components.contains(where: { $0.query != nil }) { branch.effects.append(.ask) }
            return AppModel.Transition(event: one.event, outcome: outcome, branches: [branch])
        }
        guard !one.outcomes.isEmpty else { return [transition([one.element], outcome: nil)] }
        let events = model.children(one.element, "actionEvents")
        return one.outcomes.indices.map {
            transition($0 < events.count ? [events[$0]] : [one.element], outcome: $0)
        }
    }

    // MARK: Branches

    /// What flows do together: their bindings, and where the navigation flow among them leads.
    private func branch(
        _ flows: [ModelFacts.Flow], from source: Int, in index: Int?, list: Int?, condition: TypedExpression?,
        _ conditions: inout [AppModel.Condition]
    ) -> AppModel.Branch {
        var branch = AppModel.Branch(condition: condition)
        if let list { branch.effects.append(.select(component: list)) }
        var pending = Array(flows.reversed())
        var passed: Set<Int> = []
        while let flow = pending.popLast() {
            guard let target = flow.target else { continue }
            if let onward = throughPort(target) {
                branch.effects += assignments(flow, list: list)
                if passed.insert(target).inserted { pending += onward.reversed() }
            } else if let action = actionIndex[target] {
                follow(flow, action, in: index, list: list, &branch, &conditions)
            } else if model.elements[target].type == "SetContextEvent" {
                set(flow, target, list: list, &branch)
            } else if facts.isEvent(target) {
                let landing = model.target(target, "landingEvent").flatMap { eventNames[$0] }
                if let name = landing ?? eventNames[target] { branch.effects.append(.raise(name)) }
            } else {
                navigate(flow, target, in: index, list: list, &branch, &conditions)
            }
        }
        return branch
    }

    /// The flows that go on from a port: into the module, or out of it.
    private func throughPort(_ target: Int) -> [ModelFacts.Flow]? {
        if model.elements[target].type == "PortDefinition" {
            return model.all("IFMLPort").filter { model.target($0, "portDefinition") == target }.flatMap {
                facts.flows(from: $0)
            }
        }
        guard model.elements[target].type == "IFMLPort" else { return nil }
        return model.target(target, "portDefinition").map { facts.flows(from: $0) } ?? []
    }

    private func value(_ binding: ModelFacts.Binding, _ flow: ModelFacts.Flow, list: Int?) -> AppModel.Value? {
        if facts.isAction(flow.source) || model.isA(flow.source, "ActionEvent") { return .result(binding.source) }
        if let list {
            if binding.sourceOrigin == .selectedRow || facts.meansRow(flow, binding) { return .row(component: list) }
            switch app.storage[binding.source] {
            case .selection(list): return .row(component: list)
            case .attribute(list, let property): return .rowProperty(component: list, property)
            default: break
            }
        }
        return app.storage[binding.source].map { .stored($0) }
    }

    private func assignments(_ flow: ModelFacts.Flow, list: Int?) -> [AppModel.Effect] {
        flow.bindings.compactMap { binding in
            guard let target = targetStorage(binding.target), let value = value(binding, flow, list: list) else {
                return nil
            }
            return .assign(to: target, from: value)
        }
    }

    private func follow(
        _ flow: ModelFacts.Flow, _ action: Int, in index: Int?, list: Int?, _ branch: inout AppModel.Branch,
        _ conditions: inout [AppModel.Condition]
    ) {
        let arguments = app.actions[action].arguments.map { argument -> AppModel.Value? in
            guard let binding = flow.bindings.first(where: { $0.target == argument.element }),
                let value = value(binding, flow, list: list)
            else { return nil }
            if index == nil, case .stored(let storage) = value, let component = holder(of: storage) {
                // R13: a container that is not active, or has no value, keeps the flow from being followed.
                let active = AppModel.Condition.active(container: app.components[component].container)
                if !conditions.contains(active) { conditions.append(active) }
                if case .object = storage { conditions.append(.object(component: component)) }
            }
            if !argument.isOptional, case .stored(let storage) = value, !isCollection(storage) {
                switch storage {
                case .data, .selection: conditions.append(.value(binding.source))
                case .field, .object, .attribute, .rows, .argument, .variable: break
                }
            }
            return value
        }
        let isPerformed = index.map { performed[$0]?.contains(action) == true } == true && !flow.isData
        if let index, isPerformed {
            branch.effects.append(.prepare(action: action, arguments))
            branch.target = .perform(container: index, action: action)
        } else {
            branch.effects.append(.start(action: action, arguments))
        }
    }

    private func holder(of storage: AppModel.Storage) -> Int? {
        switch storage {
        case .rows(let component), .selection(let component), .object(let component), .field(let component, _),
            .attribute(let component, _):
            component
        case .data, .argument, .variable: nil
        }
    }

    private func set(_ flow: ModelFacts.Flow, _ event: Int, list: Int?, _ branch: inout AppModel.Branch) {
        for parameter in facts.parameters(event) {
            let name = lowerCamel(model.name(parameter) ?? "")
            guard app.variables.contains(where: { $0.name == name }) else { continue }
            var value: AppModel.Value?
            if let binding = flow.bindings.first(where: { $0.target == parameter }) {
                value = self.value(binding, flow, list: list)
            } else if let expression = model.target(parameter, "defaultValue"),
                let typed = try? facts.value(expression, owner: nil)
            {
                value = .expression(typed)
            }
            branch.effects.append(.set(variable: name, value))
        }
    }

    private func navigate(
        _ flow: ModelFacts.Flow, _ target: Int, in index: Int?, list: Int?, _ branch: inout AppModel.Branch,
        _ conditions: inout [AppModel.Condition]
    ) {
        let assignments = assignments(flow, list: list)
        guard !flow.isData, let to = container(target) else {
            branch.effects += assignments
            return
        }
        let source = index.map { leaf($0) }
        let modal = index.flatMap { modalAround($0) }
        let leavesModule = index.map {
            facts.isInModule(app.containers[$0].element) && !facts.isInModule(app.containers[to].element)
        }
        let from =
            leavesModule == true
            ? nil
            : source.flatMap {
                app.containers[$0].isModal || !app.containers[$0].hasBack || modal != nil ? nil : $0
            }
        // A flow to a container of a viewpoint that does not hold is not followed.
        conditions += locks(ofContainer: to).filter { lock in
            index.map { !locks(ofContainer: $0).contains(lock) } != false && !conditions.contains(.viewpoint(lock))
        }.map { .viewpoint($0) }
        if app.containers[to].isModal {
            branch.effects += assignments
            if modal == to { return }
            branch.effects.append(.open(to))
            let parent = app.containers[to].parent
            if let parent,
                index.map({ !facts.contains(app.containers[parent].element, app.containers[$0].element) }) != false
            {
                branch.effects.insert(.show(container: leaf(parent), from: from), at: list == nil ? 0 : 1)
                branch.target = index == nil ? .ensure(parent) : .container(parent)
            } else if let modal {
                branch.target = .hide(modal)
            }
            return
        }
        let isActive = index.map { facts.contains(app.containers[to].element, app.containers[$0].element) } == true
        if isActive {
            branch.effects += assignments
            if let modal, !facts.contains(app.containers[modal].element, app.containers[to].element) {
                branch.target = .hide(modal)
            }
        } else if index == to {
            branch.effects += assignments
        } else {
            branch.effects.append(.show(container: leaf(to), from: from))
            branch.effects += assignments
            if let modal {
                branch.target = .leave(modal: modal, for: to)
            } else {
                branch.target = index == nil ? .ensure(to) : .container(to)
            }
        }
    }

    private func modalAround(_ index: Int) -> Int? {
        var next: Int? = index
        while let one = next {
            if app.containers[one].isModal { return one }
            next = app.containers[one].parent
        }
        return nil
    }
}
