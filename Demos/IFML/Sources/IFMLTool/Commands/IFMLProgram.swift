import Foundation
import IFMLGenerator

/// The program `ifml`.
public enum IFMLProgram {
    /// Runs a command; the first argument is its name. Prints what comes of it.
    /// - Returns: the status for the process. `run` without `--watch` does not return where the application starts: the
    ///   process becomes the application.
    public static func run(_ arguments: [String]) -> Int32 {
        let result: Tool.Result
        do throws(Arguments.Misuse) {
            let words = arguments.dropFirst()
            switch arguments.first {
            case _ where Tool.asksForHelp(arguments): result = Tool.run(arguments)
            case "diagram": result = try DiagramCommand.run(words)
            case "serve": result = try ServeCommand.run(words)
            case "run": result = try RunCommand.run(words)
            default: result = Tool.run(arguments)
            }
        } catch {
            result = .misuse(error.message)
        }
        FileHandle.standardError.write(Data(result.errors.utf8))
        FileHandle.standardOutput.write(Data(result.output.utf8))
        return result.status.rawValue
    }
}

extension Tool.Result {
    /// Takes a text as output, or writes it to a file.
    mutating func put(_ text: String, to file: String?) {
        output = ""
        guard let file else {
            output = text
            return
        }
        do {
            try SwiftWriter.File(name: file, text: text).write(to: file)
            output = "\(file)\n"
        } catch {
            status = .output
            errors += "ifml: cannot write \(file): \(error.localizedDescription)\n"
        }
    }
}
