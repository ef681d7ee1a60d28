import Foundation
import Statecharts
import StatechartsTesting
import TestSupport
import Testing

@testable import MessengerModel

/// Acceptance points 6 to 11, 16, 17, 20, 27 and 28: the messages of a chat that is open.
@Suite struct ChatTests {
    private func notes(_ numbers: ClosedRange<Int>) -> [String] { numbers.map { "note \($0)" } }

    /// How many pages have been asked for.
    private func pages(_ recorder: MessageRecorder) -> Int {
        recorder.records.count { if case .page? = $0.message as? ChatRequest { true } else { false } }
    }

    @Test func `point 6: a chat opens at its end, with the newest page, asked for once`() async throws {
        let desk = try await Desk(), recorder = desk.messenger.system.recorder()
        await desk.do(.tap(2))
        #expect(try await desk.texts() == notes(26...40))
        #expect(try await desk.headers() == [.day(0)])
        #expect(try await desk.rows()[0].message == nil)
        let view = try await desk.open().viewport
        #expect(view.offset == view.end && view.offset > 0)
        #expect(pages(recorder) == 1)
    }

    @Test func `point 7: older pages come when the top is seen, and what is seen stays where it is`() async throws {
        let desk = try await Desk(), recorder = desk.messenger.system.recorder()
        await desk.do(.tap(2))
        for (count, isLast) in [(30, false), (40, true)] {
            // To the line below the header: not yet the top.
            let offset = try await desk.open().viewport.offset
            await desk.do(.scroll(-(offset / 20 - 1)))
            let before = try await desk.open()
            await desk.do(.scroll(-1))
            let after = try await desk.open()
            #expect(try await desk.texts() == notes((41 - count)...40))
            #expect(try await desk.headers() == [.day(0)])
            // A line further up, as was scrolled: by message and place in view.
            let kept = before.rows.compactMap { row in row.row.message.map { (row, $0) } }
            for (row, message) in kept.dropLast() {
                let there = try #require(after.rows.first { $0.row.message == message })
                #expect(there.row.height == row.row.height)
            }
            #expect(
                after.viewport.content - after.viewport.offset == before.viewport.content - before.viewport.offset + 20)
            #expect(after.progress == (isLast ? .complete : .idle))
        }
        #expect(pages(recorder) == 3)
        await desk.do(.scroll(-99))
        #expect(pages(recorder) == 3)
        #expect(try await desk.texts() == notes(1...40))
    }

    @Test func `point 8: while a page is under way nobody asks for another one`() async throws {
        let desk = try await Desk(latency: .seconds(1)), recorder = desk.messenger.system.recorder()
        await desk.do(.tap(2))
        await desk.do(.scroll(-5))  // Nothing to scroll yet.
        await desk.wait(.seconds(1))
        for _ in 1...5 {
            await desk.do(.scroll(-99))
            await desk.wait(.milliseconds(100))
        }
        #expect(try await desk.open().progress == .loadingOlder)
        #expect(pages(recorder) == 2)
        await desk.wait(.milliseconds(500))
        #expect(try await desk.texts() == notes(11...40))
        #expect(pages(recorder) == 2)
    }

    @Test func `point 9: a message that comes while a page is under way is there once, and the next page loads`()
        async throws
    {
        let desk = try await Desk(latency: .seconds(1))
        await desk.do(.tap(2))
        await desk.wait(.seconds(1))
        await desk.do(.scroll(-99))
        await desk.somebody(.message("Ada", "now"))
        #expect(try await desk.texts() == notes(26...40) + ["now"])
        await desk.wait(.seconds(1))
        #expect(try await desk.texts() == notes(11...40) + ["now"])
        await desk.do(.scroll(-99))
        await desk.wait(.seconds(1))
        #expect(try await desk.texts() == notes(1...40) + ["now"])
    }

    @Test func `point 10: messages that have come shift no page`() async throws {
        let desk = try await Desk()
        await desk.do(.tap(2))
        for text in ["x", "y", "z"] { await desk.somebody(.message("Ada", text)) }
        await desk.do(.scroll(-99))
        #expect(try await desk.texts() == notes(11...40) + ["x", "y", "z"])
        #expect(Set(try await desk.rows().compactMap { $0.message?.id }).count == 33)
    }

    @Test func `point 11: a page of the same day takes its header to the top`() async throws {
        let messages = (1...40).map { number in
            Message(
                id: number, chat: Store.a, sender: Store.ada, date: Moment(day: number <= 30 ? -1 : 0, 8, number),
                text: "note \(number)")
        }
        let desk = try await Desk(store: .one(messages))
        await desk.do(.tap(1))
        #expect(try await desk.headers() == [.day(-1), .day(0)])
        await desk.do(.scroll(-99))
        #expect(try await desk.headers() == [.day(-1), .day(0)])
        #expect(try await desk.rows()[0] == MessageRow(header: .day(-1)))
        #expect(try await desk.texts() == notes(11...40))
        #expect(Moment.name(ofDay: -1, today: 0) == "Yesterday")
    }

    @Test func `point 16: what is not read stands under New Messages, and so does all after it`() async throws {
        let desk = try await Desk()
        await desk.do(.tap(1))
        #expect(try await desk.headers() == [.day(0), .new])
        #expect(try await desk.texts() == ["Is the boat ready?", "Nearly.", "It wants another coat of paint."])
        #expect(try await desk.rows()[2] == MessageRow(header: .new))
        await desk.do(.type("Take green."), .send)
        await desk.somebody(.message("Bo", "I shall."))
        #expect(try await desk.headers() == [.day(0), .new])
        #expect(try await desk.rows().suffix(4).map(\.section) == [.new, .new, .new, .new])
    }

    @Test func `point 17: leaving a chat reads it, in place; the next time there are days only`() async throws {
        let desk = try await Desk()
        await desk.somebody(.message("Ada", "hello"))
        _ = await desk.list.news()
        await desk.do(.tap(2))
        #expect(await desk.unread("Bo") == "2")
        #expect(await desk.list.deltas() == [])
        await desk.do(.back)
        #expect(await desk.list.deltas() == ["reload 1"])
        #expect(await desk.unread("Bo") == "")
        #expect(await desk.titles == ["Ada", "Bo", "Compilers"])
        await desk.do(.tap(2))
        #expect(try await desk.headers() == [.day(0)])
    }

    @Test func `point 20: a message for another chat is none of this one's`() async throws {
        let desk = try await Desk()
        await desk.do(.tap(2))
        let before = try await desk.rows()
        await desk.somebody(.message("Compilers", "hello"))
        #expect(try await desk.rows() == before)
        #expect(await desk.list.deltas() == ["move 2→0, reload 0"])
        #expect(await desk.unread("Compilers") == "1")
        #expect(await desk.messenger.chatsList.port(\.list).map(\.title) == ["Compilers", "Bo", "Ada"])
    }

    /// `MESSENGER_OPENINGS=1000` as the point has it.
    @Test func `point 27: a chat that was opened and left again and again has left nothing behind`() async throws {
        let desk = try await Desk()
        await desk.do(.tap(2), .back)
        let connections = desk.messenger.system.connections.map(\.description)
        let members = desk.messenger.system.members.map(\.name), pending = await desk.clock.pending.count
        let gone = Locked<[WeakMachine]>([])
        let openings = ProcessInfo.processInfo.environment["MESSENGER_OPENINGS"].flatMap(Int.init) ?? 200
        for _ in 1...openings {
            await desk.do(.tap(2))
            let machine = try await desk.chat()
            gone.with { $0.append(WeakMachine(machine)) }
            await desk.do(.back)
        }
        #expect(desk.messenger.system.connections.map(\.description) == connections)
        #expect(desk.messenger.system.members.map(\.name) == members)
        #expect(await desk.clock.pending.count == pending)
        #expect(desk.messenger.supervisor.names == [])
        #expect(desk.messenger.openChats.count == 0)
        #expect(gone.with { $0.count } == openings)
        // The last one is released by its own task, which may be a moment behind.
        try await eventually { gone.with { $0.count { $0.machine != nil } } == 0 }
    }

    @Test func `point 28: a view that binds late shows everything, once`() async throws {
        let desk = try await Desk()
        await desk.do(.tap(2))
        for text in ["x", "y", "z"] { await desk.somebody(.message("Ada", text)) }
        let ports = try #require(await desk.messenger.openChat).ports
        let late = View(ports.rows)
        #expect(await late.news().count == 1)
        #expect(late.rows.compactMap(\.message?.text) == notes(26...40) + ["x", "y", "z"])
        await desk.somebody(.message("Ada", "w"))
        #expect(await late.deltas().count == 1)
        #expect(late.rows == (try await desk.rows()))
    }
}

/// A machine that nobody keeps.
struct WeakMachine: Sendable {
    weak let machine: Machine<Conversation>?
    init(_ machine: Machine<Conversation>) { self.machine = machine }
}
