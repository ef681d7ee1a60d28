import Statecharts
import StatechartsTesting
import Testing

@testable import MessengerModel

/// A started messenger on a manual clock, and short ways to use it.
struct Desk {
    let clock = ManualClock(failures: .issues)
    let messenger: Messenger
    /// What the list of chats has announced.
    let list: View<ChatRow>

    init(
        store: Store = .demo, latency: Duration = .zero, frame: Int = 320, on actor: (any Actor)? = nil
    ) async throws {
        messenger = Messenger(manual: clock, on: actor, store: store, latency: latency, frame: frame)
        list = View(await messenger.chatsList.port(\.rows))
        try await messenger.start()
        await clock.advance(by: latency)
        await messenger.settle()
        _ = await list.news()
    }

    /// Does these things one after the other; records an issue for one that is not taken.
    func `do`(_ commands: UserCommand..., sourceLocation: SourceLocation = #_sourceLocation) async {
        for command in commands {
            let isTaken = await messenger.give(command)
            #expect(isTaken, "\(command) was not taken", sourceLocation: sourceLocation)
        }
    }

    /// Taps the message so far from the end of those in view of the open chat; 1 is the last one.
    func tapMessage(fromEnd number: Int = 1, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let count = try await chat().withTop { $0.visible.count { $0.row.message != nil } }
        await self.do(.tap(count + 1 - number), sourceLocation: sourceLocation)
    }

    /// Has somebody else do something.
    func somebody(_ commands: PeopleCommand..., sourceLocation: SourceLocation = #_sourceLocation) async {
        for command in commands {
            let isTaken = await messenger.have(command)
            #expect(isTaken, "\(command) was not taken", sourceLocation: sourceLocation)
        }
    }

    func wait(_ duration: Duration) async { _ = await messenger.advance(by: duration) }

    var screen: Screen { get async { await messenger.screen } }
    /// The titles of the rows that the list of chats shows.
    var titles: [String] { get async { await shownChats.map(\.title) } }
    var shownChats: [ChatRow] { get async { await messenger.chatsList.port(\.shown) } }
    func unread(_ title: String) async -> String? {
        await messenger.chatsList.port(\.list).first { $0.title == title }?.unreadText
    }

    /// The machine of the chat that is open.
    func chat(sourceLocation: SourceLocation = #_sourceLocation) async throws -> Machine<Conversation> {
        try #require(await messenger.openChat?.machine.machine, sourceLocation: sourceLocation)
    }

    func rows() async throws -> [MessageRow] { try await chat().withTop { $0.transcript.rows } }
    func texts() async throws -> [String] { try await rows().compactMap { $0.message?.text } }
    func open() async throws -> ConversationScreen { try await chat().port(\.screen) }
    func headers() async throws -> [Section] { try await rows().filter { $0.message == nil }.map(\.section) }
}

/// Somebody who shows rows, and knows only what is announced.
final class View<Row: Sendable & Equatable>: Sendable {
    typealias Message = Numbered<ListDelta<Row>>
    private let input = InputPort<Message>("view")
    private let replica = Locked(Replica<ListDelta<Row>>())

    init(_ output: OutputPort<Message>) { connect(output, to: input) }

    /// Takes what has come.
    func news(sourceLocation: SourceLocation = #_sourceLocation) async -> [Message] {
        var messages: [Message] = []
        for _ in 0..<input.bufferedCount {
            for await message in input {
                messages.append(message)
                let taken = replica.with { $0.take(message) }
                #expect(taken == .applied, sourceLocation: sourceLocation)
                break
            }
        }
        return messages
    }

    /// The batches that have come.
    func deltas() async -> [String] { await news().map { "\($0)".drop { $0 != " " }.dropFirst().description } }

    var rows: [Row] { replica.with { $0.whole ?? [] } }
}
