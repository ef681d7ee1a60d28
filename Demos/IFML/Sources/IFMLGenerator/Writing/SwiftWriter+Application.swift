extension SwiftWriter {
    func application() -> String {
        var text = SwiftText()
        text.line("import IFMLRuntime")
        text.line("import Statecharts")
        text.blank()
        text.block("extension \(app.typeName): Application") { text in
            text.line("static let modelName = \(SwiftText.literal(app.modelName))")
            text.blank()
            inputs(&text)
            if usesDevice {
                text.blank()
                text.line("var devicePort: InputPort<DeviceEvent>? { device }")
            }
            guard !app.variables.isEmpty else { return }
            let name = "\(app.typeName)Context"
            text.blank()
            text.line("static func event(setting context: \(name)) -> Event? { .context(context) }")
            text.blank()
            text.line("var context: \(name) { data.context }")
            let session = app.variables.filter { $0.scope == .session && $0.binding == nil }
            guard !session.isEmpty else { return }
            text.blank()
            text.comment("Variables of the session begin anew.")
            text.block("func restore(_ saved: Data)") { text in
                text.line("data = saved")
                for variable in session { text.line("data.context.\(variable.name) = \(name)().\(variable.name)") }
            }
        }
        return text.text
    }

    /// An event of a container by its name, as a device fires it: no form is left then.
    private func viewEvent(_ one: AppModel.ViewEvent) -> String {
        var values = ""
        if case .values(let all) = event(one.event)?.payload {
            values = "(\(all.map { "\($0.name): \($0.isOptional ? "nil" : "[]")" }.joined(separator: ", ")))"
        }
        return "\(SwiftText.literal(one.name)): .\(one.event)\(values)"
    }

    func inputs(_ text: inout SwiftText) {
        let buttons = app.events.filter { $0.element != nil && !isSystem($0) && isButton($0) }
        var groups: [(String, [String])] = []
        groups.append(("events", unique(buttons.map { SwiftText.literal($0.modelName) })))
        groups.append(
            (
                "lists",
                app.events.compactMap { event in
                    selecting(event).map { "\(SwiftText.literal($0.name)): { .\(event.name)(row: $0) }" }
                }
            ))
        groups.append(
            (
                "rowEvents",
                app.events.filter { $0.payload == .row && $0.element != nil }.map {
                    let name = "\(app.ownerNames[$0.owner ?? -1] ?? "").\($0.modelName)"
                    return "\(SwiftText.literal(name)): { .\($0.name)(row: $0) }"
                }
            ))
        groups.append(
            (
                "fields",
                app.components.flatMap { component in
                    component.fields.map {
                        "\(SwiftText.literal("\(component.name).\($0.name)")): { .\($0.event)($0) }"
                    }
                }
            ))
        groups.append(("viewEvents", app.viewEvents.map { viewEvent($0) }))
        groups.append(
            (
                "landmarks",
                unique(app.containers.filter { $0.isLandmark && !$0.isModal }.map { SwiftText.literal($0.name) })
            ))
        groups.append(
            (
                "outcomes",
                app.actions.map { action in
                    let names = action.outcomes.map { SwiftText.literal($0.name) }.joined(separator: ", ")
                    return "\(SwiftText.literal(action.name)): [\(names)]"
                }
            ))
        groups.append(("samples", samples().map(SwiftText.literal)))
        let given = groups.filter { !$0.1.isEmpty }
        guard !given.isEmpty else { return text.line("static let inputs = Inputs<Event>()") }
        text.line("static let inputs = Inputs<Event>(")
        text.indented { text in
            for (position, (name, items)) in given.enumerated() {
                text.array("\(name): ", items, position == given.count - 1 ? ")" : ",")
            }
        }
    }
}
