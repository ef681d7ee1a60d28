import DemoSupport
import Statecharts
import StatechartsBridge

let parser = OptionParser(
    command: "monitor",
    summary: "Looks at the machines of another process that serves them, such as `expense-flow --serve SOCKET`.",
    operand: ("SOCKET", "the Unix socket at which the process serves"),
    options: [
        .flag("sample", "look at a kitchen in this process instead, with the command `order DISH`"),
        .flag("sample-reading", "as --sample, where a monitor may only look"),
        .flag("headless", "take commands line by line, also in a terminal"),
        .value("script", "FILE", "read the commands from this file instead of standard input"),
        .value("record", "FILE", "write a recording of the process, which it can replay and the inspector shows"),
        .value("reports", "FILE", "write every report as a line of JSON"),
    ],
    notes: """
        Commands: \(Commands.entries.map(\.form).joined(separator: ", ")).
        The process says whether a monitor may pause it. When the monitor leaves, what it has paused goes on; what another
        monitor has paused, that one resumes.
        """)

try await Demo.run(parser) { options in
    let monitor: Monitor, place: String
    var sample: Sample?
    switch (options.operand, options.has("sample"), options.has("sample-reading")) {
    case (let socket?, false, false):
        (monitor, place) = (Monitor(over: UnixSocketLink(to: socket)), socket)
    case (nil, true, false), (nil, false, true):
        let made = try await Sample(access: options.has("sample") ? .stepping : .reading)
        sample = made
        (monitor, place) = (Monitor(over: made.link), "a sample")
    case (nil, false, false):
        throw UsageError("which process? monitor SOCKET, or monitor --sample; -h tells more")
    case _:
        throw UsageError("one process only: monitor SOCKET, or monitor --sample; -h tells more")
    }
    let commands = Commands(monitor: monitor, sample: sample)
    var writing: [Task<Void, Never>] = []
    if let path = options["reports"] {
        let file = try RecordFile(path, "reports"), reports = monitor.reports.stream()
        writing.append(Task { for await report in reports { file.write(report) } })
    }
    let file = try options["record"].map { try RecordFile($0, "record") }
    if let file { writing.append(Task { for await line in monitor.recording { file.write(line) } }) }
    do {
        try await monitor.start()
        if file != nil {
            let answer = try await monitor.ask(.record)
            if !answer.isDone { throw InputError("--record: \(answer.text)") }
        }
    } catch let error as InputError {
        throw error
    } catch {
        throw InputError("\("\(error)".printable)")
    }
    let leaving = Leaving(monitor, place, writing)
    if options.has("headless") || options.has("script") || !StandardStreams.areInteractive {
        if let script = options["script"] { try StandardStreams.readStandardInput(from: script) }
        // Whoever waits for a line would not hear of it.
        let ending = leaving.endProcessIfGone()
        try await Headless.run(commands, leaving, ending)
    } else {
        try await Watching.run(commands, place)
    }
    leaving.begin()
    await monitor.stop()
    withExtendedLifetime(sample) {}
    for task in writing { await task.value }
}
