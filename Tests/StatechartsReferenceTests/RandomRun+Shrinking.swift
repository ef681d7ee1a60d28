import Statecharts

extension RandomRun {
    /// A smaller run that still differs: as few operations, rules and actions as a simple search finds.
    func shrunk() -> RandomRun {
        var smallest = self
        var isSmaller = true
        while isSmaller {
            isSmaller = false
            for candidate in smallest.smaller() where candidate.differs {
                smallest = candidate
                isSmaller = true
                break
            }
        }
        return smallest
    }

    private var differs: Bool {
        guard let difference = difference(from: expectations()) else { return false }
        // A chart that does not start any more is no smaller case of one that does.
        return !difference.message.hasPrefix("the chart cannot start")
    }

    private func smaller() -> [RandomRun] {
        var candidates: [RandomRun] = []
        for position in operations.indices.dropFirst() {
            var candidate = self
            candidate.operations.remove(at: position)
            candidates.append(candidate)
            for (path, simpler) in [(\Operation.isRecorded, true), (\.isForeseen, false)]
            where operations[position][keyPath: path] != simpler {
                candidate = self
                candidate.operations[position][keyPath: path] = simpler
                candidates.append(candidate)
            }
        }
        for index in chart.vertices.indices {
            for path in [\ChartSpec.Vertex.handle, \.always, \.completed, \.failed, \.branch] {
                for position in chart[index][keyPath: path].indices {
                    var candidate = self
                    candidate.chart[index][keyPath: path].remove(at: position)
                    candidates.append(candidate)
                    guard let effect = chart[index][keyPath: path][position].reaction.effect else { continue }
                    for simpler in Self.simpler(effect) {
                        candidate = self
                        candidate.chart[index][keyPath: path][position].reaction.effect = simpler
                        candidates.append(candidate)
                    }
                }
            }
            for path in [\ChartSpec.Vertex.entry, \.exit] {
                guard let action = chart[index][keyPath: path] else { continue }
                for simpler in Self.simpler(action) {
                    var candidate = self
                    candidate.chart[index][keyPath: path] = simpler
                    candidates.append(candidate)
                }
            }
            if chart[index].history != .none {
                var candidate = self
                candidate.chart[index].history = .none
                candidates.append(candidate)
            }
        }
        return candidates
    }

    private static func simpler(_ action: ChartSpec.Action) -> [ChartSpec.Action?] {
        var simpler: [ChartSpec.Action?] = [nil]
        let plain = ChartSpec.Action(add: 0)
        if action != plain { simpler.append(plain) }
        return simpler
    }
}
