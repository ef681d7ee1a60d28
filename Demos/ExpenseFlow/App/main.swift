import DemoSupport
import ExpenseFlow

let parser = OptionParser(
    command: "expense-flow",
    summary: "An expense tracker on a phone of text: five components that only exchange messages.",
    options: [
        .flag("headless", "take commands line by line and print the screen's changes, also in a terminal"),
        .value("script", "FILE", "read the commands from this file instead of standard input"),
        .flag("trace", "print the messages that each command leads to, as a tree"),
        .flag("step", "let messages through one at a time: step and resume say when"),
        DiagramFormat.option,
        .value("chart", "NAME", "draw the chart of this machine instead of the system"),
        Inspection.option,
        .value("record", "FILE", "write what happens in the run as lines of JSON"),
        DataFile.option,
        .value("serve", "SOCKET", "let `monitor SOCKET` look at the run, through a Unix socket that is made for it"),
        .flag("serve-stepping", "let monitors pause and step, too"),
        .value("replay", "FILE", "feed a recorded run to new machines, compare each step, and exit"),
        .value(
            "secrets", "FILE", "the passwords for --replay, such as {\"secret 1\": \"engine\"}: a recording has none"),
    ],
    notes: """
        \(Session.commands.lines.joined(separator: "\n"))
        Log in as ada@example.org (engine), alan@example.org (enigma) or grace@example.org (flow-matic).
        [buttons] can be pressed, (buttons) cannot: type what is written in them. Without a terminal every run is headless;
        there the clock stands still until `advance`. Lines that begin with # are comments; if one is not understood, the run
        goes on, and ends with status 65.
        """)

try await Demo.run(parser) { options in
    try options.refuseAll(but: "chart", "headless", with: "diagram")
    try options.refuseAll(but: "secrets", "headless", with: "replay")
    try options.refuse("chart", without: "diagram")
    try options.refuse("secrets", without: "replay")
    try options.refuse("serve-stepping", without: "serve")
    if let format = try DiagramFormat(options) {
        try await Pictures.print(format, of: options["chart"])
    } else if let file = options["replay"] {
        try await Pictures.replay(file, secretsPath: options["secrets"])
    } else if options.has("headless") || options.has("script") || !StandardStreams.areInteractive {
        if let script = options["script"] { try StandardStreams.readStandardInput(from: script) }
        try await Headless.run(options)
    } else {
        try await Phone.run(options)
    }
}
