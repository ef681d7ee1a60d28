import Statecharts
import StatechartsTesting
import Testing

@testable import MessengerModel

/// What the chat manager and the machines of chats have to keep to.
@Suite struct RulesTests {
    @Test func `a store that takes too long has violated its contract`() async throws {
        let desk = try await Desk(latency: .milliseconds(3_500))
        // The list is not asked for, the first page is.
        await desk.do(.tap(2))
        await desk.wait(.milliseconds(2_999))
        #expect(desk.messenger.takeViolations().map(\.description) == [])
        await desk.wait(.milliseconds(1))
        let violations = desk.messenger.takeViolations()
        #expect(violations.map(\.contract) == ["StoreRules"])
        #expect(violations.map(\.event) == ["overdue(page of chat 1 before the end)"])
        #expect(violations.first?.trace.map(\.sender.description) == ["Chat 1.requests"])
        await desk.wait(.seconds(10))
        #expect(desk.messenger.takeViolations().map(\.description) == [])
        #expect(try await desk.rows().count == 16)
    }

    @Test func `pages that nobody asked for, older messages and lists out of order are violations`() async throws {
        let desk = try await Desk(), manager = try await ports(desk)
        manager.pages.send(Page(chat: ChatID(1), before: 3, messages: [], hasOlder: false))
        manager.messages.send(Message(id: 1, chat: ChatID(9), sender: .me, date: .start))
        manager.messages.send(Message(id: 1, chat: ChatID(9), sender: .me, date: .start))
        let events = desk.messenger.takeViolations().map { $0.event.prefix { $0 != "(" } }
        #expect(events == ["answered", "message"])
    }

    /// The ports of the chat manager.
    private func ports(
        _ desk: Desk
    ) async throws -> (pages: OutputPort<Page>, messages: OutputPort<Message>) {
        (await desk.messenger.chatManager.port(\.pages), await desk.messenger.chatManager.port(\.messages))
    }

    @Test func `a chat asks for one page at a time, sends what there is to send, and then says that it is read`()
        async throws
    {
        let ports = ConversationPorts(), violations = Locked<[String]>([])
        _ = ports.enforceRules { violation in violations.with { $0.append(violation.event) } }
        let chat = ChatID(1)
        func say(_ requests: ChatRequest...) -> [String] {
            for request in requests { ports.requests.send(request) }
            return violations.with { violations in
                defer { violations = [] }
                return violations
            }
        }
        #expect(say(.page(chat, before: 3), .page(chat, before: nil)) == ["asked(before: 3)"])
        #expect(say(.page(chat, before: nil), .send(chat, " ")) == ["asked(before: nil)", "sent(isEmpty: true)"])
        ports.pages.send(Page(chat: chat, before: nil, messages: [], hasOlder: true))
        #expect(say(.page(chat, before: 3), .send(chat, "a"), .gallery(chat)) == [])
        #expect(say(.page(chat, before: 1)) == ["asked(before: 1)"])
        #expect(say(.read(chat)) == [])
        #expect(say(.read(chat), .send(chat, "a")) == ["read", "sent(isEmpty: false)"])
    }
}
