import Statecharts
import StatechartsTesting
import Testing

@testable import ExpenseFlow

/// People who press anything at any time.
@Suite struct RandomWalkTests {
    @Test func `exactly what the screen offers is taken, and what is not taken changes nothing`() async throws {
        var taken: Set<String> = []
        for seed: UInt64 in 1...16 { taken.formUnion(try await walk(seed)) }
        let all = "add amount back cancel category create delete email login logout open password refresh tab"
        #expect(taken.sorted().joined(separator: " ") == all)
    }

    /// Answers with the commands that were taken.
    private func walk(_ seed: UInt64) async throws -> Set<String> {
        let desk = try await Desk()
        var generator = Generator(seed: seed)
        var taken: Set<String> = []
        for _ in 0..<250 {
            switch generator.next(0...9) {
            case 0...6:
                let screen = await desk.screen
                var command = command(&generator)
                // Half of the time something that will do, to get further than the login.
                if generator.next(0...1) == 0 {
                    while !screen.accepts(command) { command = self.command(&generator) }
                }
                let isTaken = await desk.tries(command)
                #expect(isTaken == screen.accepts(command), "\(command), seed \(seed)")
                if isTaken { taken.insert(String(command.description.prefix { $0 != " " })) }
            case 7: _ = await desk.flow.cause(generator.next(0...9) == 0 ? .crash : .failNext)
            case _: await desk.clock.advance(by: .milliseconds(Int64(generator.next(1...12)) * 100))
            }
            try await check(desk)
        }
        return taken
    }

    /// What holds whenever everything is at rest.
    private func check(_ desk: Desk) async throws {
        let screen = await desk.screen
        let configuration = await desk.configuration
        let isLoggedIn = screen.user != nil
        #expect(configuration.leaves.contains { $0.path.hasSuffix("Login.LoggedIn") } == isLoggedIn)
        if !isLoggedIn {
            #expect(screen.rows == [] && screen.debts == nil && screen.banner == "" && screen.opened == nil)
        }
        if case .login = screen.sheet { #expect(!isLoggedIn) } else { #expect(isLoggedIn) }
        #expect((screen.opened != nil) || screen.slide == .list || screen.slide == .closing)
        // The debts are those of the expenses that are shown, unless one of them is on its way.
        if isLoggedIn, screen.expensesProgress == .shown, screen.debtsProgress == .shown {
            let ledger = Ledger(members: Ledger.demo.members, expenses: screen.rows.map(\.expense))
            #expect(screen.debts == Debts(ledger))
        }
    }

    private func command(_ generator: inout Generator) -> UserCommand {
        switch generator.next(0...24) {
        case 0: .email("ada@example.org")
        case 1: .email("nobody")
        case 2: .password("engine")
        case 3: .password("wrong one")
        case 4...7: .login
        case 8: .logout
        case 9: .tab(.expenses)
        case 10: .tab(.debts)
        case 11...12: .refresh
        case 13...14: .add
        case 15: .amount(Money(cents: Int(generator.next(0...5000))))
        case 16: .category(generator.next(0...2) == 0 ? "no" : "food")
        case 17...18: .create
        case 19: .cancel
        case 20...21: .open(Int(generator.next(1...4)))
        case 22: .back
        case _: .delete(Int(generator.next(1...4)))
        }
    }
}
