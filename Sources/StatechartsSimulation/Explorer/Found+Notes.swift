import Statecharts

// What is noted of each of millions of steps: without generic parameters, and without closures.

extension Found {
    /// Adds the transitions of all steps that a scribe has noted to the present shape, and who did not react to the
    /// first one.
    /// - Parameters:
    ///   - stimulus: what has set the first step off; `nil` for the start.
    ///   - texts: what has set each step off, where records tell.
    mutating func note(
        _ scribe: StepScribe, _ stimulus: Int32?, _ edge: Int, _ asked: [Int32], texts: [String]
    ) {
        let words = scribe.words
        for place in scribe.steps.indices {
            var own = stimulus ?? TriggerCode.start
            if let stimulus {
                if place == 0 {
                    noteAnswer(scribe, stimulus, asked)
                } else {
                    let text = scribe.steps[place].recalled ?? (texts.isEmpty ? "" : texts[place])
                    own = number(of: Stimulus(kind: .event, place: "", text: text))
                }
            }
            let firstText = scribe.steps[place].firstText
            var start = scribe.steps[place].microsteps.lowerBound
            while start < scribe.steps[place].microsteps.upperBound {
                let microstep = words.microstep(at: &start)
                let trigger =
                    switch microstep.kind {
                    case .event: own
                    case .eventless: TriggerCode.eventless
                    case .completion: TriggerCode.completion
                    case .choice: TriggerCode.choice
                    case .start: TriggerCode.start
                    case .finish: TriggerCode.finish
                    case .raised: TriggerCode.raised(number(of: words.texts[firstText + microstep.text]))
                    case .error: TriggerCode.failure(number(of: words.texts[firstText + microstep.text]))
                    }
                note(microstep.transitions, of: words, firstText, trigger, false, edge)
                note(microstep.preempted, of: words, firstText, trigger, true, edge)
                for entry in microstep.entries { isReached[Int(words.numbers[entry])] = true }
            }
        }
    }

    /// Adds the transitions at some places to the present shape.
    private mutating func note(
        _ places: Range<Int>, of words: StepLog.Words, _ firstText: Int, _ trigger: Int32, _ isPreempted: Bool,
        _ edge: Int
    ) {
        var place = places.lowerBound
        while place < places.upperBound {
            let transition = words.transition(at: &place)
            beginRow(trigger, transition.source, transition.kind, isPreempted)
            row.append(transition.text < 0 ? -1 : number(of: words.texts[firstText + transition.text]))
            for target in transition.targets { row.append(words.numbers[target]) }
            shape.append(numberOfRow(edge))
        }
    }

    private mutating func noteAnswer(_ scribe: StepScribe, _ stimulus: Int32, _ asked: [Int32]) {
        row.removeAll(keepingCapacity: true)
        let words = scribe.words
        if !scribe.steps[0].microsteps.isEmpty {
            var place = 0
            let first = words.microstep(at: &place)
            if first.kind == .event {
                appendSources(of: first.transitions, in: words)
                appendSources(of: first.preempted, in: words)
            }
        }
        if scribe.steps[0].outcome == .deferred { deferrals.insert([stimulus, scribe.steps[0].deferredBy]) }
        noteAnswer(scribe.steps[0].outcome, stimulus, asked)
    }

    private mutating func appendSources(of places: Range<Int>, in words: StepLog.Words) {
        var place = places.lowerBound
        while place < places.upperBound { row.append(words.transition(at: &place).source) }
    }

    /// The number of the shape that steps were added to.
    mutating func endShape() -> Int32 { shapeRows.number(of: shape).number }

    private mutating func beginRow(_ trigger: Int32, _ source: Int32, _ kind: Int32, _ isPreempted: Bool) {
        row.removeAll(keepingCapacity: true)
        row.append(trigger)
        row.append(source)
        row.append(kind)
        row.append(isPreempted ? 1 : 0)
    }

    /// The number of the transition that stands in `row`.
    private mutating func numberOfRow(_ edge: Int) -> Int32 {
        isReached[Int(row[1])] = true
        let (number, isNew) = transitions.number(of: row)
        if isNew {
            counts.append(0)
            firstSeen.append(edge)
        }
        counts[Int(number)] += 1
        return number
    }

    /// Notes who was asked about a stimulus and did not react. The sources that have reacted stand in `row`.
    private mutating func noteAnswer(_ outcome: Outcome, _ stimulus: Int32, _ asked: [Int32]) {
        switch outcome {
        case .handled: accepted[Int(stimulus)] += 1
        case .deferred:
            deferred[Int(stimulus)] += 1
            return
        case .unhandled, .finished: break
        }
        let base = Int(stimulus) * vertices.count
        for place in asked.indices {
            // A state is asked if nobody inside it has reacted.
            let state = asked[place], end = ends[Int(state)]
            var isAsked = true
            for reacting in row.indices where row[reacting] >= state && row[reacting] < end { isAsked = false }
            if isAsked { declined[base + Int(state)] += 1 }
        }
    }
}
