import Statecharts

extension Conversation {
    /// What is in view. Who is at the end stays there when a message comes: that is decided before it is among the
    /// rows.
    final class Scroll: State<Conversation, Conversation> {
        let atEnd = AtEnd(), away = Away(), gliding = Gliding()
        override func configure() { substates(atEnd, away, gliding) }

        override func handle(_ event: Event) -> Reaction {
            guard case .command(.scroll(let lines)) = event, !top.isCovered else { return .unhandled }
            return .handled { top.viewport = top.viewport.moved(by: lines * MessageRow.line) }
        }
    }

    final class AtEnd: State<Scroll, Conversation> {
        override func always() -> Reaction { top.viewport.isAtEnd ? .unhandled : .to(superior.away) }
        override func handle(_ event: Event) -> Reaction {
            guard case .message(let message) = event, !top.pages.loadingFirst.isActive, top.isNew(message)
            else { return .unhandled }
            return .to(superior.gliding)
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
            case .glided: .to(superior.atEnd) { top.viewport.offset = top.viewport.end }
            case .command(.scroll(let lines)):
                top.isCovered
                    ? .unhandled
                    : .to(superior.away) {
                        top.viewport = top.viewport.moved(by: lines * MessageRow.line)
                    }
            default: .unhandled
            }
        }
    }

    final class Keyboard: State<Conversation, Conversation> {
        let hidden = Hidden(), shown = Shown()
        override func configure() { substates(hidden, shown) }
    }

    final class Hidden: State<Keyboard, Conversation> {
        override func handle(_ event: Event) -> Reaction {
            guard case .command(.keyboard(true)) = event, !top.isCovered else { return .unhandled }
            return .to(superior.shown) { top.viewport.raise(by: Conversation.keyboardHeight) }
        }
    }

    final class Shown: State<Keyboard, Conversation> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .command(.keyboard(false)): hide()
            case .command(.tap(let number)): top.row(number) == nil ? .unhandled : hide()
            default: .unhandled
            }
        }
        private func hide() -> Reaction {
            .to(superior.hidden) { top.viewport.raise(by: -Conversation.keyboardHeight) }
        }
    }
}
