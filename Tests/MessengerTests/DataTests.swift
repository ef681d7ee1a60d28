import DemoSupport
import Foundation
import StatechartsTesting
import TestSupport
import Testing

@testable import MessengerModel

/// What is kept from one run to the next.
@Suite struct DataTests {
    private let folder = Foundation.FileManager.default.temporaryDirectory.appending(path: "chats-\(UUID().uuidString)")

    private func file() throws -> DataFile? {
        let parser = OptionParser(command: "demo", summary: "", options: [DataFile.option])
        return try DataFile(try parser.parse(["--data", folder.path]), named: "messenger")
    }

    /// Does what the lines say in a run of its own; answers with the last screen.
    private func run(_ lines: String...) async throws -> [String] {
        let messenger = try Messenger(manual: ManualClock(failures: .issues), data: try file())
        try await messenger.start()
        let session = Session(messenger)
        for line in ["advance 300ms"] + lines {
            let reply = await session.perform(line)
            #expect(
                reply.isUnderstood && !reply.messages.contains { $0.hasPrefix("not now") }, "\(line): \(reply.messages)"
            )
            try await messenger.keep()
        }
        let screen = await session.look()
        try await messenger.stop()
        return screen
    }

    @Test func `chats, messages, pictures and the time are those of the run before`() async throws {
        defer { try? Foundation.FileManager.default.removeItem(at: folder) }
        _ = try await run(
            "tap 2", "advance 300ms", "type kept", "send", "advance 90s", "back", "newchat Boats",
            "rename Boats: Ships",
            "message Ships: ahoy", "image Ships", "face Ada", "login Ada", "advance 5s", "message Bo: third")
        let second = try await run()
        #expect(second.contains { $0.contains("1  🧔 Bo") && $0.contains("10:01") })
        #expect(second.contains { $0.contains("third") && $0.contains("(3)") })
        #expect(
            second.contains { $0.contains("Ships") } && second.contains { $0.contains("picture") && $0.contains("(2)") }
        )
        #expect(second.contains { $0.contains("kept") } && second.contains { $0.contains("10:01 │") })
        let open = try await run("tap 3", "advance 300ms", "type and more", "send", "advance 1s")
        #expect(open.contains { $0.contains("kept") } && open.contains { $0.contains("and more") })
        #expect(try await run().contains { $0.contains("and more") })
        // Nothing has a number that something else had.
        let messenger = try Messenger(manual: ManualClock(), data: try file())
        #expect(
            Set(messenger.store.chats.flatMap { messenger.store.log(of: $0.id).messages }.map(\.id)).count == 46 + 6)
    }

    @Test func `a chat that was deleted stays so, and its number is not given again`() async throws {
        defer { try? Foundation.FileManager.default.removeItem(at: folder) }
        _ = try await run("newchat Boats", "tap 1", "advance 300ms", "avatar", "delete")
        let screen = try await run("newchat Ships")
        #expect(!screen.contains { $0.contains("Boats") } && screen.contains { $0.contains("Ships") })
        let messenger = try Messenger(manual: ManualClock(), data: try file())
        #expect(messenger.store.chats.map(\.id.number) == [5, 2, 1, 3])
    }

    @Test func `who quits before anything is loaded loses nothing`() async throws {
        defer { try? Foundation.FileManager.default.removeItem(at: folder) }
        _ = try await run("newchat Boats")
        let messenger = try Messenger(manual: ManualClock(), data: try file())
        try await messenger.start()
        try await messenger.keep()
        try await messenger.stop()
        #expect(try Messenger(manual: ManualClock(), data: nil).store.chats.count == 3)
    }

    @Test func `damaged data are refused in one line or can be used, and are never changed by reading`() async throws {
        defer { try? Foundation.FileManager.default.removeItem(at: folder) }
        _ = try await run("tap 1", "advance 300ms", "attach", "choose 1", "done", "back", "newchat Boats", "face Bo")
        let path = folder.appending(path: "messenger.json"), whole = try Data(contentsOf: path)
        let tree = try JSONSerialization.jsonObject(with: whole)
        var dice = Dice(seed: 7), refused = 0
        let count = amount(120, long: 400)
        for number in 0..<count {
            let damaged =
                number < 20
                ? whole.prefix(whole.count * number / 20)
                : try JSONSerialization.data(
                    withJSONObject: Self.mutated(tree, &dice), options: .fragmentsAllowed)
            try damaged.write(to: path)
            do {
                let messenger = try Messenger(manual: ManualClock(), data: try file())
                try await messenger.start()
                _ = await messenger.advance(by: .milliseconds(300))
                for command: UserCommand in [.tap(1), .scroll(-99), .type("x"), .send, .back] {
                    _ = await messenger.give(command)
                }
                _ = await messenger.screen.lines
                #expect(try Data(contentsOf: path) == damaged)
            } catch let error as InputError {
                refused += 1
                #expect(error.description.hasPrefix("--data: '\(path.path)' is damaged and was left as it is: "))
                #expect(!error.description.contains("\n"))
                #expect(try Data(contentsOf: path) == damaged)
            }
        }
        #expect((count / 2..<count).contains(refused), "\(refused)")
    }

    /// Something is another number, missing, there twice, or something else.
    private static func mutated(_ value: Any, _ dice: inout Dice) -> Any {
        switch value {
        case let list as [Any] where !list.isEmpty:
            var list = list
            let place = Int(dice.next() % UInt64(list.count))
            switch dice.next() % 6 {
            case 0: list.remove(at: place)
            case 1: list.append(list[place])
            case 2: list.swapAt(place, 0)
            default: list[place] = mutated(list[place], &dice)
            }
            return list
        case let fields as [String: Any] where !fields.isEmpty:
            var fields = fields
            let key = dice.pick(fields.keys.sorted())
            if dice.next() % 8 == 0 { fields[key] = nil } else { fields[key] = mutated(fields[key] ?? 0, &dice) }
            return fields
        case is String: return dice.pick(["", "\u{1B}[2J", "x", "🌊"])
        default: return dice.pick([-1, 0, 1, 3, Int.max, Int.min, 1 << 53, 99])
        }
    }
}
