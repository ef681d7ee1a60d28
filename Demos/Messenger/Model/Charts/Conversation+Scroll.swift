import Statecharts

extension Conversation {
    /// What is in view. Who is at the end stays there when a message comes: that is decided before it is among the
    /// rows.
    final class Scroll: State<Conversation, Conversation> {
        let atEnd = AtEnd(), away = Away(), gliding = Gliding()
        override func configure() { substates(atEnd, away, gliding) }

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .command(.scroll(let lines)):
                top.isCovered
                    ? .unhandled
                    : .handled { self.top.viewport = self.top.viewport.moved(by: lines * MessageRow.line) }
            case .command, .page, .message, .info, .avatars, .glided, .settled: .unhandled
            }
        }
    }

    final class AtEnd: State<Scroll, Conversation> {
        override func always() -> Reaction { top.viewport.isAtEnd ? .unhandled : .to(superior.away) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .message(let message):
                !top.pages.loadingFirst.isActive && top.isNew(message) ? .to(superior.gliding) : .unhandled
            case .command, .page, .info, .avatars, .glided, .settled: .unhandled
            }
        }
    }

    final class Away: State<Scroll, Conversation> {
        override func always() -> Reaction { top.viewport.isAtEnd ? .to(superior.atEnd) : .unhandled }
    }

    /// On the way to the end. A message that comes meanwhile is at the end too.
    final class Gliding: State<Scroll, Conversation> {
        override func entry() { after(Conversation.animation, send: .glided) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .glided: .to(superior.atEnd) { self.top.viewport.offset = self.top.viewport.end }
            case .command(.scroll(let lines)):
                top.isCovered
                    ? .unhandled
                    : .to(superior.away) {
                        self.top.viewport = self.top.viewport.moved(by: lines * MessageRow.line)
                    }
            case .command, .page, .message, .info, .avatars, .settled: .unhandled
            }
        }
    }

    final class Keyboard: State<Conversation, Conversation> {
        let hidden = Hidden(), shown = Shown()
        override func configure() { substates(hidden, shown) }
    }

    final class Hidden: State<Keyboard, Conversation> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .command(.keyboard(true)):
                top.isCovered
                    ? .unhandled
                    : .to(superior.shown) { self.top.viewport.raise(by: Conversation.keyboardHeight) }
            case .command, .page, .message, .info, .avatars, .glided, .settled: .unhandled
            }
        }
    }

    final class Shown: State<Keyboard, Conversation> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .command(.keyboard(false)): hide()
            case .command(.tap(let number)): top.row(number) == nil ? .unhandled : hide()
            case .command, .page, .message, .info, .avatars, .glided, .settled: .unhandled
            }
        }
        private func hide() -> Reaction {
            .to(superior.hidden) { self.top.viewport.raise(by: -Conversation.keyboardHeight) }
        }
    }
}
