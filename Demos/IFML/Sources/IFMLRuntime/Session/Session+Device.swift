import Statecharts
import StatechartsSimulation

// The command `device`: what a device would do.

extension Session {
    /// Does what a device would do. Answers `nil`, or why not.
    func device(
        _ name: String, _ attributes: [String: String], _ screen: App.Screen
    ) async throws -> Refusal? {
        if let kind = Gesture.Kind(rawValue: name) { return try await touch(kind, attributes, screen) }
        if let event = ApplicationEvent(rawValue: name) {
            try check(attributes, of: name, [])
            return try await tell(.application(event), name)
        }
        if let event = ViewEvent(rawValue: name) { return try await view(event, attributes, screen) }
        guard let sensor = Sensor.all[name] else {
            let names =
                Gesture.Kind.allCases.map(\.rawValue) + Sensor.all.keys.sorted()
                + ApplicationEvent.allCases.map(\.rawValue) + ViewEvent.allCases.map(\.rawValue)
            throw NotUnderstood("device \(Self.oneOf(names)), not '\(name)'")
        }
        try check(attributes, of: name, sensor.variables.map(\.name))
        for (variable, kind) in sensor.variables {
            guard let text = attributes[variable], !kind.takes(text) else { continue }
            throw NotUnderstood("device \(name) \(variable)=\(kind.expectation), not '\(text)'")
        }
        return try await tell(sensor.event(Readings(attributes)), name)
    }

    private func check(_ attributes: [String: String], of name: String, _ known: [String]) throws {
        guard let other = attributes.keys.sorted().first(where: { !known.contains($0) }) else { return }
        let list = known.isEmpty ? "without attributes" : "with \(known.joined(separator: ", "))"
        throw NotUnderstood("device \(name) \(list), not '\(other)'")
    }

    /// Gives the application a message of its device.
    private func tell(_ event: DeviceEvent, _ name: String) async throws -> Refusal? {
        guard let port else { return .words(name) }
        let before = try await machine.withTop { $0.context }
        let steps = machine.steps
        port.send(event)
        await clock.settle()
        let taken = await Self.drained(steps).flatMap(\.microsteps).contains { step in
            if case .raised = step.trigger { !step.transitions.isEmpty } else { false }
        }
        let after = try await machine.withTop { $0.context }
        return taken || before != after ? nil : .words(name)
    }

    private func view(
        _ event: ViewEvent, _ attributes: [String: String], _ screen: App.Screen
    ) async throws -> Refusal? {
        try check(attributes, of: event.rawValue, ["on"])
        guard let container = attributes["on"] else { throw NotUnderstood("device \(event.rawValue) on=CONTAINER") }
        guard screen.containers.contains(where: { $0.name == container }),
            let made = App.inputs.viewEvents["\(container).\(event.rawValue)"]
        else { return .words(event.rawValue) }
        return try await send(made) ? nil : .words(event.rawValue)
    }

    private func touch(
        _ kind: Gesture.Kind, _ attributes: [String: String], _ screen: App.Screen
    ) async throws -> Refusal? {
        let name = kind.rawValue
        try check(attributes, of: name, ["fingersCount", "pressDuration", "swipeDirection", "on", "row"])
        let gesture = Gesture(
            kind,
            fingersCount: try value("fingersCount", attributes, name) ?? (kind == .pinch || kind == .rotate ? 2 : 1),
            pressDuration: try value("pressDuration", attributes, name) ?? 1.0,
            swipeDirection: try value("swipeDirection", attributes, name))
        if kind == .swipe, gesture.swipeDirection == nil {
            throw NotUnderstood("device swipe swipeDirection=\(Gesture.Direction.expectation)")
        }
        let row: Int? = try value("row", attributes, name)
        if let row, row < 1 { throw NotUnderstood("device \(name) row=N, a number from 1, not '\(row)'") }
        for kind in gesture.classes {
            let fitting = screen.frame.buttons.compactMap { button -> (name: String, event: App.Event)? in
                guard let wanted = button.gesture, wanted.kind == kind, wanted.fits(gesture) else { return nil }
                if let on = attributes["on"], on != button.element, on != button.name { return nil }
                guard let row else { return button.isPossible ? (button.name, button.event) : nil }
                return App.inputs.rowEvents["\(button.element).\(button.name)"].map { (button.name, $0(row - 1)) }
            }
            if fitting.count > 1 { return .words("\(name) (\(fitting.map(\.name).joined(separator: ", ")))") }
            // An event whose guard does not hold for the row leaves the gesture to the next class.
            if let only = fitting.first, try await send(only.event) { return nil }
        }
        return .words(name)
    }

    private func value<Value: FieldValue>(
        _ attribute: String, _ attributes: [String: String], _ name: String
    ) throws -> Value? {
        guard let text = attributes[attribute] else { return nil }
        guard let value = Value(fieldText: text) else {
            throw NotUnderstood("device \(name) \(attribute)=\(Value.expectation), not '\(text)'")
        }
        return value
    }
}
