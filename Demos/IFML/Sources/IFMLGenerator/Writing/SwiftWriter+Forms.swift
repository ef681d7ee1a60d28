extension SwiftWriter {
    func fields(_ component: AppModel.Component, _ text: inout SwiftText) {
        text.comment("The fields of `\(SwiftText.plain(component.name))`.")
        let arguments = formArguments(component)
        text.block("struct \(component.typeName): FormFields") { text in
            for field in component.fields {
                let (type, value) = declaration(field)
                text.line("var \(code(field.property)) = \(value ?? type + "()")")
            }
            let pairs = component.fields.map { "(\(SwiftText.literal($0.name)), \(code($0.property)))" }
            let one = "var fields: [(name: String, field: any FormField)] { [\(pairs.joined(separator: ", "))] }"
            if text.fits(one) {
                text.line(one)
            } else {
                text.block("var fields: [(name: String, field: any FormField)]") { $0.array("", pairs) }
            }
            rules(component, &text)
            guard !arguments.isEmpty else { return }
            text.blank()
            text.line("init() {}")
            text.blank()
            text.comment("With what was bound to it.")
            let parameters = arguments.map {
                $0.label.isEmpty ? "_ object: \($0.type)" : "\(code(String($0.label.dropLast(2)))): \($0.type)"
            }
            text.block("init(\(parameters.joined(separator: ", ")))") { text in
                for field in component.fields {
                    if field.boundFrom != nil {
                        fill(field, "\(code(field.property))", &text)
                    } else if let property = field.filledBy, arguments.contains(where: { $0.label.isEmpty }) {
                        fill(field, "object?.\(property)", &text)
                    }
                }
            }
        }
    }

    /// Rules of the model, which count once all fields that they speak of have values.
    func rules(_ component: AppModel.Component, _ text: inout SwiftText) {
        guard component.fields.contains(where: { !$0.rules.isEmpty }) else { return }
        var scope = CodeScope(top: "", form: "")
        for field in component.fields {
            guard let storage = app.storage[field.element] else { continue }
            scope.bound[storage] = "\(code(field.property)).value"
            scope.optional.insert(storage)
        }
        text.blank()
        text.block("var brokenRules: [String: String]") { text in
            text.line("var rules: [String: String] = [:]")
            for field in component.fields {
                for rule in field.rules {
                    let named = component.fields.filter { names(rule.condition, $0.element) }
                    let values = named.map { "\(code($0.property)).value != nil" }
                    let condition = (values + ["!(\(self.condition(rule.condition, scope)))"]).joined(separator: ", ")
                    text.block("if \(condition)", isShort: true) {
                        $0.line("rules[\(SwiftText.literal(field.name))] = \(SwiftText.literal(rule.text))")
                    }
                }
            }
            text.line("return rules")
        }
    }

    func names(_ expression: TypedExpression, _ field: Int) -> Bool {
        switch expression {
        case .parameter(field, _): true
        case .not(let inner): names(inner, field)
        case .binary(_, let one, let other): names(one, field) || names(other, field)
        case .text, .whole, .number, .flag, .nothing, .literal, .parameter, .object, .variable, .feature, .swift: false
        }
    }

    func fill(_ field: AppModel.Field, _ value: String, _ text: inout SwiftText) {
        switch field.kind {
        case .selection(_, let isMultiple, _):
            let values = isMultiple ? value : "[\(value)].compactMap(\\.self)"
            text.line("self.\(field.property).fill(\(values))")
        case .typed, .range: text.line("self.\(field.property).fill(\(value))")
        }
    }

    /// The field's type, and its first value if the type's own does not do.
    func declaration(_ field: AppModel.Field) -> (String, String?) {
        let type = type(field.type)
        switch field.kind {
        case .typed(let hasLines):
            var arguments: [String] = []
            if !field.isRequired { arguments.append("isRequired: false") }
            if hasLines { arguments.append("hasLines: true") }
            return ("Field<\(type)>", "Field<\(type)>(\(arguments.joined(separator: ", ")))")
        case .selection(let options, let isMultiple, let isExpanded):
            var arguments = ["[\(options.map { option($0, field.type) }.joined(separator: ", "))]"]
            if isMultiple { arguments.append("isMultiple: true") }
            if isExpanded { arguments.append("isExpanded: true") }
            if !field.isRequired || isMultiple { arguments.append("isRequired: \(isMultiple && field.isRequired)") }
            return ("SelectionField<\(type)>", "SelectionField<\(type)>(\(arguments.joined(separator: ", ")))")
        case .range(let least, let most, let step):
            var arguments: [String] = []
            if let least { arguments.append("from: \(number(least, field.type))") }
            if let most { arguments.append("to: \(number(most, field.type))") }
            if let step { arguments.append("step: \(step)") }
            let number = field.type == .int ? "Int" : "Double"
            return ("RangeField<\(number)>", "RangeField<\(number)>(\(arguments.joined(separator: ", ")))")
        }
    }

    func option(_ name: String, _ type: ValueType) -> String {
        if case .enumeration(let key) = type, let one = app.enumerations.first(where: { $0.key == key }) {
            return ".\(one.literals.first { $0.name == name }?.property ?? name)"
        }
        return SwiftText.literal(name)
    }

    func number(_ number: Double, _ type: ValueType) -> String {
        number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
    }
}
