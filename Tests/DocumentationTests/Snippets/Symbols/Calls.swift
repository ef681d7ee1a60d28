import Statecharts

// Examples of the reference about asking before sending, and about children that come and go; compiled and not run.

final class Till: TopState<Till.Event> {
    enum Event { case pay, open, total(reply: Reply<Int>) }
}

final class PayButton { var isEnabled = false }

func enable(_ button: PayButton, _ interpreter: Interpreter<Till>) throws {
    // snippet: Interpreter.accepts
    button.isEnabled = interpreter.accepts(.pay)
    // end snippet
}

func enable(_ button: PayButton, _ machine: Machine<Till>, isolation: isolated (any Actor)? = #isolation) async throws {
    // snippet: Machine.accepts
    button.isEnabled = try await machine.accepts(.pay)
    // end snippet
}

func askTotal(_ basket: SupervisedMachine<Till>) async throws -> Int {
    // snippet: SupervisedMachine.ask
    let total = try await basket.ask { .total(reply: $0) }
    // end snippet
    return total
}

func chat(_ id: Int, _ supervisor: Supervisor) async throws {
    typealias Chat = ChatTop
    // snippet: Supervisor.add
    let chat = supervisor.add("chat \(id)") { Machine(Chat(id)) }
    chat.post(.open)  // kept until the machine has started
    try await supervisor.remove("chat \(id)")
    // end snippet
}

final class ChatTop: TopState<Till.Event> {
    init(_ id: Int) {}
}

func total(of basket: SupervisedMachine<Loader>, lastKnownTotal: Int) async throws -> Int {
    let total: Int
    // snippet: SupervisorError.late
    do {
        total = try await basket.ask(within: .seconds(2)) { .total($0) }
    } catch let error as SupervisorError where error.code == .late {
        total = lastKnownTotal
    }
    // end snippet
    return total
}
