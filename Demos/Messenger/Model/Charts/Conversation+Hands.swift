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
                .handled { self.top.requests.send(.sendPictures(self.top.chat, pictures)) }
            case .command, .page, .message, .info, .avatars, .glided, .settled: .unhandled
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
            switch event {
            case .command(.send):
                if top.isCovered { return .unhandled }
                return .handled {
                    self.top.requests.send(.send(self.top.chat, self.superior.text))
                    self.superior.text = ""
                }
            case .command, .page, .message, .info, .avatars, .glided, .settled: return .unhandled
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
            switch event {
            case .command(.drag(let way)):
                top.isCovered ? .unhandled : .to(dragging) { self.offset = Self.limited(way) }
            case .command, .page, .message, .info, .avatars, .glided, .settled: .unhandled
            }
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
            switch event {
            case .command(.release): .to(superior.settling)
            case .command, .page, .message, .info, .avatars, .glided, .settled: .unhandled
            }
        }
    }

    final class Settling: State<Times, Conversation> {
        override func entry() { after(Conversation.animation, send: .settled) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .settled: .to(superior.covered) { self.superior.offset = 0 }
            case .command, .page, .message, .info, .avatars, .glided: .unhandled
            }
        }
    }

    /// A picture that covers the chat.
    final class Viewer: State<Conversation, Conversation> {
        let closed = Closed(), open = Open()
        override func configure() { substates(closed, open) }
    }

    final class Closed: State<Viewer, Conversation> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .command(.tap(let number)):
                guard let picture = top.row(number)?.message?.attachment else { return .unhandled }
                return .to(superior.open) { self.superior.open.picture = picture }
            case .command, .page, .message, .info, .avatars, .glided, .settled: return .unhandled
            }
        }
    }

    final class Open: State<Viewer, Conversation> {
        fileprivate(set) var picture = Picture("")
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .command(.close): .to(superior.closed)
            case .command, .page, .message, .info, .avatars, .glided, .settled: .unhandled
            }
        }
    }
}
