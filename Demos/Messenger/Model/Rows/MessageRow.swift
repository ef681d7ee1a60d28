import DemoSupport

/// A row of a chat: a value that says all that is drawn.
struct MessageRow: Sendable, Hashable {
    enum Content: Sendable, Hashable {
        case header(Section)
        /// With the sender's picture beside a tail on the left.
        case message(Message, Tail, avatar: Picture?)
    }

    /// What rows that look alike have in common: a view can draw them with the same parts.
    struct Look: Sendable, Hashable {
        let kind: Message.Kind
        let tail: Tail?
        let direction: Message.Direction?
    }

    /// What a line of text takes.
    static let line = 20
    /// The columns of a bubble.
    static let bubble = 24
    /// The columns of a row without one, on a screen of 40.
    static let whole = 33

    let content: Content
    /// The section that it is in.
    let section: Section
    /// In points.
    let height: Int

    init(header section: Section) {
        self.section = section
        content = .header(section)
        height = Self.line
    }

    init(_ message: Message, _ tail: Tail, in section: Section, avatars: [AvatarOwner: Picture]) {
        let isBeside = message.kind != .system && message.direction == .incoming && tail.isTail
        self.section = section
        content = .message(
            message, tail, avatar: isBeside ? avatars[.contact(message.sender)] ?? Picture("☺") : nil)
        // Groups stand apart by a line.
        let gap = message.kind == .system || tail.joinsPrevious ? 0 : 1
        height = (Self.lines(of: message).count + gap) * Self.line
    }

    var message: Message? { if case .message(let message, _, _) = content { message } else { nil } }
    var tail: Tail? { if case .message(_, let tail, _) = content { tail } else { nil } }
    var avatar: Picture? { if case .message(_, _, let avatar) = content { avatar } else { nil } }

    var look: Look {
        switch content {
        case .header: Look(kind: .system, tail: nil, direction: nil)
        case .message(let message, let tail, _):
            message.kind == .system
                ? Look(kind: .system, tail: nil, direction: nil)
                : Look(kind: message.kind, tail: tail, direction: message.direction)
        }
    }

    /// In points, as wide as its longest line.
    var width: Int { (message.map { Self.lines(of: $0) } ?? []).map(\.columns).max().map { $0 * 10 } ?? 0 }

    /// The lines inside its bubble.
    static func lines(of message: Message) -> [String] {
        switch message.kind {
        case .text: message.text.wrapped(columns: bubble)
        case .system: message.text.wrapped(columns: whole)
        case .media: ["▒▒▒▒▒▒▒▒▒▒▒▒", "▒▒▒▒ \(message.attachment?.name ?? "") ▒▒▒▒"]
        }
    }
}
