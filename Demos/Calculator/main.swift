import DemoSupport

let parser = OptionParser(
    command: "calculator",
    summary: "A desk calculator: what each key means depends on what was pressed before it.",
    options: [
        .flag("headless", "press the keys and print where each leads, also in a terminal"),
        .value("keys", "KEYS", "the keys of a headless run, such as 12+3.5="),
        DiagramFormat.option, Inspection.option,
    ],
    notes: """
        The keys: \(Key.forms).
        In a terminal return is = as well, backspace is <, escape is c, h helps, and q ends.
        A headless run prints one line for each key: the key, a tab, the display, a tab, and the active state.
        Without a terminal every run is headless.
        """)

try await Demo.run(parser) { options in
    try options.refuseAll(but: "headless", with: "diagram")
    let keys = try Key.keys(options["keys"] ?? "")
    let inspection = try Inspection(options, title: "Calculator", clock: ContinuousClock())
    if let format = try DiagramFormat(options) {
        StandardStreams.say(format.text(of: try await Drawing.graph()))
    } else if options.has("headless") || options.has("keys") || !StandardStreams.areInteractive {
        let recording = try Headless.run(keys) { StandardStreams.say($0) }
        try inspection?.write(recording)
    } else {
        try await Screen.run(inspection?.recorder)
        try inspection?.write()
    }
}
