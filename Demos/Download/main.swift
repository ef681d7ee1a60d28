import DemoSupport
import StatechartsSimulation

let parser = OptionParser(
    command: "download",
    summary:
        "An item that is described somewhere and can be downloaded from there: work that takes time, fails and is tried again.",
    options: [
        .flag("headless", "take commands line by line and print what changes, also in a terminal"),
        .value("script", "FILE", "read the commands from this file instead of standard input"),
        DiagramFormat.option, Inspection.option,
    ],
    notes: """
        In a terminal the item is presented at once: p presents it again, d downloads, c cancels, r resets, f breaks the
        connection, h helps, q ends.
        Headless, a line is one of these \(Command.vocabulary.lines.joined(separator: "\n"))
        Time stands still until `advance`, such as `advance 250ms` or `advance 2s`. Each change prints a line: the time, the
        active state, how much has arrived and what has gone wrong, with tabs in between; or what is known now; at the end the picture, and a remark. After a failure
        `present` or `download` tries again at once. Lines that begin with # are comments; one that is not understood ends
        the run with status 65. Without a terminal every run is headless.
        """)

try await Demo.run(parser) { options in
    if let format = try DiagramFormat(options) {
        StandardStreams.say(format.text(of: try await Drawing.graph()))
    } else if options.has("headless") || options.has("script") || !StandardStreams.areInteractive {
        if let script = options["script"] { try StandardStreams.readStandardInput(from: script) }
        let clock = ManualClock()
        let inspection = try Inspection(options, title: "Download", clock: clock)
        var headless = Headless(on: clock, inspection?.recorder) { StandardStreams.say($0) }
        try await headless.run(options["script"]?.printable ?? "standard input") { readLine() }
        try inspection?.write()
    } else {
        let inspection = try Inspection(options, title: "Download", clock: ContinuousClock())
        try await Screen.run(inspection?.recorder)
        try inspection?.write()
    }
}
