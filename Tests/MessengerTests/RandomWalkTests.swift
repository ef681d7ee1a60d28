import Foundation
import Statecharts
import StatechartsTesting
import Testing

@testable import MessengerModel

/// Acceptance points 29 and 30: people who do anything at any time. `MESSENGER_WALKS=100` and `MESSENGER_COMMANDS=1000` make the walks longer than
/// they are in the usual suite.
@Suite struct RandomWalkTests {
    enum Way: String, CaseIterable, Sendable { case freely, onOneActor, inRandomOrder }

    static func number(_ name: String, _ usual: UInt64) -> UInt64 {
        ProcessInfo.processInfo.environment[name].flatMap(UInt64.init) ?? usual
    }

    @Test(arguments: Way.allCases)
    func `point 30: after each command the rows by deltas are those made from the data at once`(_ way: Way) async throws
    {
        let walks = Self.number("MESSENGER_WALKS", 5), commands = Self.number("MESSENGER_COMMANDS", 100)
        try await withThrowingTaskGroup(of: Void.self) { group in
            // One of them is always as long as the acceptance point says.
            for seed in 1...walks {
                group.addTask { try await Walk(seed, way).take(seed == 1 ? max(commands, 1_000) : commands) }
            }
            try await group.waitForAll()
        }
    }

    @Test func `whatever is typed, everybody keeps to the rules`() async throws {
        let walks = Self.number("MESSENGER_WALKS", 4), commands = Self.number("MESSENGER_COMMANDS", 250)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for seed in 1...walks { group.addTask { try await Walk(seed, .onOneActor).type(commands) } }
            try await group.waitForAll()
        }
    }

    @Test func `point 29: each machine on its own executor, or all on one: the same last screen`() async throws {
        for seed: UInt64 in 1...Self.number("MESSENGER_WALKS", 3) {
            let alone = try await Walk(seed, .freely), together = try await Walk(seed, .onOneActor)
            for _ in 0..<60 {
                try await alone.step()
                try await together.step()
                #expect(await alone.desk.screen == (await together.desk.screen), "seed \(seed)")
            }
        }
    }
}

/// One walk, the same in each run with the same seed.
final class Walk {
    let desk: Desk
    private let seed: UInt64
    private var dice: Dice
    /// Who shows the rows of the chat that is open.
    private var view: (machine: SupervisedMachine<Conversation>, view: View<MessageRow>)?
    private var last = ""

    init(_ seed: UInt64, _ way: RandomWalkTests.Way) async throws {
        self.seed = seed
        dice = Dice(seed: seed)
        desk = try await Desk(store: .demo, latency: .milliseconds(300), on: way == .onOneActor ? Lane() : nil)
        if way == .inRandomOrder {
            let order = Locked(Dice(seed: seed &* 31))
            desk.messenger.deliverInTurns { first in order.with { $0.pick(first) } }
        }
    }

    func take(_ count: UInt64) async throws {
        for _ in 0..<count {
            try await step()
            try await check()
        }
    }

    /// Types so many lines, none that holds messages: a manager whose answers are held is late.
    func type(_ count: UInt64) async throws {
        let session = Session(desk.messenger)
        if !seed.isMultiple(of: 3) { desk.messenger.deliverInTurns() }
        var past: [String] = []
        for _ in 0..<count {
            let line: String =
                switch dice.next() % 20 {
                case 0...4: "\(command())"
                case 5...9: "\(await possible())"
                case 10: dice.pick(["message Bo: hi", "message Ada: x", "image Bo", "rename Bo: Bo", "newchat Club"])
                case 11: dice.pick(["crash", "step 3", "help", "tpa 1", "# note", "", "face Ada", "login Bo"])
                case 15: "advance \(1 + dice.next() % 20)s"
                case _: "advance \(50 * (1 + dice.next() % 20))ms"
                }
            past.append(line)
            for message in await session.perform(line).messages where message.hasPrefix("violated") {
                Issue.record("\(message) in walk \(seed) after \(past.suffix(40).joined(separator: "; "))")
                return
            }
        }
        try await desk.messenger.stop()
        #expect(desk.messenger.takeViolations().map(\.description) == [], "walk \(seed)")
    }

    /// Does something.
    func step() async throws {
        switch dice.next() % 20 {
        case 0...8: await give(command())
        case 9...13: await give(await possible())
        case 14...16:
            let command = people()
            last = "\(command)"
            _ = await desk.messenger.have(command)
        case 17 where dice.next() % 8 == 0:
            last = "crash"
            _ = await desk.messenger.crash()
        case _:
            let way = Duration.milliseconds(50 * (1 + dice.next() % 20))
            last = "advance \(way)"
            await desk.wait(way)
        }
    }

    private func give(_ command: UserCommand) async {
        last = "\(command)"
        let before = await desk.screen
        if !(await desk.messenger.give(command)) {
            let after = await desk.screen
            #expect(after == before, "\(command) was not taken and changed the screen, seed \(seed)")
        }
    }

    // MARK: What holds whenever everything is at rest

    private func check() async throws {
        let place = Comment(rawValue: "after \(last), seed \(seed)")
        #expect(desk.messenger.takeViolations().map(\.description) == [], place)
        // Chats.
        let manager = desk.messenger.chatManager
        let chats = try await manager.withTop { $0.list }
        let avatars = try #require(await desk.messenger.shell.port(\.knownAvatars).whole)
        _ = await desk.list.news()
        #expect(desk.list.rows == chats.map { ChatRow($0, avatars: avatars) }, place)
        #expect(chats.map(\.date) == chats.map(\.date).sorted(by: >), place)
        #expect(desk.messenger.supervisor.names.count <= 1, place)
        // The open chat.
        guard let open = await desk.messenger.openChat else {
            view = nil
            #expect(desk.messenger.openChats.count == 0, place)
            return
        }
        let id = try #require(await desk.messenger.shell.port(\.chat))
        if view?.machine !== open.machine || dice.next() % 30 == 0 {
            view = (open.machine, View(open.ports.rows))
            // What the view is told first may be held too.
            await desk.messenger.settle()
        }
        guard let machine = open.machine.machine, !(await machine.isActive(\.pages.loadingFirst)) else { return }
        let (transcript, viewport, visible) = try await machine.withTop { ($0.transcript, $0.viewport, $0.visible) }
        let rows = transcript.rows, messages = transcript.messages
        _ = await view?.view.news()
        #expect(view?.view.rows == rows, place)
        #expect(rows == Transcript.rows(of: messages, avatars: avatars), place)
        let all = desk.messenger.store.log(of: id).messages
        // All that is said of a message but whether it is read.
        #expect(messages.map(\.read) == all.suffix(messages.count).map(\.read), place)
        #expect(messages.count >= min(all.count, ChatManager.pageSize), place)
        // What is in view.
        #expect(viewport.content == rows.reduce(0) { $0 + $1.height } && transcript.height == viewport.content, place)
        #expect(viewport.offset >= 0 && viewport.offset <= viewport.end, place)
        var top = -(viewport.offset + 10) / 20
        var expected: [VisibleRow] = []
        for (number, row) in rows.enumerated() {
            let lines = (max(-top, 0)..<max(min(viewport.frame / 20 - top, row.height / 20), max(-top, 0)))
            if !lines.isEmpty { expected.append(VisibleRow(place: number, row: row, lines: lines)) }
            top += row.height / 20
        }
        #expect(visible == expected, place)
    }

    // MARK: What is done

    /// Something that may be possible or not.
    private func command() -> UserCommand {
        let number = Int(dice.next() % 7)
        return dice.pick([
            .tab(dice.pick(Tab.allCases)), .tap(number), .tap(1), .back, .cancel, .search, .type(text()), .send,
            .attach,
            .choose(number), .done, .next, .more, .create, .remove(number), .add, .menu, .avatar, .media, .chat, .edit,
            .picture, .delete, .previous, .following, .close, .keyboard(number.isMultiple(of: 2)),
            .scroll(Int(dice.next() % 60) - 40), .scroll(-99), .drag(Int(dice.next() % 60) - 50), .release,
            .live(number == 0),
        ])
    }

    /// Something that the screen offers.
    private func possible() async -> UserCommand {
        let forms = await desk.screen.possibilities
        guard let form = dice.pick(from: forms) else { return .back }
        let number = Int(form.split(separator: "…").last ?? "") ?? 4
        let line =
            form.contains("TEXT")
            ? "type \(text())"
            : form.contains("1…")
                ? form.prefix { $0 != " " } + " \(1 + dice.next() % UInt64(number))"
                : form.replacing("N", with: form == "drag N" ? "-30" : "\(1 + dice.next() % 9)")
        guard let command = try? Command(line), case .user(let chosen) = command else {
            Issue.record("the screen offers '\(form)', which is no command")
            return .back
        }
        return chosen
    }

    private func text() -> String {
        dice.pick(["", " ", "al", "hello there", "a longer text that needs more than a line"])
    }

    private func people() -> PeopleCommand {
        let title = dice.pick(["Bo", "Ada", "Compilers", "Club", "Alan"]),
            name = dice.pick(["Ada", "Bo", "Alan", "Nobody"])
        return dice.pick([
            .message(title, text()), .message(title, "hi"), .message("Ada", "hi"), .picture(title),
            .rename("Compilers", "Compilers"), .newChat("Club"), .avatar(name), .presence(name, true),
            .presence(name, false),
        ])
    }
}
