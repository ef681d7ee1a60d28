import Synchronization
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// What is let go of when a step with suspending actions is over may call the machine at once, on its executor: the next step comes after this one.
@Suite struct StepsEndTests {
    /// Calls something when it goes.
    private final class Burden: Sendable {
        private let end: @Sendable () -> Void
        init(_ end: @escaping @Sendable () -> Void) { self.end = end }
        deinit { end() }
    }

    private final class Log: Sendable {
        private let all = Mutex<[String]>([])
        var lines: [String] { all.withLock { $0 } }
        func add(_ line: String) { all.withLock { $0.append(line) } }
    }

    struct Case: CustomTestStringConvertible {
        /// Whether the step's effect alone has the burden, or its event too.
        var isOfEffect = false
        var isPosted = false
        var suspends = false
        var nextSuspends = false
        var isWatched = false
        /// Whether unhandled events are reported, so that no event goes straight to the engine.
        var reports = false
        var testDescription: String {
            let parts = [
                isOfEffect ? "effect" : "event", isPosted ? "posted" : "sent", suspends ? "suspends" : "",
                nextSuspends ? "the next suspends" : "", isWatched ? "observed" : "",
                reports ? "unhandled reported" : "",
            ]
            return parts.filter { !$0.isEmpty }.joined(separator: ", ")
        }
        static let all = (0..<64).map { bits in
            Case(
                isOfEffect: bits & 1 != 0, isPosted: bits & 2 != 0, suspends: bits & 4 != 0,
                nextSuspends: bits & 8 != 0, isWatched: bits & 16 != 0, reports: bits & 32 != 0)
        }
    }

    @Test(arguments: Case.all)
    @MainActor func `an event that is sent by the end of another one is taken behind it`(
        _ matter: Case
    ) async throws {
        let record = Log()
        let machine = Machine(
            Errands(), on: MainActor.shared, unhandled: matter.reports ? .report { _, _ in } : .ignore)
        try await machine.start()
        // Records keep their events until they are read.
        let steps = matter.isWatched ? machine.steps : nil
        let reader = Task { @MainActor in
            if let steps { for try await _ in steps {} }
        }
        let (ends, hasEnded) = AsyncStream.makeStream(of: Outcome?.self)
        @Sendable func work(
            _ name: String, suspends: Bool, _ burden: @escaping @Sendable () -> Burden?,
            then post: @escaping @Sendable () -> Void = {}
        ) -> Errands.Event {
            @Sendable func made() -> Errands.Work {
                let burden = burden()
                return {
                    record.add("begin \(name)")
                    post()
                    if suspends { for _ in 0..<3 { await Task.yield() } }
                    record.add("end \(name)")
                    withExtendedLifetime(burden) {}
                }
            }
            return matter.isOfEffect ? .make(made) : .work(made())
        }
        @Sendable func burden(_ left: Int) -> Burden {
            Burden {
                MainActor.assumeIsolated {
                    _ = Task.immediate {
                        hasEnded.yield(try? await machine.send(.nothing))
                        let next = work(
                            "burden \(left)", suspends: matter.nextSuspends, { left > 1 ? burden(left - 1) : nil }
                        ) { machine.post(work("late \(left)", suspends: matter.nextSuspends, { nil })) }
                        hasEnded.yield(try? await machine.send(next))
                    }
                }
            }
        }
        // The third is put into the mailbox while the second one is under way. Each is made where it is given away, so that nobody else has it.
        @Sendable func event(_ number: Int) -> Errands.Event {
            work("\(number)", suspends: matter.suspends, { burden(3) }) { if number == 2 { machine.post(event(3)) } }
        }
        for number in 1...2 {
            if matter.isPosted {
                machine.post(event(number))
            } else {
                let outcome = try await machine.send(event(number))
                #expect(outcome == .handled)
            }
        }
        var outcomes: [Outcome?] = []
        for await outcome in ends {
            outcomes.append(outcome)
            if outcomes.count == 18 { break }
        }
        #expect(outcomes.count { $0 == .handled } == 9)
        #expect(outcomes.count { $0 == .unhandled } == 9)
        // What was posted meanwhile comes before this.
        #expect(try await machine.send(.go) == .handled)
        let found = record.lines
        #expect(found.count == 42)
        for place in stride(from: 0, to: found.count - 1, by: 2) {
            #expect(
                found[place].hasPrefix("begin") && found[place + 1] == "end\(found[place].dropFirst(5))", "\(found)")
        }
        try await machine.stop()
        try await reader.value
    }
}
