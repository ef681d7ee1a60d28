/// A style sheet, and what it says of an element as plain attributes, for viewers that know neither style sheets nor
/// variables. Those show a light picture.
struct IFMLStyle {
    /// What stands in the picture's `style` element.
    let lines: [String]
    /// The declarations of each rule, by its selector without `.sc`; those of the root by "".
    private var rules: [String: [(name: String, value: String)]] = [:]
    /// The values of variables, in a light picture.
    private var variables: [String: String] = [:]

    /// - Parameter sheet: a rule in each line, `.sc SELECTOR{NAME:VALUE;…}`, as the framework writes it.
    init(_ sheet: String) {
        lines = sheet.split(separator: "\n").map(String.init)
        // Rules for media are for viewers that know style sheets.
        for line in lines where line.hasPrefix(".sc") {
            let parts = line.dropFirst(".sc".count).split(separator: "{", maxSplits: 1)
            guard let body = parts.last?.prefix(while: { $0 != "}" }) else { continue }
            let selector = parts.count == 2 ? parts[0].drop { $0 == " " } : ""
            for declaration in body.split(separator: ";") {
                let pair = declaration.split(separator: ":", maxSplits: 1).map(String.init)
                guard let name = pair.first, let value = pair.last else { continue }
                if name.hasPrefix("--") {
                    variables[name] = value
                } else {
                    rules[String(selector), default: []].append((name, value))
                }
            }
        }
    }

    /// What rules say, later ones over earlier ones: ` fill="#ffffff" stroke="#5b6b7d"`.
    func attributes(_ selectors: String...) -> String {
        var result: [(name: String, value: String)] = []
        for (name, value) in selectors.flatMap({ rules[$0] ?? [] }) {
            let plain = resolved(value)
            if let place = result.firstIndex(where: { $0.name == name }) {
                result[place].value = plain
            } else {
                result.append((name, plain))
            }
        }
        return result.map { " \($0.name)=\"\(IFMLPicture.escaped($0.value))\"" }.joined()
    }

    /// A value, without a variable.
    private func resolved(_ value: String) -> String {
        guard value.hasPrefix("var("), value.hasSuffix(")") else { return value }
        return variables[String(value.dropFirst("var(".count).dropLast())] ?? value
    }
}
