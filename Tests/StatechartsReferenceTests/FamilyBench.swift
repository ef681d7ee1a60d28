import StatechartsSimulation
@testable import Statecharts
@testable import StatechartsCore

/// The machine of a ``FamilyRun`` beside the reference. After each move everything comes to rest, and is compared.
final class FamilyBench {
    private(set) var reference: Reference
    private let dynamic: DynamicChart
    private let family: Family
    private let clock = ManualClock()
    private let machine: Machine<DynamicTop>
    private let steps: Machine<DynamicTop>.Steps
    private var expected: [Record] = []

    init(_ run: FamilyRun) {
        reference = Reference(run.chart, eventlessLimit: RandomRun.eventlessLimit)
        reference.owning = run.specs
        family = Family(run.specs)
        dynamic = DynamicChart(run.chart, family: family)
        // The chart is looked at from here only while the machine is at rest.
        nonisolated(unsafe) let top = dynamic.top
        machine = unsafe Machine(top, clock: clock, deferralLimit: run.chart.deferralLimit)
        steps = machine.steps
        dynamic.onPost = { [weak machine] in machine?.post($0) }
    }

    var childCount: Int { reference.made.values.reduce(0, +) }

    /// Answers what differs. Throws if it goes on for longer than is to be compared.
    func make(_ move: FamilyRun.Move) async throws -> String? {
        dynamic.world.beginOperation()
        if reference.status != .running { return nil }
        switch move {
        case .owner(let operation):
            try reference.perform(operation)
            await machine.perform(operation)
        case .child(let vertex, let event):
            let kid = (dynamic.nodes[vertex] as? OwningState)?.kid.machine
            try reference.perform(event, of: vertex)
            kid?.post(event)
        }
        await clock.settle()
        expected += reference.records
        return await mismatch()
    }

    func stop() async {
        try? await machine.stop()
        await clock.settle()
    }

    /// Stops the machine. Answers what differs then, or in the records of all steps.
    func end() async -> String? {
        do { if let message = try await make(.owner(.stop)) { return message } } catch { return "\(error)" }
        await stop()
        var actual: [Record] = []
        for await step in steps { actual.append(Record(step, log: [])) }
        let (left, right) = (expected.compactMap(\.ofFamily), actual.compactMap(\.ofFamily))
        let same = zip(left, right).prefix { $0 == $1 }.count
        if same == left.count, same == right.count { return nil }
        let (a, b) = (left.dropFirst(same).first, right.dropFirst(same).first)
        return "record \(same): \(b.map { "\($0)" } ?? "none")\nnot \(a.map { "\($0)" } ?? "none")"
    }

    private func mismatch() async -> String? {
        let leaves = await machine.configuration.leaves.map { Int($0.index) }
        if leaves != reference.leaves { return "configuration \(leaves), not \(reference.leaves)" }
        // Of an operation that failed, who was asked is not compared: see `RandomRun.comparable`.
        let isFailed = reference.status == .failed
        let ran = isFailed ? dynamic.world.log.actions : dynamic.world.log
        let expected = isFailed ? reference.log.actions : reference.log
        if ran != expected { return "ran \(ran), not \(expected)" }
        return reference.family.mismatch(family.takeNotes())
    }
}

extension Record {
    /// What is compared: without the log, and without the words of a child's error. `nil` if nothing has happened.
    fileprivate var ofFamily: Record? {
        if trigger == .changed, steps.isEmpty, failure == nil { return nil }
        var record = self
        record.log = []
        for place in record.steps.indices {
            if case .failure(let vertex, let text) = steps[place].cause, text.contains("\(Kid.Broken())") {
                record.steps[place].cause = .failure(vertex, "\(Kid.Broken())")
            }
        }
        return record
    }
}

extension [World.Line] {
    fileprivate var actions: [World.Line] { filter { !$0.method.isQuestion } }
}

extension Reference {
    fileprivate mutating func perform(_ event: Kid.Event, of vertex: Int) throws {
        beginKidOperation()
        switch event {
        case .say: try kidSays(vertex)
        case .finish: try kidFinishes(vertex)
        case .fail: try kidFails(vertex, text: "\(Kid.Broken())")
        }
    }
}

extension Reference.FamilyNotes {
    /// Where what has happened to children is something else than expected.
    func mismatch(_ notes: [String]) -> String? {
        func all(_ word: String) -> [String] {
            notes.filter { $0.hasPrefix(word + " ") }.map { String($0.dropFirst(word.count + 1)) }
        }
        let (begun, ended) = (Set(all("begin")), Set(all("end")))
        let isSame =
            all("made") == made && begun.subtracting(brief) == self.begun && ended.subtracting(brief) == self.ended
        // Those that were left soon have had a whole life or none.
        let isWhole = begun.intersection(brief) == ended.intersection(brief)
        let isOnce = all("begin").count == begun.count && all("end").count == ended.count
        return isSame && isWhole && isOnce && followEachOther(notes) ? nil : "children \(notes), not \(self)"
    }

    /// True if of each state one child begins only when the one before has ended.
    private func followEachOther(_ notes: [String]) -> Bool {
        var living: Set<Substring> = []
        for note in notes {
            let words = note.split(separator: " "), owner = words[1].prefix { $0 != "." }
            switch words[0] {
            case "begin": guard living.insert(owner).inserted else { return false }
            case "end", "throw": living.remove(owner)
            default: break
            }
        }
        return true
    }
}

extension Machine<DynamicTop> {
    fileprivate func perform(_ operation: Operation.Kind) async {
        switch operation {
        case .start: try? await start()
        case .send(let event): _ = try? await send(event)
        case .stop: try? await stop()
        case .offer, .change, .raise: break
        }
    }
}
