import StatechartsCore
import TestSupport
import Testing

/// A graph keeps what it learns in one order, whatever the order of learning is.
@Suite struct LearningOrderTests {
    private let empty = ChartGraph(
        vertices: (0..<5).map { number in
            .init(
                id: number, kind: number == 0 ? .top : .state, name: "v\(number)", path: "v\(number)",
                superior: number == 0 ? nil : 0)
        })

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `transitions, work and deferrals that are learnt in any order are those learnt in another`(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let states = [1, 2, 3, 4], events = ["a", "b", "c"]
        let kinds: [ChartGraph.Transition.Kind] = [.external, .local, .internal]
        let triggers: [ChartGraph.Trigger] = events.map { .event($0) } + [.completion, .eventless, .failure]
        let transitions = states.flatMap { source in
            states.flatMap { target in
                triggers.map { trigger in
                    ChartGraph.Transition(
                        source: source, targets: target == 4 ? [] : [target], kind: kinds[target % 3], trigger: trigger,
                        guardText: source == 2 ? "g" : nil, origins: [.recorded])
                }
            }
        }
        let work = states.flatMap { state in
            events.flatMap { event in
                (1...3).map {
                    ChartGraph.Work(
                        state: state, kind: .timer, event: event, interval: .seconds($0), child: state == 3 ? "c" : nil)
                }
            } + [ChartGraph.Work(state: state, kind: .activity, event: "a")]
        }
        let deferrals = states.flatMap { state in events.map { ChartGraph.Deferral(state: state, event: $0) } }
        var sorted = empty, shuffled = empty
        for one in transitions { sorted.learn(one) }
        for one in transitions.shuffled(using: &random) { shuffled.learn(one) }
        for one in work { sorted.learn(one) }
        for one in work.shuffled(using: &random) { shuffled.learn(one) }
        for one in deferrals { sorted.learn(one) }
        for one in deferrals.shuffled(using: &random) { shuffled.learn(one) }
        #expect(sorted == shuffled)
        #expect(sorted.transitions.count == transitions.count && sorted.deferrals == deferrals)
        #expect(sorted.work.count == work.count)
        for state in 0..<6 {
            #expect(Array(sorted.transitions(of: state)) == sorted.transitions.filter { $0.source == state })
            #expect(sorted.deferredEvents(of: state) == sorted.deferrals.filter { $0.state == state }.map(\.event))
        }
        // A timer whose time is not known yet is replaced, and one whose time is known is not told twice.
        let known = sorted.work
        for one in known { sorted.learn(one) }
        sorted.learn(ChartGraph.Work(state: 1, kind: .timer, event: "a"))
        #expect(sorted.work == known)
        sorted.learn(ChartGraph.Work(state: 1, kind: .timer, event: "d"))
        sorted.learn(ChartGraph.Work(state: 1, kind: .timer, event: "d", interval: .seconds(1)))
        #expect(sorted.work.filter { $0.event == "d" }.map(\.interval) == [.seconds(1)])
    }
}
