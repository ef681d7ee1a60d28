import Foundation
import TestSupport
import Testing

/// The demo `expense-flow` in one process, and the demo `monitor` in another.
@Suite(.serialized, RealLinks.asked) struct MonitorDemoTests {
    private func program(_ name: String, _ arguments: [String], _ input: Pipe, _ output: Pipe) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
            path: name)
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        return process
    }

    @Test func `a monitor looks at the expense tracker, steps it, and writes what it saw`() async throws {
        let folder = try Folder()
        let commands = Pipe(), screen = Pipe(), asked = Pipe(), told = Pipe()
        let flow = try program(
            "expense-flow", ["--headless", "--serve", folder.file("socket")], commands, screen)
        try await eventually { FileManager.default.fileExists(atPath: folder.file("socket")) }
        let monitor = try program(
            "monitor", [folder.file("socket"), "--headless", "--record", folder.file("record")], asked, told)
        var text = ""
        func ask(_ command: String, until answer: String) throws {
            // Asked again, because configurations are told when the machines have been asked.
            while !text.contains(answer) {
                try asked.fileHandleForWriting.write(contentsOf: Data("\(command)\n".utf8))
                let data = told.fileHandleForReading.availableData
                if data.isEmpty { break }
                text += String(decoding: data, as: UTF8.self)
            }
        }
        try ask("members", until: "  Application: in ")
        try ask("configurations", until: "ExpenseModel: SignedOut")
        try ask("pause", until: "look only")
        #expect(text.contains("  Application: in "))
        #expect(text.contains("ExpenseModel: SignedOut"))
        #expect(text.contains("not done: expense-flow lets monitors look only"))
        try commands.fileHandleForWriting.write(contentsOf: Data("email ada@example.org\n".utf8))
        var shown = ""
        while !shown.contains("> email") {
            let data = screen.fileHandleForReading.availableData
            if data.isEmpty { break }
            shown += String(decoding: data, as: UTF8.self)
        }
        // Lines of the recording come beside the answers: as many questions as it takes until they are there.
        while try !String(contentsOfFile: folder.file("record"), encoding: .utf8).contains("\"system\"") {
            text = ""
            try ask("members", until: "  Application: in ")
        }
        // The monitor leaves first: a question to a process that is gone is an error.
        try asked.fileHandleForWriting.close()
        monitor.waitUntilExit()
        try commands.fileHandleForWriting.write(contentsOf: Data("quit\n".utf8))
        try commands.fileHandleForWriting.close()
        flow.waitUntilExit()
        #expect(flow.terminationStatus == 0)
        #expect(monitor.terminationStatus == 0)
        let record = try String(contentsOfFile: folder.file("record"), encoding: .utf8)
        #expect(record.contains("\"system\""))
        let nothing = Pipe(), replayed = Pipe()
        let replay = try program("expense-flow", ["--replay", folder.file("record")], nothing, replayed)
        let said = String(decoding: replayed.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        replay.waitUntilExit()
        #expect(replay.terminationStatus == 0)
        #expect(said.contains("steps, all the same"), "\(said)")
    }

    @Test func `nine monitors look at the expense tracker at once, and all hear at once that it was killed`()
        async throws
    {
        let folder = try Folder()
        let commands = Pipe(), screen = Pipe()
        let flow = try program(
            "expense-flow", ["--headless", "--serve", folder.file("socket"), "--serve-stepping"], commands, screen)
        try await eventually { FileManager.default.fileExists(atPath: folder.file("socket")) }
        var monitors: [(process: Process, asked: Pipe, told: Pipe)] = []
        for _ in 1...9 {
            let asked = Pipe(), told = Pipe()
            monitors.append((try program("monitor", [folder.file("socket"), "--headless"], asked, told), asked, told))
        }
        func answer(_ number: Int, _ command: String, until end: String) throws -> String {
            try monitors[number].asked.fileHandleForWriting.write(contentsOf: Data("\(command)\n".utf8))
            var text = ""
            while !text.contains(end) {
                let data = monitors[number].told.fileHandleForReading.availableData
                if data.isEmpty { break }
                text += String(decoding: data, as: UTF8.self)
            }
            return text
        }
        for number in 0..<9 {
            // The first answer has everything.
            #expect(try answer(number, "configurations", until: "Caretaker: ").contains("ExpenseModel: SignedOut"))
        }
        #expect(try answer(0, "pause", until: "  pause\n").contains("  pause\n"))
        #expect(try answer(1, "resume", until: "leave\n").contains("not done: another monitor has paused"))
        // Nobody types anything any more.
        kill(flow.processIdentifier, SIGKILL)
        flow.waitUntilExit()
        for monitor in monitors {
            monitor.process.waitUntilExit()
            #expect(monitor.process.terminationStatus == 65)
        }
    }

    @Test func `a monitor that may step holds the expense tracker up, and one that leaves does not disturb it`()
        async throws
    {
        let folder = try Folder()
        let commands = Pipe(), screen = Pipe()
        let flow = try program(
            "expense-flow", ["--headless", "--serve", folder.file("socket"), "--serve-stepping"], commands, screen)
        try await eventually { FileManager.default.fileExists(atPath: folder.file("socket")) }
        func monitor(_ lines: [String]) throws -> (said: String, status: Int32) {
            let asked = Pipe(), told = Pipe()
            let monitor = try program("monitor", [folder.file("socket"), "--headless"], asked, told)
            try asked.fileHandleForWriting.write(contentsOf: Data(lines.map { $0 + "\n" }.joined().utf8))
            try asked.fileHandleForWriting.close()
            let said = String(decoding: told.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            monitor.waitUntilExit()
            return (said, monitor.terminationStatus)
        }
        let first = try monitor(["members", "pause", "held", "step 999999"])
        #expect(first.status == 0)
        #expect(first.said.contains("> pause\n  pause\n"), "\(first.said)")
        #expect(first.said.contains("not done: there is no such message that can be delivered now"))
        #expect(try monitor(["members"]).status == 0)
        // The run is the same as without anybody.
        for line in ["email ada@example.org", "quit"] {
            try commands.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
        }
        try commands.fileHandleForWriting.close()
        let shown = String(decoding: screen.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        flow.waitUntilExit()
        #expect(flow.terminationStatus == 0)
        let alone = Pipe(), shownAlone = Pipe()
        let other = try program("expense-flow", ["--headless"], alone, shownAlone)
        try alone.fileHandleForWriting.write(contentsOf: Data("email ada@example.org\nquit\n".utf8))
        try alone.fileHandleForWriting.close()
        #expect(String(decoding: shownAlone.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) == shown)
        other.waitUntilExit()
    }
}
