extension SwiftWriter {
    func path(_ path: [String]) -> String { path.joined(separator: ".") }

    func call(_ action: AppModel.Action, _ value: (String) -> String) -> String {
        let arguments = action.arguments.map { "\($0.name): \(value($0.name))" }
        return "try await actions.\(action.function)(\(arguments.joined(separator: ", ")))"
    }

    func done(_ action: AppModel.Action) -> String {
        if !action.outcomes.isEmpty || action.results.count == 1 { return ".\(action.event)($0)" }
        if action.results.isEmpty { return ".\(action.event)" }
        return ".\(action.event)(\(action.results.map { "$0.\($0.name)" }.joined(separator: ", ")))"
    }

    /// An activity with a name, by which a snapshot knows it.
    func run(
        _ activity: String, _ name: String, _ value: String, _ call: String, _ done: String, _ text: inout SwiftText
    ) {
        let capture = name == value ? name : "\(name) = \(value)"
        let title = SwiftText.literal(activity)
        let one = "run(\(title), { [\(capture)] in \(call) }, done: { \(done) })"
        if text.fits(one) { return text.line(one) }
        text.line("run(")
        text.indented { text in
            let work = "\(title), { [\(capture)] in \(call) },"
            if text.fits(work) {
                text.line(work)
                return text.line("done: { \(done) })")
            }
            text.line("\(title),")
            text.line("{ [\(capture)] in")
            text.indented { text in
                if text.fits(call) || !call.contains("(") { return text.line(call) }
                let open = call.firstIndex(of: "(") ?? call.endIndex
                let arguments = call[call.index(after: open)...].dropLast().split(separator: ", ").map(String.init)
                text.call(String(call[..<open]), arguments)
            }
            text.line("}, done: { \(done) })")
        }
    }
}
