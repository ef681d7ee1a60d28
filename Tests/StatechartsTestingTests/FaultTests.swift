import Statecharts
import StatechartsTesting
import Testing

/// A chart that there is with a fault and without, and what exploring says of it.
struct FaultCase: Sendable, CustomTestStringConvertible {
    let name: String
    /// How the first problem begins.
    let expected: String
    let explore: @Sendable (_ isSound: Bool) async throws -> [String]
    var testDescription: String { name }

    init<Top: Statechart>(
        _ name: String, _ expected: String, _ make: @escaping @Sendable (Bool) -> Explorer<Top>
    ) {
        self.name = name
        self.expected = expected
        explore = { isSound in
            let found = try await make(isSound).explore()
            return found.problems.map(\.description) + (found.isComplete ? [] : [found.limit ?? ""])
        }
    }
}

@Suite struct FaultTests {
    static let cases: [FaultCase] = [
        FaultCase("unreachable state", "never reached: Broken") { isSound in Explorer { Lamp(isSound: isSound) } },
        FaultCase("dead end", "no way on: Stuck") { isSound in Explorer { Lift(isSound: isSound) } },
        FaultCase("illegal pair of regions", "violated: never main.green with side.green") { isSound in
            var explorer = Explorer { Crossing(isSound: isSound) }
            explorer.never(\.main.green, with: \.side.green)
            return explorer
        },
        FaultCase("swallowed event", "violated: stop leads to idle: stop was handled and led to Working.Pressing") {
            isSound in
            var explorer = Explorer { Press(isSound: isSound) }
            explorer.on(.stop, leadsTo: \.idle)
            return explorer
        },
        FaultCase("livelock by always", "a step fails: eventlessCycle") { isSound in
            Explorer { Balance(isSound: isSound) }
        },
        FaultCase("endless raise", "a step fails: raisedCycle") { isSound in
            var explorer = Explorer(events: [.call]) { Echo(isSound: isSound) }
            explorer.fingerprint { _ in 0 }
            return explorer
        },
        FaultCase("race between a timer and an event", "violated: who enters is inside until he leaves") { isSound in
            var explorer = Explorer(events: [.coin, .enter, .leave]) { TurnGate(isSound: isSound) }
            explorer.timers = .any
            if !isSound { explorer.limits = .init(depth: 5) }  // the timers that go on have no end
            explorer.step("who enters is inside until he leaves") { step, chart in
                let leaves =
                    step.event == .leave
                    || step.microsteps.allSatisfy { microstep in
                        !microstep.exits.contains { $0.name == "Inside" }
                    }
                return leaves ? nil : "\(step.trigger) led to \(step.configuration)"
            }
            return explorer
        },
        FaultCase("late result after a retry", "violated: what is shown was asked for last") { isSound in
            var explorer = Explorer { Search(isSound: isSound) }
            explorer.events(.ask("a"), .ask("b"), .clear)
            explorer.performWork(of: String.self)
            if !isSound { explorer.limits = .init(depth: 4) }  // the requests that go on have no end
            explorer.invariant("what is shown was asked for last") { !$0.shown.isActive || $0.page == $0.wanted }
            return explorer
        },
        FaultCase("history that resumes a forbidden state", "violated: only members have settings") { isSound in
            var explorer = Explorer { AccountChart(isSound: isSound) }
            explorer.invariant("only members have settings") { !$0.inside.settings.isActive || $0.isMember }
            return explorer
        },
        FaultCase("preempted transition", "preempted: end, Playing.Picture.On → Stopped") { isSound in
            Explorer { FilmPlayer(isSound: isSound) }
        },
        FaultCase("missing reply", "never answered: ask 1: the reply was dropped") { isSound in
            var explorer = Explorer { Clerk(isSound: isSound) }
            explorer.events(.go, .come)
            explorer.question { .ask($0) }
            return explorer
        },
        FaultCase("event that no state accepts", "never accepted: scan") { isSound in
            Explorer { Radio(isSound: isSound) }
        },
        FaultCase("endless round of timers", "goes round by itself: Heating → Resting") { isSound in
            Explorer(events: [.on, .off]) { Heater(isSound: isSound) }
        },
        FaultCase("unhandled failure of work", "a step fails: unhandledError") { isSound in
            Explorer { PrintShop(isSound: isSound) }
        },
        FaultCase("request that may never be served", "violated: ordered leads to packed") { isSound in
            var explorer = Explorer { OrderDesk(isSound: isSound) }
            explorer.leadsTo(.active(\.ordered), .active(\.packed))
            return explorer
        },
        FaultCase("other than its model", "violated: the model: 4 instead of 0") { isSound in
            var explorer = Explorer { TallyChart(isSound: isSound) }
            explorer.model(0) { number, _ in
                number = (number + 1) % 4
            } difference: { number, chart in
                number == chart.number ? nil : "\(chart.number) instead of \(number)"
            }
            return explorer
        },
        FaultCase("choice that leads nowhere", "a step fails: noBranch") { isSound in
            Explorer { Mixer(isSound: isSound) }
        },
    ]

    @Test(arguments: cases) func `the planted fault is found`(fault: FaultCase) async throws {
        let problems = try await fault.explore(false)
        #expect(problems.first?.hasPrefix(fault.expected) == true, "\(problems.joined(separator: "\n\n"))")
    }

    @Test(arguments: cases) func `nothing is found in the sound chart`(fault: FaultCase) async throws {
        let problems = try await fault.explore(true)
        #expect(problems.isEmpty, "\(problems.joined(separator: "\n\n"))")
    }
}
