import DemoSupport
import StatechartsTesting
import TestSupport
import Testing

@testable import ExpenseFlow

@Suite struct SessionTests {
    @Test(arguments: [
        ("email ada@example.org", Command.user(.email("ada@example.org"))),
        ("  email   a b ", .user(.email("a b"))),
        ("password a # b", .user(.password("a # b"))),
        ("tab expenses", .user(.tab(.expenses))), ("tab debts", .user(.tab(.debts))),
        ("amount 12.5", .user(.amount(Money(cents: 1250)))), ("amount -1", .user(.amount(Money(cents: -100)))),
        ("category bus and train", .user(.category("bus and train"))),
        ("open 12", .user(.open(12))), ("delete 1", .user(.delete(1))),
        ("login", .user(.login)), ("logout", .user(.logout)), ("refresh", .user(.refresh)), ("add", .user(.add)),
        ("create", .user(.create)), ("cancel", .user(.cancel)), ("back\r", .user(.back)),
        ("advance 250ms", .advance(.milliseconds(250))), ("advance 2s", .advance(.seconds(2))),
        ("advance 3min", .advance(.seconds(180))), ("advance 0s", .advance(.zero)),
        ("fail next", .fault(.failNext)), ("crash", .fault(.crash)), ("quit", .quit),
        ("help", .help("")), ("help open", .help("open")),
    ])
    func `lines are read`(line: String, command: Command) throws {
        #expect(try Command(line) == command)
    }

    @Test(arguments: ["", "   ", "\t", "# email", "  # quit", "\r"])
    func `empty lines and comments are nothing`(line: String) throws {
        #expect(try Command(line) == nil)
    }

    @Test(arguments: [
        ("email", "expected email TEXT, TEXT being the address"),
        ("email \u{1B}[2J", "expected email TEXT, TEXT being the address"),
        ("logout now", "expected logout, without anything behind it"),
        ("tab", "expected tab expenses|debts"), ("tab Debts", "expected tab expenses|debts"),
        ("amount ten", "expected amount N, N being an amount of money such as 12 or 12.50, at most 999999.99"),
        ("open 0", "expected open N, N being the number of a row"),
        ("delete one", "expected delete N, N being the number of a row"),
        ("advance 5", "expected advance DURATION, DURATION being a time such as 250ms, 2s or 1min, up to a day"),
        ("advance 1441min", "expected advance DURATION, DURATION being a time such as 250ms, 2s or 1min, up to a day"),
        ("advance 1.5s", "expected advance DURATION, DURATION being a time such as 250ms, 2s or 1min, up to a day"),
        ("advance ٣s", "expected advance DURATION, DURATION being a time such as 250ms, 2s or 1min, up to a day"),
        ("fail", "expected fail next"),
    ])
    func `what was expected is said of other lines`(line: String, expected: String) {
        #expect(throws: Malformed(expected: expected)) { try Command(line) }
    }

    @Test(arguments: [
        ("emails a@b.c", "unknown command 'emails'; did you mean email TEXT? (help lists all)"),
        ("loguot", "unknown command 'loguot'; did you mean logout? (help lists all)"),
        ("dance", "unknown command 'dance'; did you mean cancel or advance DURATION? (help lists all)"),
        ("xyzzy", "unknown command 'xyzzy'; help lists all"),
    ])
    func `an unknown word is answered with the nearest commands`(line: String, message: String) {
        #expect(throws: Malformed(expected: message)) { try Command(line) }
    }

    @Test func `help lists all commands, or tells more of one`() async throws {
        let session = Session(try await Desk().flow)
        _ = await session.look()
        let reply = await session.perform("help")
        #expect(reply.isUnderstood && reply.changes == [] && reply.messages.count > 2)
        for form in Command.vocabulary.forms { #expect(reply.messages.joined(separator: " ").contains(form.prefix(8))) }
        #expect(await session.perform("help open").messages == ["open N, N being the number of a row"])
        #expect(
            await session.perform("help opne").messages
                == ["unknown command 'opne'; did you mean open N? (help lists all)"])
    }

    @Test func `a malformed line names its number, changes nothing, and the session goes on`() async throws {
        let session = Session(try await Desk().flow)
        let screen = await session.look()
        #expect(await session.perform("# the first line") == Session.Reply())
        let reply = await session.perform("open first")
        #expect(
            reply
                == Session.Reply(
                    messages: ["line 2: expected open N, N being the number of a row"], isUnderstood: false))
        #expect(await session.look() == screen)
        #expect(await session.perform("email a@b.c").changes.count == 2)
        #expect(await session.perform("quit") == Session.Reply(isOver: true))
    }

    @Test func `a command that is not accepted is told with those that are`() async throws {
        let desk = try await Desk()
        let session = Session(desk.flow)
        _ = await session.look()
        #expect(
            await session.perform("logout")
                == Session.Reply(messages: ["not now: logout (possible: email TEXT, password TEXT)"]))
        #expect(
            await session.perform("password secret")
                == Session.Reply(changes: [
                    "- │ password                                             ✗ │",
                    "+ │ password  ••••••                                     ✓ │",
                ]))
    }

    @Test func `a screen of which little stays is shown as a whole`() async throws {
        let desk = try await Desk()
        let session = Session(desk.flow)
        _ = await session.look()
        for line in ["email ada@example.org", "password engine"] { _ = await session.perform(line) }
        let reply = await session.perform("login")
        let screen = await desk.screen.lines
        #expect(reply.lines == screen.map { "  " + $0 })
        #expect(
            screen == [
                "┌────────────────────────────────────────────────────────┐",
                "│ Expenses                               (refresh) [add] │",
                "├────────────────────────────────────────────────────────┤",
                "│ fetching…                                              │",
                "├────────────────────────────────────────────────────────┤",
                "│ ▸ expenses   [tab debts]                 Ada  [logout] │",
                "└────────────────────────────────────────────────────────┘",
            ])
    }

    @Test func `changes put together give the new screen`() {
        var generator = SplitMix(seed: 3)
        for _ in 0..<300 {
            let old = (0..<generator.next(0...8)).map { _ in "│ \(generator.next(0...5))" }
            let new = (0..<generator.next(0...8)).map { _ in "│ \(generator.next(0...5))" }
            let lines = ScreenChanges.lines(from: old, to: new)
            if lines.contains(where: { $0.hasPrefix("  ") }) {
                #expect(lines == new.map { "  " + $0 })
            } else {
                #expect(
                    lines.filter { $0.hasPrefix("+") }.count - lines.filter { $0.hasPrefix("-") }.count == new.count
                        - old.count)
            }
        }
    }

    @Test func `on a narrow phone nothing is cut off`() async throws {
        let desk = try await Desk()
        await desk.logIn()
        #expect(await desk.flow.cause(.crash) == nil)
        await desk.do(.delete(3))
        let screen = await desk.screen
        #expect(
            screen.lines(columns: 38) == [
                "┌────────────────────────────────────┐",
                "│ Expenses           [refresh] [add] │",
                "├────────────────────────────────────┤",
                "│ 1   groceries         42.50  Ada   │",
                "│ 2   train             18.00  Grace │",
                "│ 3   books              9.99  Ada   │",
                "│                          deleting… │",
                "├────────────────────────────────────┤",
                "│ ! the service has broken down and  │",
                "│   is started again                 │",
                "├────────────────────────────────────┤",
                "│ ▸ expenses   [tab debts]           │",
                "│                      Ada  [logout] │",
                "└────────────────────────────────────┘",
            ])
        for columns in [1, 16, 20, 30, 38, 50, 58, 100] {
            let lines = screen.lines(columns: columns)
            #expect(Set(lines.map(\.columns)).count == 1, "\(columns) columns")
            #expect(lines[0].columns <= max(columns, 16))
            if columns >= 38 { #expect(!lines.joined().replacing("deleting…", with: "").contains("…")) }
        }
        #expect(screen.lines == screen.lines(columns: 58))
    }

    @Test(arguments: ["long ", "漢字 ", "🍕", "e\u{301}"])
    func `long texts never break the frame`(word: String) async throws {
        let desk = try await Desk()
        let long = String(repeating: word, count: 60)
        await desk.do(.email(long + "@example.org"), .password(long))
        #expect(Set(await desk.screen.lines.map(\.columns)) == [58])
        await desk.logIn()
        await desk.do(.add, .amount(Money.limit), .category(long))
        #expect(Set(await desk.screen.lines.map(\.columns)) == [58])
        await desk.do(.create)
        await desk.clock.advance(by: .seconds(1))
        #expect(Set(await desk.screen.lines.map(\.columns)) == [58])
        await desk.do(.delete(4))
        #expect(Set(await desk.screen.lines.map(\.columns)) == [58])
        #expect(await desk.flow.cause(.failNext) == nil)
        await desk.clock.advance(by: .seconds(1))
        #expect(Set(await desk.screen.lines.map(\.columns)) == [58])
        await desk.do(.open(4))
        await desk.clock.advance(by: .seconds(1))
        #expect(Set(await desk.screen.lines.map(\.columns)) == [58])
        await desk.do(.tab(.debts))
        #expect(Set(await desk.screen.lines.map(\.columns)) == [58])
    }
}
