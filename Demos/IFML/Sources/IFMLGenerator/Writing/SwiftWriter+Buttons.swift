extension SwiftWriter {
    func container(of owner: Int) -> Int? {
        if let index = app.containers.firstIndex(where: { $0.element == owner }) { return index }
        if let component = app.components.first(where: { $0.element == owner }) { return component.container }
        return app.menus[owner] ?? nil
    }

    func isSystem(_ event: AppModel.Event) -> Bool {
        event.element.map { app.systemEvents.contains($0) } == true
    }

    /// The one event that `select` fires is no button.
    func isButton(_ event: AppModel.Event) -> Bool { selecting(event) == nil }

    /// The list whose rows an event selects.
    func selecting(_ event: AppModel.Event) -> AppModel.Component? {
        guard event.payload == .row, let component = app.components.first(where: { $0.element == event.owner }) else {
            return nil
        }
        return component.selectEvent == event.name ? component : nil
    }

    func find(_ event: String, in state: AppModel.State) -> (AppModel.Transition, AppModel.State)? {
        if let found = state.transitions.first(where: { $0.event == event }) { return (found, state) }
        for child in state.children { if let found = find(event, in: child) { return found } }
        return nil
    }

    func button(_ event: AppModel.Event, _ text: inout SwiftText, open: [String] = []) {
        guard let (transition, state) = find(event.name, in: app.chart) else { return }
        var conditions: [String] = []
        var scope = CodeScope(top: "", form: "")
        if let owner = event.owner, let index = container(of: owner) {
            let holder = app.containers[index].holder
            scope.form = path(holder) + "."
            if case .showing = state.kind { conditions.append("\(path(holder)).showing.isActive") }
        }
        var value = ".\(event.name)"
        for condition in transition.conditions {
            switch condition {
            case .onTop(let modal):
                let place = modal.flatMap { app.containers[$0].place }
                conditions.append(place.map { "data.navigation.isOnTop(.\($0))" } ?? "isOnTop")
            case .row(let component):
                let list = "data.\(app.components[component].property)"
                conditions.append("\(list).selected != nil")
                value = ".\(event.name)(row: \(list).selected ?? 0)"
            case .object(let component): conditions.append("data.\(app.components[component].property) != nil")
            case .valid(let component): conditions.append("\(scope.form)\(app.components[component].property).isValid")
            case .value(let element):
                if let storage = app.storage[element] { conditions.append("\(read(storage, scope)) != nil") }
            case .expression(let expression): conditions.append(self.condition(expression, scope))
            case .viewpoint(let viewpoints): conditions.append(holds(viewpoints, scope))
            case .active(let container):
                conditions.append("\(path(app.containers[container].holder)).isActive")
            case .inactive, .back: break
            }
        }
        let owner = event.owner.flatMap { app.ownerNames[$0] } ?? ""
        var items = [SwiftText.literal(event.modelName), "of: \(SwiftText.literal(owner))"]
        if let gesture = event.element.flatMap({ app.gestures[$0] }) { items.append("by: \(gesture.code)") }
        items.append(value)
        var possible = unique(conditions)
        if !open.isEmpty, open.allSatisfy(possible.contains) {
            possible = ["isOpen"] + possible.filter { !open.contains($0) }
        }
        if !possible.isEmpty { items.append("if: \(possible.map(grouped).joined(separator: " && "))") }
        let one = "screen.frame.buttons.append(EventButton(\(items.joined(separator: ", "))))"
        if text.fits(one) { return text.line(one) }
        text.line("screen.frame.buttons.append(")
        text.indented { $0.call("EventButton", items, ")") }
    }

    func unique(_ items: [String]) -> [String] {
        var seen: Set<String> = []
        return items.filter { seen.insert($0).inserted }
    }

    func grouped(_ condition: String) -> String { condition.contains("||") ? "(\(condition))" : condition }

    func landmark(_ index: Int, _ text: inout SwiftText) {
        let container = app.containers[index]
        guard
            let event = app.events.first(where: {
                $0.element == nil && $0.owner == container.element && $0.payload == .none
            })
        else { return }
        let locks = container.locks.map { ", " + holds($0, CodeScope(top: "", form: "")) }.joined()
        let outer =
            container.parent.map { parent in
                let outer = app.containers[parent]
                return "\(path(outer.isModal ? outer.path + ["shown"] : outer.path)).isActive, "
            } ?? ""
        let place = app.modal(around: index).flatMap { app.containers[$0].place }
        let condition = place.map { "data.navigation.isOnTop(.\($0))" } ?? "isOnTop"
        let isOnTop = app.containers.contains(where: \.isModal) ? ", if: \(condition)" : ""
        let button = "EventButton(\(SwiftText.literal("go " + container.name)), .\(event.name)\(isOnTop))"
        text.block("if \(outer)!\(path(container.path)).isActive\(locks)", isShort: true) {
            $0.line("screen.frame.buttons.append(\(button))")
        }
    }
}
