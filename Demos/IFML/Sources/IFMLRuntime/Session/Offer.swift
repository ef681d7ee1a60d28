public import Statecharts

/// Something that a user can do now: a command, and the event that it sends.
public struct Offer<Event: Sendable & Hashable>: Sendable, Hashable {
    /// The command, as a script has it.
    public let command: String
    /// What it sends.
    public let event: Event
}

extension ApplicationScreen {
    /// What a user can do with this screen: each button that is possible, each row, each field with samples.
    ///
    /// Fields that take any text are offered a few.
    func offers(_ inputs: Inputs<Event>) -> [Offer<Event>] {
        var offers = frame.buttons.filter(\.isPossible).map { Offer(command: $0.command, event: $0.event) }
        for list in lists where list.isEnabled {
            for row in 0..<list.count {
                if let make = inputs.lists[list.name] {
                    offers.append(Offer(command: "select \(list.name) \(row + 1)", event: make(row)))
                }
                for button in frame.buttons where button.element == list.name {
                    guard let make = inputs.rowEvents["\(list.name).\(button.name)"],
                        button.isPossible || list.selected == nil
                    else { continue }
                    offers.append(Offer(command: "\(button.name) \(row + 1)", event: make(row)))
                }
            }
        }
        for form in forms where form.isEnabled {
            for (name, field) in form.allFields {
                guard let make = inputs.fields["\(form.name).\(name)"] else { continue }
                offers += field.samples.map { Offer(command: "set \(name) \($0)", event: make($0)) }
            }
        }
        return offers
    }
}

extension EventButton {
    /// What a script says to press it.
    var command: String { name }
}

extension Application {
    /// What a user can do now.
    public var offers: [Offer<Event>] { screen.offers(Self.inputs) }
}
