extension SwiftWriter {
    func viewpoints(_ text: inout SwiftText) {
        text.block("extension \(app.typeName)Context") { text in
            for viewpoint in app.viewpoints {
                text.blank()
                text.comment("True while the viewpoint `\(SwiftText.plain(viewpoint.name))` holds.")
                let condition = condition(viewpoint.condition, CodeScope(top: "", form: "", context: ""))
                let one = "var \(viewpoint.property): Bool { \(condition) }"
                if text.fits(one) {
                    text.line(one)
                } else {
                    text.block("var \(viewpoint.property): Bool") { $0.conjunction(condition) }
                }
            }
        }
    }

    func context(_ text: inout SwiftText) {
        let name = "\(app.typeName)Context"
        text.comment("The context of the application.")
        text.block("struct \(name): ContextVariables") { text in
            for variable in app.variables {
                let declared = self.type(variable.type) + (variable.isOptional ? "?" : "")
                let value = variable.first.map { " = \(self.first($0, variable.type))" } ?? ""
                text.line("var \(code(variable.name)): \(declared)\(value)")
            }
            text.blank()
            text.array(
                "static let variables: [ContextVariable<\(name)>] = ",
                app.variables.filter { $0.binding == nil }.map {
                    "ContextVariable(\(SwiftText.literal($0.name)), \\.\($0.name))"
                })
        }
    }

    func first(_ text: String, _ type: ValueType) -> String {
        switch type {
        case .bool: return text == "true" ? "true" : "false"
        case .int, .double:
            guard let number = Double(text) else { return "0" }
            return number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
        case .batteryStatus, .orientation, .enumeration: return ".\(text)"
        case .string, .day, .image, .object, .list, .nothing, .unknown: return SwiftText.literal(text)
        }
    }
}
