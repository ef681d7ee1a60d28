import Foundation
import Statecharts
import StatechartsDiagrams
import Testing

struct RecordingTests {
    /// What the player did, entry by entry a tenth of a second apart.
    static func recording(limit: Int? = nil) throws -> Recording {
        let (graph, steps, _) = try Player.drawing()
        #expect(!graph.vertices.isEmpty)
        let player = Interpreter(Player())
        try player.start()
        var recording = Recording(limit: limit)
        let machine = recording.add("Kitchen radio", player.vertices)
        for (number, step) in steps.enumerated() {
            recording.append(step, of: machine, time: Double(number) / 10, data: "volume \(number)\nstation 5")
        }
        return recording
    }

    @Test func `a recording has every step with all its records, by places in the graph`() throws {
        let recording = try Self.recording()
        let (_, steps, _) = try Player.drawing()
        #expect(recording.entries.count == steps.count)
        let graph = recording.machines[0].graph
        func paths(_ places: [Int]) -> [String] { places.map { graph.vertices[$0].path } }
        for (kept, step) in zip(recording.steps(of: 0), steps) {
            #expect(kept.text == "\(step.trigger)" && kept.outcome == "\(step.outcome)")
            #expect(paths(kept.leaves) == step.configuration.leaves.map(\.path))
            #expect(paths(kept.active) == step.configuration.states.map(\.path))
            #expect(kept.microsteps.map { paths($0.exits) } == step.microsteps.map { $0.exits.map(\.path) })
            #expect(kept.microsteps.map { paths($0.effects) } == step.microsteps.map { $0.effects.map(\.path) })
            #expect(kept.microsteps.map { paths($0.entries) } == step.microsteps.map { $0.entries.map(\.path) })
            #expect(
                kept.microsteps.map { $0.transitions.map { paths([$0.source] + $0.targets) } }
                    == step.microsteps.map { $0.transitions.map { [$0.source.path] + $0.targets.map(\.path) } })
        }
    }

    @Test func `a recording is the same after it was written in lines and read`() throws {
        let recording = try Self.recording()
        #expect(try Recording(lines: recording.lines) == recording)
    }

    @Test func `a line that a dying process left half is left out`() throws {
        let recording = try Self.recording()
        let read = try Recording(lines: String(recording.lines.dropLast(20)))
        #expect(read.entries == Array(recording.entries.dropLast()))
    }

    @Test(arguments: [
        ("", "the recording is empty; its first line should be a header [noHeader]"),
        ("\n", "the recording is empty; its first line should be a header [noHeader]"),
        (
            "hello\n",
            "line 1: this is no line of a recording (it is no JSON): hello; correct the line or leave it out, or record again [damagedLine]"
        ),
        (
            "{\"header\":{\"version\":9,\"dropped\":0}}\n",
            "line 1: the recording has version 9, and this program reads 2; read it with the program that wrote it, or record again [otherVersion]"
        ),
        (
            "{\"header\":{\"version\":2,\"dropped\":0,\"learns\":false}}\n{\"header\":{\"version\":2,\"dropped\":0,\"learns\":false}}\n",
            "line 2: this is no line of a recording (it is a second header): {\"header\":{\"version\":2,\"dropped\":0,\"learns\":false}}; correct the line or leave it out, or record again [damagedLine]"
        ),
        (
            "{\"header\":{\"version\":2,\"dropped\":0,\"learns\":false}}\n{\"entry\":7}\n",
            "line 2: this is no line of a recording (there is no object at entry): {\"entry\":7}; correct the line or leave it out, or record again [damagedLine]"
        ),
    ])
    func `what is no recording is refused by its line`(text: String, error: String) {
        do {
            _ = try Recording(lines: text)
            Issue.record("read all the same")
        } catch let refused {
            #expect("\(refused)" == error)
        }
    }

    @Test func `an entry that names what nobody described is refused`() throws {
        let lines = try Self.recording().lines.split(separator: "\n")
        let text = ([lines[0]] + lines[2...]).joined(separator: "\n") + "\n"
        #expect(throws: RecordingError.self) { try Recording(lines: text) }
    }

    @Test func `a bounded recording keeps the newest`() throws {
        let whole = try Self.recording()
        let bounded = try Self.recording(limit: 5)
        #expect(bounded.entries == Array(whole.entries.suffix(bounded.entries.count)))
        #expect((5...6).contains(bounded.entries.count))
        #expect(bounded.droppedCount == whole.entries.count - bounded.entries.count)
    }

    @Test func `the page holds the recording, the picture and nothing from elsewhere`() throws {
        let page = try Self.recording().html(title: "Radio <1>")
        #expect(page.contains("<title>Radio &lt;1&gt;</title>"))
        #expect(!page.contains("{{"))
        #expect(page.contains("data-picture=\"machine-0\""))
        for word in ["http://", "https://", "//cdn", "src=", "@import", "url("] {
            let found = page.ranges(of: word).filter { !page[$0.lowerBound...].hasPrefix("http://www.w3.org/2000/svg") }
            #expect(found.isEmpty, "\(word)")
        }
        // What would end the script element is written otherwise.
        #expect(page.contains("smash \\u003c\\\"now\\\" & here>") || page.contains("smash"))
    }

    @Test func `an empty recording is a page too`() {
        #expect(Recording().html(title: "nothing").contains("inspector"))
    }
}
