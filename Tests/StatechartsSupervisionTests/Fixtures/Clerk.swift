import Statecharts

//  Clerk                                                                      log
//  ┌────────────────────────────────────────────────────────────────────────────┐
//  │ ●→ At work   entry: the work given, whose error is noted, and thrown if that   │
//  │              is wanted · do / the work that comes with it · fail / throws       │
//  └────────────────────────────────────────────────────────────────────────────┘

final class Clerk: TopState<Clerk.Event> {
    typealias Work = @Sendable () async throws -> Void
    enum Event: Sendable {
        case `do`(Work)
        case fail, note(String)
    }
    struct Broken: Error {}

    let atWork = AtWork()
    let work: Work
    let passesOn: Bool
    var log: [String] = []

    init(passesOn: Bool = false, _ work: @escaping Work = {}) {
        self.passesOn = passesOn
        self.work = work
    }
    override func configure() { substates(atWork) }

    func perform(_ work: Work) async throws {
        do { try await work() } catch {
            log.append("\(error)")
            if passesOn { throw error }
        }
    }

    final class AtWork: State<Clerk, Clerk> {
        override func entry() async throws {
            let work = top.work
            try await top.perform(work)
            top.log.append("+")
        }
        override func exit() { top.log.append("-") }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .do(let work): .handled { try await self.top.perform(work) }
            case .fail: .handled { throw Broken() }
            case .note(let text): .handled { self.top.log.append(text) }
            }
        }
    }
}
