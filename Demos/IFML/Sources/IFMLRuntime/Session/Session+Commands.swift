import Statecharts
import StatechartsSimulation

/// The words behind `not now: …`.
enum Refusal: Sendable, Hashable {
    /// The command, and something behind it.
    case line(String)
    /// Other words.
    case words(String)
}

extension Session {
    /// Does what a command says. Answers `nil`, or why not.
    func perform(_ command: Command) async throws -> Refusal? {
        let screen = try await screen
        switch command {
        case .select(let list, let row): return try await select(list, row, screen)
        case .set(let field, let text): return try await set(field, text, screen)
        case .event(let name, let row): return try await event(name, row, screen)
        case .go(let landmark):
            guard App.inputs.landmarks.contains(landmark) else {
                throw NotUnderstood("go \(Self.oneOf(App.inputs.landmarks)), not '\(landmark)'")
            }
            return try await press("go \(landmark)", screen)
        case .back: return try await press("back", screen)
        case .dismiss: return try await press("dismiss", screen)
        case .advance(let duration):
            await clock.advance(by: duration)
            return nil
        case .context(let name, let value): return try await setContext(name, value)
        case .outcome(let action, let event):
            guard let events = App.inputs.outcomes[action] else {
                throw NotUnderstood("outcome of \(Self.oneOf(App.inputs.outcomes.keys.sorted())), not '\(action)'")
            }
            guard events.contains(event) || event == "failed" else {
                throw NotUnderstood("outcome \(action) \(Self.oneOf(events + ["failed"])), not '\(event)'")
            }
            outcomes.set(event, of: action)
            return nil
        case .device(let name, let attributes): return try await device(name, attributes, screen)
        case .quit, .help, .trace: return nil
        }
    }

    static func oneOf(_ names: [String]) -> String {
        names.isEmpty ? "nothing, the model has none" : names.joined(separator: " | ")
    }

    /// Sends the event of a button, if it is there and possible.
    private func press(_ name: String, _ screen: App.Screen) async throws -> Refusal? {
        let buttons = screen.frame.buttons.filter { $0.name == name }
        guard let button = buttons.first(where: \.isPossible) else { return .line("") }
        return try await send(button.event) ? nil : .line("")
    }

    private func event(_ name: String, _ row: Int?, _ screen: App.Screen) async throws -> Refusal? {
        guard let row else {
            guard App.inputs.events.contains(name) else {
                throw NotUnderstood(
                    "an event (\(Self.oneOf(App.inputs.events))) or one of \(Command.forms.joined(separator: ", ")),"
                        + " not '\(name)'")
            }
            return try await press(name, screen)
        }
        let known = App.inputs.rowEvents.keys.filter { $0.hasSuffix(".\(name)") }
        guard !known.isEmpty else { throw NotUnderstood("an event of a list's row, not '\(name) \(row + 1)'") }
        for list in screen.components {
            guard let make = App.inputs.rowEvents["\(list.name).\(name)"] else { continue }
            return try await send(make(row)) ? nil : .line("")
        }
        return .line("")
    }

    private func select(_ list: String?, _ row: Int, _ screen: App.Screen) async throws -> Refusal? {
        if let list, App.inputs.lists[list] == nil {
            throw NotUnderstood("select [\(Self.oneOf(App.inputs.lists.keys.sorted()))] N, not '\(list)'")
        }
        for component in screen.components where list == nil || component.name == list {
            guard let make = App.inputs.lists[component.name] else { continue }
            return try await send(make(row)) ? nil : .line("")
        }
        return .line("")
    }

    private func set(_ name: String, _ text: String, _ screen: App.Screen) async throws -> Refusal? {
        guard App.inputs.fields.keys.contains(where: { $0 == name || $0.hasSuffix(".\(name)") }) else {
            throw NotUnderstood("set \(Self.oneOf(App.inputs.fields.keys.sorted())), not '\(name)'")
        }
        for form in screen.forms {
            for (field, content) in form.allFields where field == name || "\(form.name).\(field)" == name {
                guard let make = App.inputs.fields["\(form.name).\(field)"] else { continue }
                guard content.takes(text) else { return .line(" (\(content.options.joined(separator: ", ")))") }
                return try await send(make(content.hasLines ? Self.unescaped(text) : text)) ? nil : .line("")
            }
        }
        return .line("")
    }

    /// `\n` is a line break, `\\` a backslash.
    private static func unescaped(_ text: String) -> String {
        var result = "", isEscaped = false
        for character in text {
            switch (isEscaped, character) {
            case (false, "\\"): isEscaped = true
            case (true, "n"): (result, isEscaped) = (result + "\n", false)
            case (true, "\\"): (result, isEscaped) = (result + "\\", false)
            case (true, _): (result, isEscaped) = (result + "\\\(character)", false)
            case (false, _): result.append(character)
            }
        }
        return isEscaped ? result + "\\" : result
    }

    private func setContext(_ name: String, _ value: String) async throws -> Refusal? {
        guard let variable = App.Context.variables.first(where: { $0.name == name }) else {
            throw NotUnderstood("context \(Self.oneOf(App.Context.variables.map(\.name))), not '\(name)'")
        }
        var context = try await machine.withTop { $0.context }
        guard variable.set(value, in: &context) else {
            throw NotUnderstood("context \(name) VALUE, \(variable.expectation), not '\(value)'")
        }
        guard let event = App.event(setting: context) else { return .line("") }
        return try await send(event) ? nil : .line("")
    }
}
