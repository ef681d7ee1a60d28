import Foundation
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
        while !FileManager.default.fileExists(atPath: folder.file("socket")) { await Task.yield() }
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
}
