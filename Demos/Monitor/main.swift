import DemoSupport
import Statecharts
import StatechartsBridge

let parser = OptionParser(
    command: "monitor",
    summary: "Looks at the machines of another process that serves them, such as `expense-flow --serve SOCKET`.",
    options: [
        .value("connect", "SOCKET", "the Unix socket at which the process serves; needed"),
        .flag("sample", "look at a kitchen in this process instead, with the command `order DISH`"),
        .flag("sample-reading", "the same, where a monitor may only look"),
        .flag("headless", "take commands line by line, also in a terminal"),
        .value("script", "FILE", "read the commands from this file instead of standard input"),
        .value("record", "FILE", "write a recording of the process, which it can replay and the inspector shows"),
        .value("reports", "FILE", "write every report as a line of JSON"),
    ],
    notes: """
        Commands: \(Commands.forms.joined(separator: ", ")).
        The process says whether a monitor may pause it. When the monitor leaves, a process that it has paused goes on.
        """)

// `monitor SOCKET` is short for `monitor --connect SOCKET`.
var arguments = Array(CommandLine.arguments.dropFirst())
if let first = arguments.first, !first.hasPrefix("-") { arguments.insert("--connect", at: 0) }

try await Demo.run(parser, arguments) { options in
    let monitor: Monitor, place: String
    var sample: Sample?
    if options.has("sample") || options.has("sample-reading") {
        let made = try await Sample(access: options.has("sample") ? .stepping : .reading)
        (sample, place) = (made, "a sample")
        monitor = Monitor(over: made.link)
    } else if let socket = options["connect"] {
        place = socket
        monitor = Monitor(over: UnixSocketLink(to: socket))
    } else {
        throw UsageError("which process? usage: monitor SOCKET; -h tells more")
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
    if options.has("headless") || options.has("script") || !StandardStreams.areInteractive {
        if let script = options["script"] { try StandardStreams.readStandardInput(from: script) }
        try await Headless.run(commands)
    } else {
        try await Watching.run(commands, place)
    }
    await monitor.stop()
    for task in writing { await task.value }
}
