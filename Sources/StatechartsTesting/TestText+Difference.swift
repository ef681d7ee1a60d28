import StatechartsSimulation

extension TestText {
    /// A line, with a sign of whether it agrees or was only said or only happened.
    private typealias Signed<Line> = (sign: String, line: Line)

    /// What was said and what happened, together and in the order of what happened: lines that agree, lines that were
    /// only said, lines that only happened. Of many lines the first from where they differ.
    /// - Parameter kind: what has an order of its own: lines of two kinds may be said in any order.
    static func difference<Line: Equatable>(
        _ said: [Line], _ happened: [Line], kind: (Line) -> Int, _ text: (Line) -> String
    ) -> [String] {
        func write(_ line: Signed<Line>) -> String { "\(line.sign) \(text(line.line))" }
        let all = inOrder(said, happened, kind)
        let most = LongList.most
        if max(said.count, happened.count) <= most { return all.map(write) }
        let agreed = all.prefix { $0.sign == " " }.count
        let shown = all[agreed...].prefix(most), later = all[(agreed + shown.count)...]
        var lines = agreed > 0 ? ["  … \(agreed) that agree"] : []
        lines += shown.map(write)
        let saidLater = later.count { $0.sign != "+" }, happenedLater = later.count { $0.sign != "-" }
        if saidLater > 0 { lines.append("- … \(saidLater) more") }
        if happenedLater > 0 { lines.append("+ … \(happenedLater) more") }
        return lines
    }

    /// Lines of each kind find those that agree with them; together they stand as they happened. What was only said
    /// stands in front of what happened instead, or else behind all of its kind and of those before it.
    private static func inOrder<Line: Equatable>(
        _ said: [Line], _ happened: [Line], _ kind: (Line) -> Int
    ) -> [Signed<Line>] {
        let saidOfKind = Dictionary(grouping: said, by: kind), happenedOfKind = Dictionary(grouping: happened, by: kind)
        let kinds = Set(saidOfKind.keys).union(happenedOfKind.keys).sorted()
        var rest: [Int: ArraySlice<Signed<Line>>] = [:]
        for kind in kinds { rest[kind] = merged(saidOfKind[kind] ?? [], happenedOfKind[kind] ?? [])[...] }
        var lowest = happened.map(kind)
        for position in lowest.indices.dropLast().reversed() {
            lowest[position] = min(lowest[position], lowest[position + 1])
        }
        var lines: [Signed<Line>] = []
        for (line, lowest) in zip(happened, lowest) {
            // Nothing of these kinds happens any more.
            for over in kinds.prefix(while: { $0 < lowest }) { lines += rest.removeValue(forKey: over) ?? [] }
            while let next = rest[kind(line)]?.popFirst() {
                lines.append(next)
                if next.sign != "-" { break }
            }
        }
        for kind in kinds { lines += rest[kind] ?? [] }
        return lines
    }

    /// The lines of one kind. Of many, those behind the first that are shown are not compared.
    private static func merged<Line: Equatable>(_ said: [Line], _ happened: [Line]) -> [Signed<Line>] {
        let agreed = zip(said, happened).prefix { $0 == $1 }.count
        // Twice as many, so that those that are shown find the lines that agree with them.
        let end = agreed + 2 * LongList.most
        let compared = compare(
            Array(said[agreed...].prefix(end - agreed)), Array(happened[agreed...].prefix(end - agreed)))
        return said.prefix(agreed).map { (" ", $0) } + compared + said.dropFirst(end).map { ("-", $0) }
            + happened.dropFirst(end).map { ("+", $0) }
    }

    private static func compare<Line: Equatable>(_ said: [Line], _ happened: [Line]) -> [Signed<Line>] {
        var lines: [Signed<Line>] = []
        var rest = said[...]
        var removed: Set<Int> = [], inserted: Set<Int> = []
        for change in happened.difference(from: said) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        for (position, line) in happened.enumerated() {
            while let first = rest.first, removed.contains(rest.startIndex) {
                lines.append(("-", first))
                rest.removeFirst()
            }
            if inserted.contains(position) {
                lines.append(("+", line))
            } else {
                lines.append((" ", line))
                rest = rest.dropFirst()
            }
        }
        return lines + rest.map { ("-", $0) }
    }
}
