import Statecharts
import StatechartsTesting
import Testing

@testable import ExpenseFlow

@Suite struct ExplorationTests {
    private static let expenses = [
        Expense(id: 1, payer: User("Ada"), amount: Money(cents: 4250), category: "groceries")
    ]

    /// The application with one user, one expense, and a model that answers or not.
    private var application: Explorer<Application> {
        var explorer = Explorer { Application(accounts: .demo, animation: .milliseconds(300)) }
        explorer.events(
            .command(.email("ada@example.org")), .command(.password("engine")), .command(.login), .command(.logout),
            .command(.tab(.debts)), .command(.tab(.expenses)), .command(.refresh), .command(.add), .command(.cancel),
            .command(.open(1)), .command(.back))
        explorer.events { application in
            guard application.session > 0 else { return [] }
            return [
                .notice(ModelNotice(session: application.session, content: .expenses(Self.expenses, .fetched))),
                .notice(ModelNotice(session: application.session, content: .fetchFailed(reason: "no network"))),
            ]
        }
        explorer.fingerprint { "\($0.screen)" }
        return explorer
    }

    /// What is to hold of any screen.
    private func check(_ explorer: inout Explorer<Application>) {
        explorer.invariant("nothing of a user is to be seen when nobody is logged in") { application in
            application.screen.user != nil || application.screen.rows.isEmpty
        }
        explorer.invariant("a sheet covers the tabs") { application in
            let screen = application.screen
            return screen.sheet == .none || !screen.enabled.contains(.add)
        }
        explorer.on(
            { if case .command(.logout) = $0 { true } else { false } }, "logout",
            leadsTo: .when("login") { application in
                application.tabBar.modal.shown.login.isActive || application.isCovered
            })
        explorer.alwaysPossible(.active(\.tabBar.modal.shown.login))
    }

    @Test(.timeLimit(.minutes(5))) func `120 screens of the application are sound`() async throws {
        var explorer = application
        check(&explorer)
        explorer.limits = .init(configurations: 120)
        let found = try await explorer.explore()
        #expect(found.problems.isEmpty, "\(found)")
        #expect(found.situationCount == 120)
        #expect(found.replayReason != nil)
    }

    @Test(.timeLimit(.minutes(5))) func `random use of the application is sound`() async throws {
        var explorer = application
        check(&explorer)
        let result = try await explorer.randomRuns(.init(runs: 40, steps: 60, seed: 3))
        #expect(result.isSound, "\(result)")
    }
}
