import Statecharts
import StatechartsCore
import Testing

/// One mistake of every kind that types cannot prevent, each with the whole diagnostic.
@Suite struct ChartErrorTests {
    private func diagnostics<Top: Statechart>(_ top: Top) -> [String] {
        do {
            try Interpreter(top).start()
            return []
        } catch let error as ChartError {
            return error.diagnostics.map(\.description)
        } catch {
            return ["\(error)"]
        }
    }

    // Without method tables an interpreter refuses no suspending actions.
    @Test(arguments: ChartError.Code.allCases.filter { $0 != .suspends || MethodTable.isCalibrated })
    func `every mistake is found, with the place and the fix`(code: ChartError.Code) {
        let (found, expected) = example(code)
        #expect(found == ["\(expected) [\(code.rawValue)]"])
    }

    @Test func `a port that is received twice is found, whoever stores it, and a start that was refused is forgotten`()
        throws
    {
        struct Given { let input = InputPort<Int>("input") }
        final class Echo: TopState<Int> {
            let orders = InputPort<Int>("orders"), given = Given()
            var isRight = false
            override func configure() {
                receive(orders) { $0 }
                receive(given.input) { $0 }
                if isRight { return }
                receive(orders) { -$0 }
                receiveElsewhere(orders)
                receive(given.input) { $0 }
            }
        }
        let fix =
            "name it in one receive(…) or receiveElsewhere(…); receive(_:while:as:) takes several states [declaredTwice]"
        let chart = Echo()
        for _ in 1...2 {
            #expect(
                diagnostics(chart) == [
                    "Echo: receives the input port 'orders' more than once; \(fix)",
                    "Echo: receives an input port more than once; \(fix)",
                ])
        }
        chart.isRight = true
        #expect(diagnostics(chart) == [])
    }

    /// What is said about an example, and what should be.
    private func example(_ code: ChartError.Code) -> ([String], String) {
        switch code {
        case .declaredTwice, .notDeclared, .inUse, .wrongSuperior, .wrongTop, .configuredTwice, .wrongDeclaration,
            .emptyOrthogonalState, .noStates, .notARegion, .initialOutside, .initialNotEnterable, .suspends,
            .wrongOwner, .notSaved, .notReceived:
            structure(code)
        case .historyWithoutDefault, .historyDefaultOutside, .targetOutside, .sameRegion, .tooFew, .sourceOutside,
            .exitPointLeadsNowhere, .misplaced:
            pseudostate(code)
        }
    }

    private func structure(_ code: ChartError.Code) -> ([String], String) {
        switch code {
        case .declaredTwice:
            let a = Inner("A")
            return (
                diagnostics(Mistaken { $0.substates($0.home, a, Inner("B") { $0.substates(a) }) }),
                "A: is declared twice, the second time in B; declare it in one place; make a second instance for a second place"
            )
        case .notDeclared:
            return (
                diagnostics(Forgetful()),
                """
                Forgetful: stores the vertex 'unused' but never declares it; add it to substates(…) or regions(…) in \
                configure(), or remove the property
                """
            )
        case .inUse:
            let chart = Mistaken { $0.substates($0.home) }
            let first = Interpreter(chart)
            return withExtendedLifetime(first) {
                #expect(throws: Never.self) { try first.start() }
                return (
                    diagnostics(chart),
                    "Mistaken: already belongs to a machine; make a new instance for every machine, or release the other machine first"
                )
            }
        case .wrongSuperior:
            return (
                diagnostics(Mistaken { $0.substates($0.home, Inner("A") { $0.substates(Plain<Mistaken>("B")) }) }),
                """
                A.B: names Mistaken as its superior but is inside Plain; declare it where it belongs, or change the first \
                argument of its superclass
                """
            )
        case .wrongTop:
            return (
                diagnostics(Wandering()),
                """
                Astray: names Stranger as the top of its chart but is in the chart Wandering; write Wandering as the second argument of \
                its superclass: <StateNode, Wandering>
                """
            )
        case .configuredTwice:
            return (
                diagnostics(
                    Mistaken {
                        $0.substates($0.home)
                        $0.substates(Inner("A"))
                    }),
                "Mistaken: declares its children in 2 calls; call substates(…) or regions(…) once, with all children"
            )
        case .wrongDeclaration:
            return (
                diagnostics(Mistaken { $0.substates($0.home, Regions("R") { $0.substates(Inner("A")) }) }),
                "R: is orthogonal but declares substates(…); declare regions(…), or make it a State"
            )
        case .emptyOrthogonalState:
            return (
                diagnostics(Mistaken { $0.substates($0.home, Regions("R") { _ in }) }),
                "R: has no region; declare at least one State in regions(…), or make it a State"
            )
        case .noStates:
            return (
                diagnostics(
                    Mistaken { chart in
                        chart.substates(
                            chart.home,
                            Inner("A") { $0.substates(Choice<StateNode, Mistaken> { _ in .to(chart.home) }) })
                    }),
                "A: contains pseudostates only; declare at least one state in it; only forks and joins need none beside them"
            )
        case .notARegion:
            return (
                diagnostics(
                    Mistaken { $0.substates($0.home, Regions("R") { $0.regions(Inner("A"), Ending()) }) }),
                "R.Ending: is declared beside the regions of R; declare it inside one of the regions"
            )
        case .initialOutside:
            let a = Inner("A")
            return (
                diagnostics(
                    Mistaken { $0.substates($0.home, a, Inner("B") { $0.substates(Inner("C"), initial: a) }) }),
                "B: has an initial vertex that is not inside it; name one of the vertices that substates(…) declares, or one "
                    + "further inside"
            )
        case .initialNotEnterable:
            let end = Terminate<StateNode, Mistaken>()
            return (
                diagnostics(
                    Mistaken { $0.substates($0.home, Inner("B") { $0.substates(Inner("C"), end, initial: end) }) }),
                """
                B: has B.Terminate1 as its initial vertex, which cannot be entered by default; name a state, choice, \
                junction or history
                """
            )
        case .notReceived:
            return (
                diagnostics(Deaf()),
                """
                Deaf: stores the input port 'orders' but never receives it; call receive(orders) { … } in configure(), or \
                receiveElsewhere(orders) if other code takes its messages
                """
            )
        case .wrongOwner:
            return (
                diagnostics(Misled()),
                """
                Owner: has the scoped property Owner.count, whose initial value is asked of a Other; name Owner in the closure
                """
            )
        case .notSaved:
            return (
                diagnostics(Careless()),
                """
                On: has the scoped property On.window, which a snapshot cannot hold: Window is not Codable; make it Codable, \
                or say that it is made anew when the chart continues: @Scoped(.transient)
                """
            )
        case .suspends:
            return (
                diagnostics(Mistaken { $0.substates($0.home, Slow()) }),
                """
                Slow: has a suspending entry or exit, but runs in a synchronous interpreter; run the chart in a Machine
                """
            )
        case .historyWithoutDefault, .historyDefaultOutside, .targetOutside, .sameRegion, .tooFew, .sourceOutside,
            .exitPointLeadsNowhere, .misplaced:
            return ([], "is an example of a pseudostate")
        }
    }

    private func pseudostate(_ code: ChartError.Code) -> ([String], String) {
        let a = Inner("A"), b = Inner("B"), c = Inner("C")
        switch code {
        case .historyWithoutDefault:
            let history = DeepHistory<StateNode, Mistaken>()
            return (
                diagnostics(Mistaken { $0.substates($0.home, Inner("D") { $0.substates(a, history, initial: nil) }) }),
                """
                D.DeepHistory1: has no default, and D has no initial substate; give the history a default, or the state an \
                initial substate
                """
            )
        case .historyDefaultOutside:
            let history = ShallowHistory<StateNode, Mistaken> { _ in b }
            return (
                diagnostics(Mistaken { $0.substates($0.home, b, Inner("D") { $0.substates(a, history) }) }),
                """
                D.ShallowHistory1: has B as its default, which is not inside D; name a vertex inside the state as the default
                """
            )
        case .targetOutside:
            let entry = EntryPoint<StateNode, Mistaken> { _ in [b] }
            return (
                diagnostics(Mistaken { $0.substates($0.home, b, Inner("D") { $0.substates(a, entry) }) }),
                "D.EntryPoint1: leads to B, which is not inside D; lead to a vertex inside the state"
            )
        case .sameRegion:
            let fork = Fork<StateNode, Mistaken> { _ in [b, c] }
            return (
                diagnostics(
                    Mistaken {
                        $0.substates($0.home, fork, Regions("R") { $0.regions(a, Inner("D") { $0.substates(b, c) }) })
                    }),
                """
                Fork1: has R.D.B and R.D.C as targets, which are in the same region; name vertices of different regions of \
                one orthogonal state
                """
            )
        case .tooFew:
            let join = Join<StateNode, Mistaken>(from: { _ in [a] }, to: { _ in .to(c) })
            return (
                diagnostics(Mistaken { $0.substates($0.home, c, Regions("R") { $0.regions(a, b, join) }) }),
                "R.Join1: names too few vertices; a join needs two sources in different regions"
            )
        case .sourceOutside:
            let join = Join<StateNode, Mistaken>(from: { _ in [a, b] }, to: { _ in .to(c) })
            return (
                diagnostics(
                    Mistaken {
                        $0.substates(
                            $0.home, c, Inner("D") { $0.substates(Inner("E"), join) }, Regions("R") { $0.regions(a, b) }
                        )
                    }
                ).filter { $0.hasPrefix("D.Join1: has R.A ") },
                """
                D.Join1: has R.A as a source, which cannot be active together with D; name states, and declare the join in one \
                of them or in a state around all of them
                """
            )
        case .exitPointLeadsNowhere:
            return (
                diagnostics(
                    Mistaken { $0.substates($0.home, Inner("D") { $0.substates(a, ExitPoint<StateNode, Mistaken>()) }) }
                ),
                """
                D.ExitPoint1: leads nowhere; give it a continuation, or call leads(to:) in the configure() of a state above
                """
            )
        case .misplaced:
            return (
                diagnostics(
                    Mistaken {
                        $0.substates($0.home, Regions("R") { $0.regions(a, ShallowHistory<StateNode, Mistaken>()) })
                    }),
                "R.ShallowHistory1: records one substate, but R has regions; use DeepHistory, or a history in each region"
            )
        case .declaredTwice, .notDeclared, .inUse, .wrongSuperior, .wrongTop, .configuredTwice, .wrongDeclaration,
            .emptyOrthogonalState, .noStates, .notARegion, .initialOutside, .initialNotEnterable, .suspends,
            .wrongOwner, .notSaved, .notReceived:
            return ([], "is an example of structure")
        }
    }
}
