import DemoSupport
import StatechartsBridge

/// Without a terminal: a line is a command.
enum Headless {
    static func run(_ commands: Commands, _ leaving: Leaving) async throws {
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
                // Otherwise it has been said, and the process is about to end.
                if !leaving.begin() { try await Task.sleep(for: .seconds(10)) }
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
