/// The difference between two screens, for a transcript.
public enum ScreenChanges {
    /// The lines that went (`-`) and came (`+`), in the order of the screen; the whole screen if little of it stayed.
    public static func lines(from old: [String], to new: [String]) -> [String] {
        guard old != new else { return [] }
        let difference = new.difference(from: old)
        let inner = new.filter(isInner).count
        let kept = inner - difference.insertions.count { isInner($0.line) }
        guard kept * 2 >= inner else { return new.map { "  " + $0 } }
        var removed: Set<Int> = [], inserted: Set<Int> = []
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var result: [String] = []
        var from = 0, to = 0
        while from < old.count || to < new.count {
            if removed.contains(from) {
                result.append("- " + old[from])
                from += 1
            } else if inserted.contains(to) {
                result.append("+ " + new[to])
                to += 1
            } else {
                from += 1
                to += 1
            }
        }
        return result
    }

    /// Whether a line is more than a part of the frame, which screens have in common.
    private static func isInner(_ line: String) -> Bool { line.hasPrefix("│") }
}

extension CollectionDifference<String>.Change {
    fileprivate var line: String {
        switch self {
        case .insert(_, let line, _), .remove(_, let line, _): line
        }
    }
}
