import DemoSupport
import StatechartsBridge

/// Without a terminal: a line is a command.
enum Headless {
    static func run(_ commands: Commands) async throws {
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
                throw InputError("\("\(error)".printable)")
            }
        }
        if strangeLines > 0 {
            throw InputError(
                "\(strangeLines) \(strangeLines == 1 ? "line was" : "lines were") not understood, see above")
        }
    }
}
