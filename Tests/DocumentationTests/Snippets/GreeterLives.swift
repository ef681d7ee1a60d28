import Observation
import Statecharts

// snippet: a view of all lives
/// Shows a machine that a supervisor runs, whichever life it is in.
@MainActor @Observable
final class GreeterLives {
    /// That of the present life, or of the last one as long as there is no next; `nil` before the first.
    private(set) var view: MachineView<Greeter, String>?

    /// Makes the machine of the next life, and has it shown.
    nonisolated func next() -> Machine<Greeter> {
        let machine = Machine(Greeter(), on: MainActor.shared, unhandled: .fail)
        Task { @MainActor in view = MachineView(machine, initially: "") { top, _ in top.name } }
        return machine
    }
}
// end snippet

extension UserInterfaceArticle {
    @MainActor
    static func lives(_ supervisor: Supervisor) -> (GreeterLives, SupervisedMachine<Greeter>) {
        // snippet: a supervised machine with a view
        let lives = GreeterLives()
        let greeter = supervisor.add("greeter") { lives.next() }
        // What the user does is posted to `greeter`, which keeps it between two lives.
        // end snippet
        return (lives, greeter)
    }
}
