import DemoSupport

let parser = OptionParser(
    command: "calculator",
    summary: "A desk calculator: what each key means depends on what was pressed before it.",
    options: [
        .flag("headless", "press the keys and print where each leads, also in a terminal"),
        .value("keys", "KEYS", "the keys of a headless run, such as 12+3.5="),
    ],
    notes: """
        The keys: \(Key.forms).
        In a terminal return is = as well, backspace is <, escape is c, and q ends.
        A headless run prints one line for each key: the key, a tab, the display, a tab, and the active state.
        Without a terminal every run is headless.
        """)

try await Demo.run(parser) { options in
    let keys = try Key.keys(options["keys"] ?? "")
    if options.has("headless") || options.has("keys") || !StandardStreams.areInteractive {
        try Headless.run(keys) { StandardStreams.say($0) }
    } else {
        try await Screen.run()
    }
}
