import Statecharts

/// What keeps recorded steps of a machine from being fed to a fresh chart, found step by step: warnings and replays say
/// the same.
struct ReplayObstacles {
    private let machine: Recording.Machine
    private var hasBegun = false
    private var isOver = false

    init(_ machine: Recording.Machine) { self.machine = machine }

    /// Why a step cannot be fed; `nil` if it can.
    mutating func next(_ step: Recording.Step) -> String? {
        defer { (hasBegun, isOver) = (hasBegun || step.input == .start, step.isLast) }
        if step.input == .start { return nil }
        if !hasBegun {
            return "the recording does not begin with the start of the machine; record it before it is started, and "
                + "one that continues from a snapshot cannot be replayed"
        }
        if isOver {
            return "the machine had ended, and another one went on from a snapshot, which is not in the recording; "
                + "replay a recording of lives that begin with their start"
        }
        switch (step.input, step.origin?.kind) {
        case (.changed, _): return "data were changed from outside, which cannot be repeated"
        case (.activity, nil): return "which activity ended was not recorded"
        case (.event, nil), (.event, .sent), (.event, .result), (.event, .failed):
            return step.event == nil
                ? "the event \(step.text.short) was kept as text and cannot be fed\(fix(step))" : nil
        case (.event, .timer), (.event, .silent), (.event, .error), (.activity, _), (.recalled, _), (.stop, _),
            (.start, _):
            return nil
        }
    }

    private func fix(_ step: Recording.Step) -> String {
        step.inside.map { "; make the events of \(machine.graph.vertices[$0].path) Codable" } ?? ""
    }

    /// What of a step is fed, and may not be what it was; `nil` if all of it is.
    static func difference(_ step: Recording.Step) -> String? {
        if let answer = step.answers?.first(where: { $0.value == nil }) {
            return answer.error.map { "of what a child threw when it was asked only the text was kept: \($0.short)" }
                ?? "what a child has answered is not Codable: a replay has no answer for the action"
        }
        guard let origin = step.origin, origin.kind == .error else { return nil }
        return "the error \((origin.error ?? "").short) was kept as text; if a state looks at its type, let errors: "
            + "of the replay make it again"
    }
}
