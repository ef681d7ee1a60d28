extension AppModelBuilder {
    /// What flows do together: their bindings, and where the navigation flow among them leads.
    func branch(
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
    func throughPort(_ target: Int) -> [ModelFacts.Flow]? {
        if model.elements[target].type == "PortDefinition" {
            return model.all("IFMLPort").filter { model.target($0, "portDefinition") == target }.flatMap {
                facts.flows(from: $0)
            }
        }
        guard model.elements[target].type == "IFMLPort" else { return nil }
        return model.target(target, "portDefinition").map { facts.flows(from: $0) } ?? []
    }

    func value(_ binding: ModelFacts.Binding, _ flow: ModelFacts.Flow, list: Int?) -> AppModel.Value? {
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

    func assignments(_ flow: ModelFacts.Flow, list: Int?) -> [AppModel.Effect] {
        flow.bindings.compactMap { binding in
            guard let target = targetStorage(binding.target), let value = value(binding, flow, list: list) else {
                return nil
            }
            return .assign(to: target, from: value)
        }
    }

    func follow(
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

    func holder(of storage: AppModel.Storage) -> Int? {
        switch storage {
        case .rows(let component), .selection(let component), .object(let component), .field(let component, _),
            .attribute(let component, _):
            component
        case .data, .argument, .variable: nil
        }
    }

    func set(_ flow: ModelFacts.Flow, _ event: Int, list: Int?, _ branch: inout AppModel.Branch) {
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

    func navigate(
        _ flow: ModelFacts.Flow, _ target: Int, in index: Int?, list: Int?, _ branch: inout AppModel.Branch,
        _ conditions: inout [AppModel.Condition]
    ) {
        let assignments = assignments(flow, list: list)
        guard !flow.isData, let to = container(target) else {
            branch.effects += assignments
            return
        }
        let source = index.map { leaf($0) }
        let modal = app.modal(around: index)
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
            if let modal, !facts.contains(app.containers[modal].element, app.containers[to].element) {
                let around = app.containers[modal].parent
                let stays = around.map { facts.contains(app.containers[$0].element, app.containers[to].element) }
                branch.target = .leave(modal: stays == false ? nil : modal, for: to)
            } else {
                branch.target = index == nil ? .ensure(to) : .container(to)
            }
        }
    }
}
