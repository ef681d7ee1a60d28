import Statecharts

extension Conversation {
    /// Which messages are there. One page at a time: who asks meanwhile is not heard.
    final class Pages: State<Conversation, Conversation> {
        let loadingFirst = LoadingFirst(), idle = Idle(), loadingOlder = LoadingOlder(), complete = Complete()
        override func configure() { substates(loadingFirst, idle, loadingOlder, complete) }

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .message(let message): top.isNew(message) ? .handled { self.top.append(message) } : .unhandled
            case .command, .page, .info, .avatars, .glided, .settled: .unhandled
            }
        }
    }

    final class LoadingFirst: State<Pages, Conversation> {
        override func entry() { top.requests.send(.page(top.chat, before: nil)) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .page(let page):
                if page.before != nil { return .unhandled }
                return page.hasOlder
                    ? .to(superior.idle) { self.top.begin(page) } : .to(superior.complete) { self.top.begin(page) }
            case .message(let message): return .handled { self.top.keepForLater(message) }
            case .command, .info, .avatars, .glided, .settled: return .unhandled
            }
        }
    }

    final class Idle: State<Pages, Conversation> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .command(.scroll(let lines)):
                !top.isCovered && lines < 0 && top.viewport.moved(by: lines * MessageRow.line).showsBeginning
                    ? .to(superior.loadingOlder) : .unhandled
            case .command, .page, .message, .info, .avatars, .glided, .settled: .unhandled
            }
        }
    }

    final class LoadingOlder: State<Pages, Conversation> {
        override func entry() { top.requests.send(.page(top.chat, before: top.transcript.oldest?.id)) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .page(let page):
                guard page.before == top.transcript.oldest?.id else { return .unhandled }
                return page.hasOlder
                    ? .to(superior.idle) { self.top.join(page) } : .to(superior.complete) { self.top.join(page) }
            case .command, .message, .info, .avatars, .glided, .settled: return .unhandled
            }
        }
    }

    final class Complete: State<Pages, Conversation> {}
}
