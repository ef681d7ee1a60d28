import Statecharts

extension Conversation {
    /// Which messages are there. One page at a time: who asks meanwhile is not heard.
    final class Pages: State<Conversation, Conversation> {
        let loadingFirst = LoadingFirst(), idle = Idle(), loadingOlder = LoadingOlder(), complete = Complete()
        override func configure() { substates(loadingFirst, idle, loadingOlder, complete) }

        override func handle(_ event: Event) -> Reaction {
            guard case .message(let message) = event, top.isNew(message) else { return .unhandled }
            return .handled { top.append(message) }
        }
    }

    final class LoadingFirst: State<Pages, Conversation> {
        override func entry() { top.requests.send(.page(top.chat, before: nil)) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .page(let page):
                if page.before != nil { return .unhandled }
                return page.hasOlder
                    ? .to(superior.idle) { top.begin(page) } : .to(superior.complete) { top.begin(page) }
            case .message(let message): return .handled { top.keepForLater(message) }
            default: return .unhandled
            }
        }
    }

    final class Idle: State<Pages, Conversation> {
        override func handle(_ event: Event) -> Reaction {
            guard case .command(.scroll(let lines)) = event, !top.isCovered, lines < 0,
                top.viewport.moved(by: lines * MessageRow.line).showsBeginning
            else { return .unhandled }
            return .to(superior.loadingOlder)
        }
    }

    final class LoadingOlder: State<Pages, Conversation> {
        override func entry() { top.requests.send(.page(top.chat, before: top.transcript.oldest?.id)) }
        override func handle(_ event: Event) -> Reaction {
            guard case .page(let page) = event, page.before == top.transcript.oldest?.id else { return .unhandled }
            return page.hasOlder ? .to(superior.idle) { top.join(page) } : .to(superior.complete) { top.join(page) }
        }
    }

    final class Complete: State<Pages, Conversation> {}
}
