import Statecharts
import StatechartsTesting
import Testing

@testable import ExpenseFlow

/// Everything that the application on the phone can do, with what the model can tell it. Situations are the same if the screens are.
@Suite struct ExploredApplicationTests {
    private static let expenses = Array(Ledger.demo.expenses.prefix(2))
    private static let debts = Debts(Ledger.demo)

    private func notice(_ application: Application, _ content: ModelNotice.Content, late: Bool = false)
        -> Application.Event
    {
        .notice(ModelNotice(session: application.session - (late ? 1 : 0), content: content))
    }

    private func explorer(_ commands: [UserCommand]) -> Explorer<Application> {
        var explorer = Explorer(events: commands.map { .command($0) }) {
            Application(accounts: .demo, animation: .milliseconds(300))
        }
        explorer.fingerprint(.alone) { $0.screen }
        explorer.timers = .any
        explorer.invariant("who is logged out sees nothing of anybody") { application in
            let screen = application.screen
            return screen.user != nil
                || screen.rows.isEmpty && screen.debts == nil && screen.opened == nil && screen.banner.isEmpty
        }
        explorer.invariant("the login covers everything exactly as long as nobody is logged in") { application in
            if case .login = application.screen.sheet {
                application.screen.user == nil
            } else {
                application.screen.user != nil
            }
        }
        explorer.invariant("an opened expense is there") { application in
            application.screen.opened != nil || [.list, .closing].contains(application.screen.slide)
        }
        explorer.step("exactly what the screen offers is taken") { [self] step, application in
            guard case .command(let command)? = step.event else { return nil }
            return mismatch(command, step, application)
        }
        return explorer
    }

    /// A command that was not taken is not offered on the screen, which it has left as it was.
    private func mismatch(
        _ command: UserCommand, _ step: Macrostep<Application.Event>, _ application: Application
    ) -> String? {
        guard step.outcome == .unhandled, application.screen.accepts(command) else { return nil }
        return "\(command) is offered in \(step.configuration)"
    }

    @Test func `the login lets in whom it should, in all its 11 situations`() async throws {
        var explorer = explorer([
            .email("ada@example.org"), .email("nobody"), .password("engine"), .password("wrong one"), .login,
        ])
        explorer.allowsDeadEnds = true
        explorer.step("only right credentials") { step, application in
            guard step.microsteps.contains(where: { $0.entries.contains { $0.name == "LoggedIn" } }) else { return nil }
            return application.screen.user == User("Ada") ? nil : "\(application.screen.user.map(\.name) ?? "nobody")"
        }
        let found = try await explorer.explore()
        #expect(found.problems.filter { $0.kind != .unused && $0.kind != .unreached }.isEmpty, "\(found)")
        #expect(found.isComplete && found.situationCount == 11)
    }

    /// Found and mended: an expense that was deleted elsewhere while it slid in went on sliding, as an empty page.
    @Test func `the application behind the login does nothing that nobody wants, in 128 situations by 1890 steps`()
        async throws
    {
        let commands: [UserCommand] = [
            .email("ada@example.org"), .password("engine"), .login, .logout, .refresh, .open(1), .back,
            .delete(1),
        ]
        var explorer = explorer(commands)
        explorer.events { [self] application in
            guard application.session > 0 else { return [] }
            return [
                notice(application, .expenses(Self.expenses, .fetched)),
                notice(application, .expenses(Array(Self.expenses.dropFirst()), .changed)),
                notice(application, .fetchFailed(reason: "no connection")),
                notice(application, .deleteFailed(Self.expenses[0], reason: "it is locked")),
                notice(application, .expenses(Self.expenses, .fetched), late: true),
                notice(application, .serviceFailed, late: true),
            ]
        }
        explorer.step("what comes late is of no use any more") { step, application in
            guard case .notice(let notice)? = step.event, notice.session != application.session else { return nil }
            return step.outcome == .unhandled ? nil : "\(notice) of login \(notice.session) was \(step.outcome)"
        }
        let found = try await explorer.explore()
        #expect(found.problems.filter { $0.kind != .unused && $0.kind != .unreached }.isEmpty, "\(found)")
        #expect(found.isComplete && found.situationCount == 128 && found.stepCount == 1_890)
    }
}
