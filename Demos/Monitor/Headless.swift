import DemoSupport
import StatechartsBridge

/// Without a terminal: a line is a command.
enum Headless {
    /// - Parameter ending: what ends this process if the other one goes first.
    static func run(_ commands: Commands, _ leaving: Leaving, _ ending: Task<Void, Never>) async throws {
        var strangeLines = 0
        while let line = readLine() {
            StandardStreams.say("> \(line.printable)")
            do {
                guard let answer = try await commands.perform(line) else { break }
                for line in answer { StandardStreams.say("  " + line.printable) }
            } catch let error as InputError {
                StandardStreams.say("\(error)")
                strangeLines += 1
            } catch {
                // Otherwise it is said in that task, which then ends this process.
                if !leaving.begin() { await ending.value }
                throw InputError("\("\(error)".printable)")
            }
        }
        // What is let go at the end is not a process that has gone.
        leaving.begin()
        if strangeLines > 0 {
            throw InputError(
                "\(strangeLines) \(strangeLines == 1 ? "line was" : "lines were") not understood, see above")
        }
    }
}
