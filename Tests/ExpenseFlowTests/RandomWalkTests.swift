import Foundation
import Statecharts
import StatechartsTesting
import TestSupport
import Testing

@testable import ExpenseFlow

/// People who press anything at any time. `EXPENSE_FLOW_WALKS=200` and `EXPENSE_FLOW_COMMANDS=500` make the walks of lines
/// longer than they are in the usual suite.
@Suite struct RandomWalkTests {
    private static func number(_ name: String, _ usual: UInt64) -> UInt64 {
        ProcessInfo.processInfo.environment[name].flatMap(UInt64.init) ?? usual
    }

    @Test func `whatever is typed, everybody keeps to the rules`() async throws {
        let walks = Self.number("EXPENSE_FLOW_WALKS", 8), count = Self.number("EXPENSE_FLOW_COMMANDS", 500)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for seed in 1...walks { group.addTask { try await type(count, seed) } }
            try await group.waitForAll()
        }
    }

    /// Types so many lines into a session of its own.
    private func type(_ count: UInt64, _ seed: UInt64) async throws {
        let flow = ExpenseFlow(clock: ManualClock(), on: seed.isMultiple(of: 2) ? Lane() : nil)
        try await flow.start()
        if !seed.isMultiple(of: 3) { flow.deliverInTurns() }
        let session = Session(flow)
        var generator = SplitMix(seed: seed), past: [String] = []
        for _ in 0..<count {
            let line = await line(&generator, flow)
            past.append(line)
            for message in await session.perform(line).messages where message.hasPrefix("violated") {
                Issue.record("\(message) in walk \(seed) after \(past.suffix(40).joined(separator: "; "))")
                return
            }
        }
        try await flow.stop()
        #expect(flow.takeViolations().map(\.description) == [], "walk \(seed)")
    }

    private actor Lane {}

    /// None that holds messages: a service whose answers are held is late.
    private func line(_ generator: inout SplitMix, _ flow: ExpenseFlow) async -> String {
        switch generator.next(0...19) {
        case 0...9:
            let screen = await flow.screen
            var command = command(&generator)
            while !screen.accepts(command), generator.next(0...20) > 0 { command = self.command(&generator) }
            if case .password = command { return generator.next(0...4) == 0 ? "password wrong one" : "password engine" }
            return "\(command)"
        case 10: return generator.next(0...3) == 0 ? "crash" : "fail next"
        case 11: return ["crash", "step 3", "help", "opne 1", "# note"][Int(generator.next(0...4))]
        case 15: return "advance \(generator.next(1...90))s"
        case _: return "advance \(generator.next(1...15) * 100)ms"
        }
    }

    @Test func `exactly what the screen offers is taken, and what is not taken changes nothing`() async throws {
        var taken: Set<String> = []
        for seed: UInt64 in 1...16 { taken.formUnion(try await walk(seed)) }
        let all = "add amount back cancel category create delete email login logout open password refresh tab"
        #expect(taken.sorted().joined(separator: " ") == all)
    }

    /// Answers with the commands that were taken.
    private func walk(_ seed: UInt64) async throws -> Set<String> {
        let desk = try await Desk()
        var generator = SplitMix(seed: seed)
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
        #expect(desk.flow.takeViolations().map(\.description) == [])
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

    private func command(_ generator: inout SplitMix) -> UserCommand {
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
