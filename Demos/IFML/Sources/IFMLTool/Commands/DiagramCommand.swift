import IFMLGenerator

/// `ifml diagram`.
enum DiagramCommand {
    static func run(_ words: some Sequence<String>) throws(Arguments.Misuse) -> Tool.Result {
        let arguments = try Arguments(
            "diagram", words, flags: ["--keep-going"],
            values: ["--format": "a format", "--output": "a file", "--width": "a number of pixels"])
        guard !arguments.files.isEmpty else { throw Arguments.Misuse("diagram needs a model") }
        let name = arguments.values["--format"] ?? "svg"
        guard let format = Diagram.Format(rawValue: name) else {
            let all = Diagram.Format.allCases.map(\.rawValue).joined(separator: ", ")
            throw Arguments.Misuse("there is no format \(name); there are \(all)")
        }
        let width = arguments.values["--width"].map { Int($0) ?? 0 }
        if let width, !(100...100_000).contains(width) {
            throw Arguments.Misuse("--width needs a number of pixels, 100 to 100000")
        }
        var result = Tool.Result()
        guard
            let checked = CheckedModel(
                arguments.files, keepsGoing: arguments.flags.contains("--keep-going"), into: &result)
        else { return result }
        result.put(Diagram.text(checked.model, as: format, width: width), to: arguments.values["--output"])
        return result
    }
}
