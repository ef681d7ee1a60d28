import Statecharts

extension ReplayRun {
    /// What is another in one step than in the other, two lines for each; empty if they are equal.
    func differences(_ recorded: Recording.Step, _ now: Recording.Step) -> [String] {
        guard recorded != now else { return [] }
        func paths(_ places: [Int]) -> String {
            let names = places.map { machine.graph.vertices[$0].path }
            return names.isEmpty ? "none" : names.joined(separator: ", ")
        }
        var reasons: [String] = []
        func compare(_ what: String, _ a: String, _ b: String) {
            if a != b { reasons += ["\(what) recorded: \(a)", "\(what) now: \(b)"] }
        }
        compare("input", recorded.text, now.text)
        compare("outcome", recorded.outcome, now.outcome)
        compare("failure", recorded.failure ?? "none", now.failure ?? "none")
        compare("microsteps", "\(recorded.microsteps.count)", "\(now.microsteps.count)")
        for (number, (a, b)) in zip(recorded.microsteps, now.microsteps).enumerated() where a != b {
            func say(_ transitions: [Recording.Transition]) -> String {
                transitions.map { transition in
                    let words = transition.guardText.map { " [\($0)]" } ?? ""
                    return "\(paths([transition.source])) → \(paths(transition.targets))\(words)"
                }.joined(separator: "; ")
            }
            let place = recorded.microsteps.count > 1 ? "microstep \(number + 1): " : ""
            compare(place + "trigger", a.trigger, b.trigger)
            compare(place + "transitions", say(a.transitions), say(b.transitions))
            compare(place + "preempted", say(a.preempted), say(b.preempted))
            compare(place + "exits", paths(a.exits), paths(b.exits))
            compare(place + "effects", paths(a.effects), paths(b.effects))
            compare(place + "entries", paths(a.entries), paths(b.entries))
        }
        compare("active", paths(recorded.leaves), paths(now.leaves))
        return reasons.isEmpty ? ["the records differ in their details"] : reasons
    }
}
