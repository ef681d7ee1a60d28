import Statecharts

extension Conversation {
    /// The text that is being written. It can be sent exactly while there is more in it than white space.
    final class Composer: State<Conversation, Conversation> {
        fileprivate(set) var text = ""
        let blank = Blank(), ready = Ready()
        override func configure() { substates(blank, ready) }

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .command(.type(let text)): top.isCovered ? .unhandled : .handled { self.text = text }
            case .command(.pictures(let pictures)):
                .handled { top.requests.send(.sendPictures(top.chat, pictures)) }
            default: .unhandled
            }
        }

        fileprivate var isBlank: Bool { text.allSatisfy(\.isWhitespace) }
    }

    final class Blank: State<Composer, Conversation> {
        override func always() -> Reaction { superior.isBlank ? .unhandled : .to(superior.ready) }
    }

    final class Ready: State<Composer, Conversation> {
        override func always() -> Reaction { superior.isBlank ? .to(superior.blank) : .unhandled }
        override func handle(_ event: Event) -> Reaction {
            guard case .command(.send) = event, !top.isCovered else { return .unhandled }
            return .handled {
                top.requests.send(.send(top.chat, superior.text))
                superior.text = ""
            }
        }
    }

    /// The send times, which lie behind the right edge until the rows are dragged to the left.
    final class Times: State<Conversation, Conversation> {
        /// How far the rows can be dragged.
        static let reach = -40...0
        fileprivate(set) var offset = 0
        let covered = Covered(), dragging = Dragging(), settling = Settling()
        override func configure() { substates(covered, dragging, settling) }

        override func handle(_ event: Event) -> Reaction {
            guard case .command(.drag(let way)) = event, !top.isCovered else { return .unhandled }
            return .to(dragging) { offset = Self.limited(way) }
        }

        static func limited(_ way: Int) -> Int { min(max(way, reach.lowerBound), reach.upperBound) }

        /// How long rows take for a way under the finger, at so many points a second.
        static func duration(of way: Int, velocity: Int) -> Duration {
            velocity == 0 ? .zero : .seconds(1) * abs(way) / abs(velocity)
        }
    }

    final class Covered: State<Times, Conversation> {}

    final class Dragging: State<Times, Conversation> {
        override func handle(_ event: Event) -> Reaction {
            if case .command(.release) = event { .to(superior.settling) } else { .unhandled }
        }
    }

    final class Settling: State<Times, Conversation> {
        override func entry() { after(Conversation.animation, send: .settled) }
        override func handle(_ event: Event) -> Reaction {
            if case .settled = event { .to(superior.covered) { superior.offset = 0 } } else { .unhandled }
        }
    }

    /// A picture that covers the chat.
    final class Viewer: State<Conversation, Conversation> {
        let closed = Closed(), open = Open()
        override func configure() { substates(closed, open) }
    }

    final class Closed: State<Viewer, Conversation> {
        override func handle(_ event: Event) -> Reaction {
            guard case .command(.tap(let number)) = event else { return .unhandled }
            guard let picture = top.row(number)?.message?.attachment else { return .unhandled }
            return .to(superior.open) { superior.open.picture = picture }
        }
    }

    final class Open: State<Viewer, Conversation> {
        fileprivate(set) var picture = Picture("")
        override func handle(_ event: Event) -> Reaction {
            if case .command(.close) = event { .to(superior.closed) } else { .unhandled }
        }
    }
}
