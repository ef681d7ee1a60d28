import Foundation

/// The figures of models and of what is generated from them, as a table.
struct Statistics {
    /// One model with its figures, in the order of `columns`.
    struct Row: Sendable, Hashable {
        var name: String
        var values: [Int]
        /// Classes that are read and not generated, with their number.
        var ignored: [String: Int]
        /// Milliseconds for reading, checking, generating.
        var times: [Int]
    }

    static let columns = [
        "lines", "objects", "containers", "components", "events", "flows", "bindings", "actions", "Domain", "Chart",
        "States", "Modules", "Actions", "Screens", "App", "by hand", "states", "transitions", "cases", "requirements",
        "warnings",
    ]

    /// Classes that nothing is generated for yet.
    static let ignoredClasses = ["ModulePackage"]

    static func row(_ file: String) -> Row {
        let clock = ContinuousClock()
        var reading = Reading()
        let read = clock.measure { reading = ModelReader.read([file]) }
        let model = reading.model
        let facts = ModelFacts(model)
        var findings = reading.findings
        let check = clock.measure { findings += Checker.check(facts, isStrict: false) }
        var app = AppModel()
        var files: [SwiftWriter.File] = []
        let generate = clock.measure {
            app = AppModel(facts)
            files = SwiftWriter.files(app)
        }
        var ignored: [String: Int] = [:]
        for element in model.elements where ignoredClasses.contains(where: { Metamodel.shared.isA(element.type, $0) }) {
            ignored[element.type, default: 0] += 1
        }
        func count(_ type: String) -> Int { model.all(type).count }
        let values =
            [
                reading.lineCount, reading.objectCount, count("ViewContainer"), count("ViewComponent"), count("Event"),
                count("InteractionFlow"), count("ParameterBinding"), count("IFMLAction"),
            ] + files.map { lineCount($0.text) } + [
                linesByHand(beside: file, files), states(app.chart), transitions(app.chart), app.events.count,
                app.actions.count + app.components.reduce(0) { $0 + $1.queries.count },
                findings.count { $0.severity == .warning },
            ]
        return Row(
            name: String(ModelReader.lastPart(file).split(separator: ".").first ?? ""), values: values,
            ignored: ignored, times: [read, check, generate].map { Int($0 / .milliseconds(1)) })
    }

    private static func lineCount(_ text: String) -> Int { text.count { $0 == "\n" } }

    /// The lines of Swift that lie beside a model and are not generated from it: the store, the main program.
    private static func linesByHand(beside file: String, _ generated: [SwiftWriter.File]) -> Int {
        let folder = URL(filePath: file).deletingLastPathComponent().path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".swift") && !generated.map(\.name).contains($0) }.reduce(0) { sum, name in
            sum + ((try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)).map(lineCount) ?? 0)
        }
    }

    private static func states(_ state: AppModel.State) -> Int { 1 + state.children.reduce(0) { $0 + states($1) } }

    private static func transitions(_ state: AppModel.State) -> Int {
        state.transitions.reduce(0) { $0 + $1.branches.count } + (state.start == nil ? 0 : 1)
            + state.children.reduce(0) { $0 + transitions($1) }
    }

    /// The table: figures to the right, then the classes that are not generated.
    static func text(_ rows: [Row], withTimes: Bool) -> String {
        let header = ["model"] + columns + (withTimes ? ["read ms", "check ms", "generate ms"] : [])
        let lines =
            [header]
            + rows.map { [$0.name] + $0.values.map(String.init) + (withTimes ? $0.times.map(String.init) : []) }
        let widths = header.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        var result = lines.map { line in
            line.enumerated().map { index, cell in
                let blanks = String(repeating: " ", count: widths[index] - cell.count)
                return index == 0 ? cell + blanks : blanks + cell
            }.joined(separator: "  ")
        }
        for row in rows where !row.ignored.isEmpty {
            let classes = row.ignored.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            result.append("not generated in \(row.name): \(classes.joined(separator: ", "))")
        }
        return result.joined(separator: "\n") + "\n"
    }
}
