import DemoSupport
import MessengerModel

let parser = OptionParser(
    command: "messenger",
    summary:
        "A messenger on a phone of text: chats that come and go as machines, other people, a store that takes its time.",
    options: [
        .flag("headless", "take commands line by line and print the screen's changes, also in a terminal"),
        .value("script", "FILE", "read the commands from this file instead of standard input"),
        .flag("trace", "print the messages that each command leads to, as a tree"),
        .flag("step", "let messages through one at a time: step and resume say when"),
        DiagramFormat.option,
        .value("chart", "NAME", "draw the chart of this machine instead of the system"),
        Inspection.option,
        DataFile.option,
        .flag("live", "other people do something from the beginning"),
    ],
    notes: """
        \(Session.commands.lines.joined(separator: "\n"))
        [commands] below the screen are possible. Without a terminal every run is headless; there the clock stands still until
        `advance`. Lines that begin with # are comments; if one is not understood, the run goes on, and ends with status 65.
        """)

try await Demo.run(parser) { options in
    try options.refuseAll(but: "chart", "headless", with: "diagram")
    try options.refuse("chart", without: "diagram")
    if let format = try DiagramFormat(options) {
        try await Drawings.print(format, of: options["chart"])
    } else if options.has("headless") || options.has("script") || !StandardStreams.areInteractive {
        if let script = options["script"] { try StandardStreams.readStandardInput(from: script) }
        try await Headless.run(options)
    } else {
        try await Phone.run(options)
    }
}
