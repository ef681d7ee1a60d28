import Statecharts
import StatechartsSimulation

extension MessengerFigures {
    struct Costs {
        var start = Duration.seconds(1), opening = Duration.seconds(1), page = Duration.seconds(1)
        var message = Duration.seconds(1)
        var allocations = Int64.max
    }

    /// Of a chat of so many messages; everything that follows in all components included.
    static func costs(of count: Int, _ counter: Counter) async throws -> Costs {
        let me = ContactID.me, ada = ContactID(1), chat = ChatID(1), clock = ContinuousClock()
        let store = Store(
            chats: [Chat(id: chat, title: "Ada", participants: [me, ada], peer: ada, date: .start)],
            contacts: Store.demoContacts,
            messages: (0..<count).map {
                Message(
                    id: $0 + 1, chat: chat, sender: $0.isMultiple(of: 3) ? me : ada,
                    date: Moment(9) + ($0 - count) * 40, text: "note \($0 + 1)")
            })
        let messenger = Messenger(manual: ManualClock(), on: Lane(), store: store, isJudged: false)
        try await messenger.start()
        var best = Costs()
        for _ in 0..<20 {
            best.opening = min(best.opening, await clock.measure { _ = await messenger.give(.tap(1)) })
            best.page = min(best.page, await clock.measure { _ = await messenger.give(.scroll(-99)) })
            _ = await messenger.give(.scroll(99))
            _ = await messenger.give(.type("hello"))
            best.message = min(best.message, await clock.measure { _ = await messenger.give(.send) })
            _ = await messenger.give(.back)
        }
        for _ in 0..<5 {
            _ = counter(true)
            _ = await messenger.give(.tap(1))
            best.allocations = min(best.allocations, counter(false))
            _ = await messenger.give(.back)
        }
        try await messenger.stop()
        let first = store.log(of: chat).page(before: nil, size: ChatManager.pageSize)
        for _ in 0..<200 {
            let ports = ConversationPorts()
            ports.pages.send(
                Page(chat: chat, before: nil, messages: first.messages, hasOlder: first.hasOlder))
            best.start = min(
                best.start,
                try await clock.measure {
                    let machine = Machine(Conversation(chat, ports, frame: 320))
                    try await machine.start()
                    _ = await machine.isActive(\.pages.idle)
                })
        }
        return best
    }

    private actor Lane {}

    struct LoadedCosts {
        var scroll = Duration.seconds(1), tap = Duration.seconds(1), message = Duration.seconds(1)
        var page = Duration.seconds(1)
    }

    /// Of a chat's screen with so many messages on it, by its ports alone. In the middle, where the way to an end is
    /// longest.
    static func loadedCosts(of count: Int) async throws -> LoadedCosts {
        let ada = ContactID(1), chat = ChatID(1), clock = ContinuousClock(), ports = ConversationPorts()
        func message(_ number: Int) -> Message {
            Message(
                id: number, chat: chat, sender: number.isMultiple(of: 3) ? .me : ada, date: Moment(9) + number * 40,
                text: "note \(number)")
        }
        let machine = Machine(Conversation(chat, ports, frame: 320))
        try await machine.start()
        let older = 15 * 60
        ports.pages.send(
            Page(
                chat: chat, before: nil, messages: ((older + 1)...(older + count)).map(message), hasOlder: true))
        _ = await machine.isActive(\.pages.idle)
        ports.commands.send(.scroll(-count / 2))
        var best = LoadedCosts()
        func measure(_ best: inout Duration, _ body: () -> Void) async {
            best = min(
                best,
                await clock.measure {
                    body()
                    _ = await machine.isActive(\.pages.idle)
                })
        }
        for round in 1...50 {
            await measure(&best.scroll) { ports.commands.send(.scroll(round.isMultiple(of: 2) ? 5 : -5)) }
            await measure(&best.tap) { ports.commands.send(.tap(1)) }
            await measure(&best.message) { ports.messages.send(message(older + count + round)) }
        }
        for round in 0..<50 {
            ports.commands.send(.scroll(-1_000_000))
            _ = await machine.isActive(\.pages.idle)
            let first = older - round * 15 + 1
            await measure(&best.page) {
                ports.pages.send(
                    Page(chat: chat, before: first, messages: ((first - 15)..<first).map(message), hasOlder: true))
            }
        }
        try await machine.stop()
        return best
    }
}
