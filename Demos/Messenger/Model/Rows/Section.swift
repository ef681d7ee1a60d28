/// What a header stands above.
enum Section: Sendable, Hashable {
    case day(Int)
    /// Messages that nobody had read when they came in here, and all after them.
    case new

    /// The section of a message behind one of another section.
    init(of message: Message, after previous: Section?) {
        self = previous == .new || !message.isRead ? .new : .day(message.date.day)
    }

    func title(today: Int) -> String {
        switch self {
        case .day(let day): Moment.name(ofDay: day, today: today)
        case .new: "New Messages"
        }
    }
}

/// The place of a message in a group: messages of one kind, direction and sender, each less than a minute after the one
/// before.
enum Tail: Sendable, Hashable {
    /// Alone, with a tail.
    case alone
    /// The first of a group, without one.
    case first
    /// Between others, without one.
    case inner
    /// The last of a group, with the tail.
    case last

    init(joinsPrevious: Bool, joinsNext: Bool) {
        self =
            switch (joinsPrevious, joinsNext) {
            case (false, false): .alone
            case (false, true): .first
            case (true, true): .inner
            case (true, false): .last
            }
    }

    var isTail: Bool { self == .alone || self == .last }
    var joinsPrevious: Bool { self == .inner || self == .last }
    var joinsNext: Bool { self == .first || self == .inner }
}

extension Message {
    /// Whether two neighbours without a header between them belong to one group.
    func joins(_ next: Message) -> Bool {
        kind != .system && kind == next.kind && direction == next.direction && sender == next.sender
            && next.date - date < 60
    }
}
