import DemoSupport
import StatechartsSimulation

let parser = OptionParser(
    command: "download",
    summary:
        "An item that is described somewhere and can be downloaded from there: work that takes time, fails and is tried again.",
    options: [
        .flag("list", "any number of downloads instead of one, each a machine of its own"),
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
        `present` or `download` tries again at once.
        With --list, a headless line is one of these \(ListCommand.vocabulary.lines.joined(separator: "\n"))
        Without a name, `pause` and `resume` are for all. Each change prints a line: the time, the download, what it does, how much has arrived and what
        has gone wrong. Lines that begin with # are comments; one that is not understood ends
        the run with status 65. Without a terminal every run is headless.
        """)

try await Demo.run(parser) { options in
    try options.refuseAll(but: "list", "headless", with: "diagram")
    let isList = options.has("list")
    if let format = try DiagramFormat(options) {
        StandardStreams.say(format.text(of: isList ? try await Drawing.listGraph() : try await Drawing.graph()))
    } else if options.has("headless") || options.has("script") || !StandardStreams.areInteractive {
        if let script = options["script"] { try StandardStreams.readStandardInput(from: script) }
        let clock = ManualClock(), place = options["script"]?.printable ?? "standard input"
        let inspection = try Inspection(options, title: isList ? "Downloads" : "Download", clock: clock)
        if isList {
            var headless = ListHeadless(on: clock, inspection?.recorder) { StandardStreams.say($0) }
            try await headless.run(place) { readLine() }
        } else {
            var headless = Headless(on: clock, inspection?.recorder) { StandardStreams.say($0) }
            try await headless.run(place) { readLine() }
        }
        try inspection?.write()
    } else {
        let inspection = try Inspection(options, title: isList ? "Downloads" : "Download", clock: ContinuousClock())
        if isList {
            try await ListScreen.run(inspection?.recorder)
        } else {
            try await Screen.run(inspection?.recorder)
        }
        try inspection?.write()
    }
}
