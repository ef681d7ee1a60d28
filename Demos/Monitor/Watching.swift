import DemoSupport
import Statecharts
import StatechartsBridge
import Synchronization

/// The screen: machines with their configurations, the newest messages as trees, what is held, and a line for commands.
enum Watching {
    static func run(_ commands: Commands, _ place: String) async throws {
        let monitor = commands.monitor
        // However fast reports come: after one, none is a reason to draw until what is shown has been looked up again.
        let isDue = Flag()
        let reports = monitor.reports.stream().filter { _ in isDue.set() }
        let (news, teller) = AsyncStream.makeStream(of: Void.self)
        let following = Task {
            for await _ in reports { teller.yield() }
        }
        // A process that is gone is seen at once.
        let end = End(), states = monitor.states.stream()
        Task {
            let text = Leaving.text(await Leaving.end(states), place)
            end.text.withLock { $0 = text }
            teller.yield()
        }
        defer { following.cancel() }
        await Terminal.session { terminal in
            var prompt = Prompt(), held: [MonitoredMessage] = []
            for await happening in terminal.happenings(and: news) {
                switch happening {
                case .input(let input):
                    guard let line = prompt.take(input) else { break }
                    do {
                        guard let answer = try await commands.perform(line) else { return }
                        prompt.answer = answer
                        held = try await monitor.ask(.look).held
                    } catch {
                        prompt.answer = ["\(error)".printable]
                    }
                case .change: break
                }
                isDue.clear()
                let size = terminal.size
                terminal.draw(
                    prompt.lines(
                        under: drawing(
                            monitor, place, held, gone: end.text.withLock { $0 }, (max(size.rows - 8, 4), size.columns)),
                        hint: commands.vocabulary.forms.joined(separator: ", "), in: size))
            }
        }
    }

    private final class End: Sendable {
        let text = Guarded<String?>(nil)
    }

    private final class Flag: Sendable {
        private let isSet = Atomic<Bool>(false)

        /// Answers whether it was not set before.
        func set() -> Bool { !isSet.exchange(true, ordering: .acquiringAndReleasing) }
        func clear() { _ = isSet.exchange(false, ordering: .acquiringAndReleasing) }
    }

    /// What is above the line for commands.
    /// - Parameter gone: why the process is gone, if it is: what is shown is how it was.
    static func drawing(
        _ monitor: Monitor, _ place: String, _ held: [MonitoredMessage], gone: String? = nil,
        _ size: (rows: Int, columns: Int)
    ) -> [String] {
        let names = min(monitor.members.map(\.name.printable.columns).max() ?? 0, 24)
        let room = max(size.columns - names - 4, 20)
        let members = monitor.members.flatMap { member in
            rows(of: member.name.printable, names, monitor.configurations[member.name]?.printable ?? "", room)
        }
        let waiting = held.prefix(5).map { line("held: \($0)", size.columns).styled(.yellow) }
        let left = max(size.rows - members.count - waiting.count - 3, 2)
        let messages = monitor.tree(newest: left).suffix(left).map { line($0, size.columns) }
        let gap = waiting.isEmpty ? [] : [""]
        let title = gone.map { line($0, size.columns).styled(.red) } ?? "  monitor of \(place.printable)".styled(.dim)
        return [title, ""] + members + [""] + messages + gap + waiting
    }

    /// A component and its configuration, which takes three lines at most.
    private static func rows(of name: String, _ names: Int, _ configuration: String, _ room: Int) -> [String] {
        let short = String(name.prefix(columns: names))
        let label = "  " + short + String(repeating: " ", count: names - short.columns) + "  "
        var parts = configuration.wrapped(columns: room - 1)
        if parts.count > 3 { parts = Array(parts.prefix(3).dropLast()) + [parts[2] + "…"] }
        let indent = String(repeating: " ", count: label.columns)
        if parts.isEmpty { return [label] }
        return parts.enumerated().map { ($0 == 0 ? label : indent) + $1.styled(.bold) }
    }

    private static func line(_ text: String, _ columns: Int) -> String {
        let text = text.printable, room = max(columns - 3, 10)
        return "  " + (text.columns > room ? text.prefix(columns: room - 1) + "…" : text[...])
    }
}
