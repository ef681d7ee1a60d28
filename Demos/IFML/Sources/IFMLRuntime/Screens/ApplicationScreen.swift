/// What a container shows.
public protocol ContainerScreen: Sendable, Hashable, Codable {
    /// Its own components in the model's order, without those of containers inside it; `nil` for one that is not shown.
    var components: [(any ComponentView)?] { get }
}

/// An active container of a screen.
public struct ContainerView: Sendable {
    /// The name in the model.
    public let name: String
    /// What it shows.
    public let screen: any ContainerScreen
    /// True if it is shown over the others.
    public let isModal: Bool
    /// The container around it, if it stands there before some of the components.
    public let superior: String?
    /// How many components of `superior` stand before it.
    public let place: Int

    /// An active container; `nil` without a screen, which is one that is not active.
    /// - Parameters:
    ///   - name: the name in the model.
    ///   - screen: what it shows; `nil` if it is not active.
    ///   - isModal: whether it is shown over the others.
    ///   - superior: the container around it; needed only if components of that stand behind this one.
    ///   - place: how many components of `superior` stand before it.
    public init?(
        _ name: String, _ screen: (any ContainerScreen)?, isModal: Bool = false, in superior: String? = nil,
        at place: Int = 0
    ) {
        guard let screen else { return nil }
        self.name = name
        self.screen = screen
        self.isModal = isModal
        self.superior = superior
        self.place = place
    }
}

/// What an application shows: the containers that are active, and what a user can do.
///
/// A value that anybody may draw: ``text`` does it in lines.
public protocol ApplicationScreen: Sendable, Hashable, Codable {
    /// The events of the application.
    associatedtype Event: Sendable, Hashable, Codable
    /// The active containers, outer ones first, in the model's order.
    var containers: [ContainerView] { get }
    /// Everything around the containers.
    var frame: ScreenFrame<Event> { get }
}

/// What a screen shows around its containers: buttons, what is going on, a message.
public struct ScreenFrame<Event: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
    /// The actions under way that the user waits for.
    public var busy: [String] = []
    /// What the user is told.
    public var message: String?
    /// The events of the model, possible or not, in the model's order, then landmarks and the way back.
    public var buttons: [EventButton<Event>] = []

    /// Makes a frame without anything.
    public init() {}
}

/// A button: the name of an event, and what to send for it.
public struct EventButton<Event: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
    /// The name in the model; `go` and the name of a landmark, `back`, `dismiss`.
    public let name: String
    /// The component or container that has the event.
    public let element: String
    /// The gesture that stands for it; `nil` for a plain event.
    public let gesture: Gesture?
    /// The event of the application.
    public let event: Event
    /// True if it can be sent now.
    public let isPossible: Bool

    /// Makes a button.
    public init(
        _ name: String, of element: String = "", by gesture: Gesture? = nil, _ event: Event, if isPossible: Bool = true
    ) {
        self.name = name
        self.element = element
        self.gesture = gesture
        self.event = event
        self.isPossible = isPossible
    }

    /// `[open]`, `[close swipe down]`; in round brackets if it is not possible.
    public var text: String {
        let words = name + (gesture?.text.map { " \($0)" } ?? "")
        return isPossible ? "[\(words)]" : "(\(words))"
    }
}

extension ApplicationScreen {
    /// The screen in lines, as the headless session prints it.
    public var text: String { lines.joined(separator: "\n") }

    var lines: [String] {
        let pages = containers.filter { !$0.isModal }
        var lines = ["== " + pages.map(\.name).joined(separator: " / ")]
        for container in pages where container.superior == nil { lines += self.lines(of: container) }
        for container in containers where container.isModal {
            lines += ["** \(container.name)"] + self.lines(of: container)
        }
        lines += frame.busy.map { "busy: \($0)" }
        if let message = frame.message { lines.append("message: \(message)") }
        if !frame.buttons.isEmpty { lines.append(frame.buttons.map(\.text).joined(separator: " ")) }
        return lines
    }

    /// All components, in the order in which they are shown.
    var components: [any ComponentView] { containers.flatMap { $0.screen.components.compactMap(\.self) } }
    /// All lists.
    var lists: [any ListShowing] { components.compactMap { $0 as? any ListShowing } }
    /// All forms.
    var forms: [any FormShowing] { components.compactMap { $0 as? any FormShowing } }
}

extension ApplicationScreen {
    /// The components of a container, and among them those of the containers that stand there.
    private func lines(of container: ContainerView) -> [String] {
        let inside = containers.filter { $0.superior == container.name }
        var lines: [String] = []
        for (place, component) in container.screen.components.enumerated() {
            for container in inside where container.place == place { lines += self.lines(of: container) }
            if let component { lines += ["\(component.name):"] + component.indentedLines }
        }
        let count = container.screen.components.count
        for container in inside where container.place >= count {
            lines += self.lines(of: container)
        }
        return lines
    }
}
