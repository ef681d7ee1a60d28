/// A model that was read and checked, and the application that follows from it.
package struct CheckedModel {
    package let model: Model
    package let app: AppModel

    /// Reads and checks. What was found goes to the result's errors, how much it is to its output.
    /// - Returns: nil if there are errors, which end the command; with `keepsGoing` only if nothing could be read.
    package init?(_ files: [String], isStrict: Bool = false, keepsGoing: Bool, into result: inout Tool.Result) {
        let reading = ModelReader.read(files)
        let facts = ModelFacts(reading.model)
        let findings = (reading.findings + Checker.check(facts, isStrict: isStrict)).inOrder()
        let errors = findings.count { $0.severity == .error }
        result.errors = findings.map { "\($0)\n" }.joined()
        func count(_ number: Int, _ what: String) -> String { "\(number) \(what)\(number == 1 ? "" : "s")" }
        let figures = [(reading.objectCount, "object"), (errors, "error"), (findings.count - errors, "warning")]
        result.output = figures.map { count($0.0, $0.1) }.joined(separator: ", ") + "\n"
        if errors > 0, !keepsGoing || reading.model.elements.isEmpty {
            result.status = .data
            return nil
        }
        model = reading.model
        app = AppModel(facts)
    }
}
