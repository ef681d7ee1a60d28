/// The records of microsteps that were taken before, so that taking one again writes nothing new: the arrays are shared with everybody who
/// still holds the earlier record. Made when the first microstep is recorded.
///
/// Only what answers an event by one transition is remembered, the last of each source.
final class RecordMemory {
    /// What a source did when it last reacted.
    final class Entry {
        /// The parts of the record as numbers, in the order in which they are compared.
        fileprivate let signature: [Int32]
        let microstep: Microstep
        /// The records of a step that consists of nothing else.
        let alone: [Microstep]
        /// Where such a step led, when it was last taken.
        var configuration: Configuration = .empty

        fileprivate init(_ signature: [Int32], _ microstep: Microstep) {
            self.signature = signature
            self.microstep = microstep
            alone = [microstep]
        }
    }

    private var entries: [Int32: Entry] = [:]
    /// What the step under way began with.
    var latest: Entry?

    /// The entry of the only transition that `work` holds, if it did the same as last time.
    func entry(for work: Workspace) -> Entry? {
        guard let entry = entries[work.selected[0].source] else { return nil }
        var position = 0
        let isSame = Self.forEachPart(of: work) { part in
            guard position < entry.signature.count, entry.signature[position] == part else { return false }
            position += 1
            return true
        }
        return isSame && position == entry.signature.count ? entry : nil
    }

    /// Remembers the record of what `work` holds.
    func remember(_ microstep: Microstep, of work: Workspace) -> Entry {
        var signature: [Int32] = []
        _ = Self.forEachPart(of: work) { part in
            signature.append(part)
            return true
        }
        let entry = Entry(signature, microstep)
        entries[work.selected[0].source] = entry
        return entry
    }

    /// Calls `body` with all that the record of a single transition depends on, until it answers `false`.
    private static func forEachPart(of work: Workspace, _ body: (Int32) -> Bool) -> Bool {
        let selected = work.selected[0]
        guard body(Int32(selected.kind.rawValue)), body(Int32(selected.targets.count)) else { return false }
        for target in selected.targets where !body(work.targets[target]) { return false }
        guard body(Int32(selected.guards.count)) else { return false }
        for place in selected.guards {
            let words = work.guards[place].place
            guard body(Int32(truncatingIfNeeded: words)), body(Int32(truncatingIfNeeded: words >> 32)) else {
                return false
            }
        }
        guard body(work.exits.count) else { return false }
        for position in 0..<work.exits.count where !body(work.exits[position].node) { return false }
        guard body(work.effects.count) else { return false }
        for position in 0..<work.effects.count where !body(work.effects[position].source) { return false }
        for position in 0..<work.entries.count where !body(work.entries[position].node) { return false }
        return true
    }
}

extension Configuration {
    /// Whether these are its leaves.
    func hasLeaves(_ leaves: LeafRow) -> Bool {
        guard topology != nil, leafIndices.count == Int(leaves.count) else { return false }
        for position in 0..<leaves.count where leafIndices[Int(position)] != leaves[position] { return false }
        return true
    }
}
