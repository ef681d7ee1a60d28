import Statecharts
import StatechartsTesting
import Testing

@testable import MessengerModel

/// Acceptance points 12 to 15, 18, 19 and 21 to 24: groups of messages, and what hands do.
@Suite struct HandsTests {
    private func message(
        _ id: Int, at second: Int, by sender: ContactID = Store.ada, _ kind: Message.Kind = .text,
        from start: Moment = Moment(9)
    ) -> Message {
        Message(id: id, chat: Store.a, kind: kind, sender: sender, date: start + second, text: "text \(id)")
    }

    @Test func `point 12: messages less than a minute apart are a group, with tail and avatar at its end`() async throws
    {
        let desk = try await Desk(store: .one([0, 30, 70].enumerated().map { message($0 + 1, at: $1) }))
        await desk.do(.tap(1))
        let rows = try await desk.rows().dropFirst()
        #expect(rows.map(\.tail) == [.first, .inner, .last])
        #expect(rows.map { $0.avatar != nil } == [false, false, true])
        #expect(
            rows.map { $0.look }
                == [.first, .inner, .last].map {
                    MessageRow.Look(kind: .text, tail: $0, direction: .incoming)
                })
        // Those in a group stand closer.
        #expect(rows.map(\.height) == [40, 20, 20])
        #expect(rows.map(\.width) == [60, 60, 60])
    }

    @Test func `point 13: the next one of a group takes the tail`() async throws {
        let desk = try await Desk(store: .one([message(1, at: 0)]))
        await desk.do(.tap(1), .type("one"), .send)
        let view = View(try #require(await desk.messenger.openChat).ports.rows)
        _ = await view.news()
        #expect(view.rows.last?.tail == .alone)
        await desk.wait(.seconds(59))
        await desk.do(.type("two"), .send)
        #expect(await view.deltas() == ["reload 2, insert 3"])
        #expect(view.rows.suffix(2).map(\.tail) == [.first, .last])
        await desk.wait(.seconds(59))
        await desk.do(.type("three"), .send)
        #expect(await view.deltas() == ["reload 3, insert 4"])
        #expect(view.rows.suffix(3).map(\.tail) == [.first, .inner, .last])
    }

    @Test(arguments: [
        (60, Message.Kind.text, ContactID.me, ContactID.me), (59, .text, .me, Store.ada),
        (59, .text, Store.ada, Store.alan), (59, .media, .me, .me), (59, .system, .me, .me),
    ])
    func `point 14: what does not belong to the group leaves the tail`(
        seconds: Int, kind: Message.Kind, first: ContactID, second: ContactID
    ) {
        var transcript = Transcript([message(1, at: 0, by: first)])
        let delta = transcript.append(message(2, at: seconds, by: second, kind))
        #expect("\(delta)" == "insert 2")
        #expect(transcript.rows[1].tail == .alone)
        #expect(transcript.rows == Transcript.rows(of: transcript.messages, avatars: [:]))
    }

    @Test func `point 14: a minute later nothing is reloaded`() async throws {
        let desk = try await Desk(store: .one([message(1, at: 0)]))
        await desk.do(.tap(1), .type("one"), .send)
        let view = View(try #require(await desk.messenger.openChat).ports.rows)
        _ = await view.news()
        await desk.wait(.seconds(60))
        await desk.do(.type("two"), .send)
        #expect(await view.deltas() == ["insert 3"])
        await desk.do(.attach, .choose(1), .done)
        #expect(await view.deltas() == ["insert 4"])
        #expect(view.rows.suffix(3).map(\.tail) == [.alone, .alone, .alone])
    }

    @Test func `point 14: neither an answer nor a system message takes the tail, as they come`() async throws {
        let desk = try await Desk(store: .one([message(1, at: 0)]))
        await desk.do(.tap(1), .type("one"), .send)
        let view = View(try #require(await desk.messenger.openChat).ports.rows)
        _ = await view.news()
        await desk.wait(.seconds(20))
        await desk.somebody(.message("Ada", "two"))
        // Below a header, since it is not read.
        #expect(await view.deltas() == ["insert 3, insert 4"])
        await desk.wait(.seconds(20))
        await desk.do(.type("three"), .send)
        #expect(await view.deltas() == ["insert 5"])
        await desk.wait(.seconds(10))
        await desk.somebody(.rename("Ada", "Augusta"))
        #expect(await view.deltas() == ["insert 6"])
        #expect(view.rows.suffix(5).map(\.message?.kind) == [.text, nil, .text, .text, .system])
        #expect(view.rows.suffix(5).map(\.tail) == [.alone, nil, .alone, .alone, .alone])
    }

    @Test func `point 15: midnight ends a group`() async throws {
        let evening = Moment(day: -2, 23, 59, 50)
        let desk = try await Desk(store: .one([message(1, at: 0, from: evening), message(2, at: 20, from: evening)]))
        await desk.do(.tap(1))
        let rows = try await desk.rows()
        #expect(rows.map(\.section) == [.day(-2), .day(-2), .day(-1), .day(-1)])
        #expect(rows.compactMap(\.tail) == [.alone, .alone])
    }

    @Test(arguments: [(0, true), (50, true), (51, false)])
    func `point 18: who is at the end, or 50 points above it, gets there in 0.2 s; nobody else moves`(
        above: Int, moves: Bool
    ) async throws {
        let desk = try await Desk()
        await desk.do(.tap(2))
        try await desk.chat().withTop { $0.viewport.offset -= above }
        // The chart finds out at its next step where it is.
        await desk.do(.type(""))
        let before = try await desk.open().viewport
        await desk.somebody(.message("Ada", "hello"))
        #expect(try await desk.open().viewport.offset == before.offset)
        await desk.wait(.milliseconds(199))
        #expect(try await desk.open().viewport.offset == before.offset)
        await desk.wait(.milliseconds(1))
        let after = try await desk.open().viewport
        #expect(after.content == before.content + 60)  // With a header, and a gap.
        #expect(after.offset == (moves ? after.end : before.offset))
    }

    @Test func `point 19: send is possible exactly while there is something to send`() async throws {
        let desk = try await Desk()
        await desk.do(.tap(2))
        for text in ["", "  ", "\n", " \t\n"] {
            await desk.do(.type(text))
            #expect(!(try await desk.open().canSend))
            #expect(!(await desk.messenger.give(.send)))
        }
        let count = try await desk.rows().count
        await desk.do(.type(" a"))
        #expect(try await desk.open().canSend)
        await desk.do(.send)
        #expect(try await desk.texts().last == " a")
        #expect(try await desk.rows().count == count + 1)
        #expect(try await desk.open().text == "")
        #expect(!(try await desk.open().canSend))
        #expect(!(await desk.messenger.give(.send)))
    }

    @Test func `point 21: the keyboard moves what is seen once and back`() async throws {
        let desk = try await Desk()
        await desk.do(.tap(2), .scroll(-7))
        let hidden = try await desk.open().viewport
        await desk.do(.keyboard(true))
        let shown = try await desk.open().viewport
        #expect(shown.offset == hidden.offset + 80 && shown.frame == hidden.frame - 80)
        await desk.do(.keyboard(true))
        #expect(try await desk.open().viewport == shown)
        await desk.do(.keyboard(false))
        #expect(try await desk.open().viewport == hidden)
        await desk.do(.keyboard(false))
        #expect(try await desk.open().viewport == hidden)
    }

    @Test func `point 22: rows are dragged as far as their times, and go back in 0.2 s`() async throws {
        let desk = try await Desk()
        await desk.do(.tap(2))
        await desk.somebody(.rename("Ada", "Augusta"))
        await desk.wait(.milliseconds(200))
        func system() async -> String? { await desk.screen.lines.first { $0.contains("named the chat") } }
        let unmoved = await system()
        for (way, offset, shown) in [
            (-10, -10, " "), (-20, -20, " 09"), (-60, -40, " 09:39"), (5, 0, ""), (-40, -40, " 09:39"),
        ] {
            await desk.do(.drag(way))
            #expect(try await desk.open().times == offset)
            // The times come from under the right edge by degrees.
            let line = await desk.screen.lines.first { $0.contains("note 40") }
            #expect(line?.hasSuffix("▷\(shown) │") == true || line?.hasSuffix("\(shown) │") == true, "\(line ?? "")")
            // System rows never move.
            #expect(await system() == unmoved)
        }
        let lines = await desk.screen.lines
        #expect(lines.contains { $0.contains("note 40") && $0.contains("09:39") })
        // Headers never move.
        await desk.do(.scroll(-99), .scroll(-99), .scroll(-99))
        #expect(await desk.screen.lines.contains { $0.contains("— Today —") && !$0.contains(":") })
        await desk.do(.release)
        #expect(!(await desk.messenger.give(.release)))
        await desk.wait(.milliseconds(199))
        #expect(try await desk.open().times == -40)
        await desk.wait(.milliseconds(1))
        #expect(try await desk.open().times == 0)
        #expect(Conversation.Times.duration(of: -20, velocity: 100) == .milliseconds(200))
        #expect(Conversation.Times.duration(of: 20, velocity: 0) == .zero)
    }

    @Test func `point 23: three pictures are three messages in order, one group`() async throws {
        let desk = try await Desk()
        await desk.do(.tap(2), .attach, .choose(4), .choose(2), .choose(1), .choose(6), .choose(2), .done)
        let rows = try await desk.rows().suffix(3)
        #expect(rows.map { $0.message?.attachment } == [3, 0, 5].map { Pictures.all[$0] })
        #expect(rows.map(\.message?.kind) == [.media, .media, .media])
        #expect(rows.map(\.tail) == [.first, .inner, .last])
    }

    @Test func `a picture covers the rows: nothing can be done with them until it is closed`() async throws {
        let desk = try await Desk()
        await desk.do(.tap(2), .type("half"), .attach, .choose(2), .done)
        await desk.wait(.milliseconds(200))
        try await desk.tapMessage()
        let covered = try await desk.open()
        #expect(
            await desk.screen.possibilities == [
                "close", "attach", "avatar", "menu", "back", "tab contacts", "tab settings",
            ])
        for command: UserCommand in [
            .tap(1), .scroll(-5), .type("x"), .send, .drag(-40), .keyboard(true), .keyboard(false), .release,
        ] { #expect(!(await desk.messenger.give(command)), "\(command)") }
        #expect(try await desk.open() == covered)
        await desk.do(.close, .scroll(-5), .send)
    }

    @Test func `point 24: a tap on a row hides the keyboard, on a picture it opens the viewer too`() async throws {
        let desk = try await Desk()
        await desk.do(.tap(2), .attach, .choose(2), .done)
        await desk.wait(.milliseconds(200))
        await desk.do(.keyboard(true))
        try await desk.tapMessage(fromEnd: 2)
        #expect(!(try await desk.open().isKeyboardShown))
        #expect(try await desk.open().viewed == nil)
        await desk.do(.keyboard(true))
        try await desk.tapMessage()
        #expect(!(try await desk.open().isKeyboardShown))
        #expect(try await desk.open().viewed == Pictures.all[1])
        await desk.do(.close)
        #expect(try await desk.open().viewed == nil)
        #expect(!(await desk.messenger.give(.tap(99))))
        #expect(!(await desk.messenger.give(.tap(0))))
    }

    /// The numbers that are written beside the rows of a chat, with the texts behind them.
    private func numbers(_ lines: [String]) -> [Int: String] {
        var found: [Int: String] = [:]
        for line in lines.dropFirst(3) where line.hasPrefix("│ ") {
            let inner = line.dropFirst(2).dropLast(2), digits = inner.prefix { $0.isNumber }
            if let number = Int(digits) {
                found[number] = inner.dropFirst(digits.count).trimmingPrefix { $0 == " " }.description
            }
        }
        return found
    }

    @Test(arguments: [120, 60, 40, 24])
    func `the number that is seen beside a row is the one that it is tapped by`(columns: Int) async throws {
        let desk = try await Desk()
        await desk.do(
            .tap(2), .attach, .choose(2), .choose(3), .done, .type("and this"), .send, .attach, .choose(5), .done)
        await desk.wait(.milliseconds(200))
        for way in [0, -4, 1, -1, 2, -3] {
            await desk.do(.scroll(way))
            let visible = try await desk.chat().withTop { $0.visible.compactMap(\.row.message) }
            let numbers = numbers(await desk.screen.lines(columns: columns))
            #expect(numbers.keys.sorted() == Array(1...visible.count), "\(columns) columns")
            #expect(await desk.screen.possibilities.contains("tap 1…\(visible.count)"))
            for (place, message) in visible.enumerated() {
                let text = numbers[place + 1] ?? ""
                if message.kind == .text, columns > 30, place > 0, place < visible.count - 1 {
                    #expect(text.contains(message.text.prefix(10)), "\(columns) columns, \(place + 1): \(text)")
                }
                await desk.do(.tap(place + 1))
                #expect(try await desk.open().viewed == message.attachment)
                if message.attachment != nil { await desk.do(.close) }
            }
        }
    }
}
