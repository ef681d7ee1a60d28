import DemoSupport
import StatechartsSimulation

let parser = OptionParser(
    command: "running-lights",
    summary: "Three lamps that light up in turn, until the button pauses them.",
    options: [
        .flag("headless", "run the events and print where each leads, also in a terminal"),
        .value("events", "LIST", "the events of a headless run, such as tick,tick,tap"),
        DiagramFormat.option, Inspection.option,
    ],
    notes: """
        In a terminal: space or return taps the button, h helps, q ends.
        A headless run prints one line after the start and after each event: its name, a tab, and the active state.
        Without a terminal every run is headless.
        """)

try await Demo.run(parser) { options in
    try options.refuseAll(but: "headless", with: "diagram")
    let script = try Script(options["events"] ?? "")
    if let format = try DiagramFormat(options) {
        StandardStreams.say(format.text(of: try await Drawing.graph()))
    } else if options.has("headless") || options.has("events") || !StandardStreams.areInteractive {
        let clock = ManualClock()
        let inspection = try Inspection(options, title: "Running lights", clock: clock)
        try await script.run(on: clock, inspection?.recorder) { StandardStreams.say($0) }
        try inspection?.write()
    } else {
        let inspection = try Inspection(options, title: "Running lights", clock: ContinuousClock())
        try await Screen.run(inspection?.recorder)
        try inspection?.write()
    }
}
