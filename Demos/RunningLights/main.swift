import DemoSupport

let parser = OptionParser(
    command: "running-lights",
    summary: "Three lamps that light up in turn, until the button pauses them.",
    options: [
        .flag("headless", "run the events and print where each leads, also in a terminal"),
        .value("events", "LIST", "the events of a headless run, such as tick,tick,tap"),
    ],
    notes: """
        In a terminal: space or return taps the button, q ends.
        A headless run prints one line after the start and after each event: its name, a tab, and the active state.
        Without a terminal every run is headless.
        """)

try await Demo.run(parser) { options in
    let script = try Script(options["events"] ?? "")
    if options.has("headless") || options.has("events") || !StandardStreams.areInteractive {
        try await script.run { StandardStreams.say($0) }
    } else {
        try await Screen.run()
    }
}
