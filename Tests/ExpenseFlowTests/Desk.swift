import StatechartsTesting
import Testing

@testable import ExpenseFlow
@testable import Statecharts
@testable import StatechartsCore

/// A started application on a manual clock, and short ways to use it.
struct Desk {
    let clock = ManualClock()
    let flow: ExpenseFlow

    init(ledger: Ledger = .demo, on actor: (any Actor)? = nil) async throws {
        flow = ExpenseFlow(clock: clock, on: actor, ledger: ledger)
        try await flow.start()
    }

    var screen: Screen { get async { await flow.screen } }

    /// Does these things one after the other; records an issue for one that is not taken.
    func `do`(_ commands: UserCommand..., sourceLocation: SourceLocation = #_sourceLocation) async {
        for command in commands {
            let isTaken = await flow.give(command)
            #expect(isTaken, "\(command) was not taken", sourceLocation: sourceLocation)
        }
    }

    /// Tries something; answers whether it was taken, and records an issue if it was not and something changed all the same.
    func tries(_ command: UserCommand, sourceLocation: SourceLocation = #_sourceLocation) async -> Bool {
        let before = await (screen, configuration)
        let isTaken = await flow.give(command)
        if !isTaken {
            let after = await (screen, configuration)
            #expect(
                after.0 == before.0, "\(command) was not taken and changed the screen", sourceLocation: sourceLocation)
            #expect(after.1 == before.1, "\(command) was not taken", sourceLocation: sourceLocation)
        }
        return isTaken
    }

    var configuration: Configuration { get async { await flow.application.configuration } }

    /// Logs in and waits for the lists.
    func logIn(_ name: String = "ada", _ password: String = "engine") async {
        await self.do(.email("\(name)@example.org"), .password(password), .login)
        await clock.advance(by: .seconds(1))
    }
}

extension UserCommand {
    /// Types a password.
    static func password(_ text: String) -> UserCommand { .password(Secret(text)) }
}

extension Login.Event {
    /// Types a password.
    static func password(_ text: String) -> Login.Event { .password(Secret(text)) }
}
