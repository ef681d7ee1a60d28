/// What the parts of a picture look like, defined once and written twice: as a style sheet, light or dark as the reader
/// prefers, and as plain attributes, for viewers that know neither variables nor style sheets.
///
/// Pictures of things other than charts use it to look the same: their root element has the class `sc`.
public enum SVGStyle {
    /// A colour, which the style sheet knows as a variable.
    enum Colour: String, CaseIterable {
        case ink, line, box, group, paper, active, glow, taken

        /// Its value in a light picture and in a dark one.
        var values: (light: String, dark: String) {
            switch self {
            case .ink: ("#1d2733", "#e6edf3")
            case .line: ("#5b6b7d", "#94a3b5")
            case .box: ("#ffffff", "#1c2430")
            case .group: ("#f3f6fa", "#151b24")
            case .paper: ("#ffffff", "#0f141b")
            case .active: ("#0b6bcb", "#6cb6ff")
            case .glow: ("#e1f0ff", "#143252")
            case .taken: ("#c2410c", "#ff9d5c")
            }
        }
    }

    enum Value {
        case colour(Colour)
        case plain(String)
    }

    /// A rule of the style sheet.
    enum Look: CaseIterable {
        case text, paper, box, compositeBox, title, body, activeBox, regionBox, activeState, activeTitle
        case solid, line, rule, regions, edge, localEdge, takenEdge, label, takenLabel, head, takenHead
        case list, openList

        var selector: String {
            switch self {
            case .text: "text"
            case .paper: ".paper"
            case .box: ".box"
            case .compositeBox: ".composite>.box"
            case .title: ".title"
            case .body: ".body"
            case .activeBox: ".active>.box"
            case .regionBox: ".region>.box,.sc .region.active>.box"
            case .activeState: ".state.active>.box"
            case .activeTitle: ".active>.title"
            case .solid: ".solid"
            case .line: ".line"
            case .rule: ".rule"
            case .regions: ".regions"
            case .edge: ".edge"
            case .localEdge: ".edge.local"
            case .takenEdge: ".edge.taken"
            case .label: ".label"
            case .takenLabel: ".label.taken"
            case .head: ".head"
            case .takenHead: ".head.taken"
            case .list: ".list"
            case .openList: ".more:hover>.list,.sc .more:focus>.list"
            }
        }

        var properties: KeyValuePairs<String, Value> {
            switch self {
            case .text: ["fill": .colour(.ink)]
            case .paper: ["fill": .colour(.paper)]
            case .box: ["fill": .colour(.box), "stroke": .colour(.line), "stroke-width": .plain("1.2")]
            case .compositeBox: ["fill": .colour(.group)]
            case .title: ["font-weight": .plain("600")]
            case .body: ["font-size": .plain("11px"), "opacity": .plain(".8")]
            case .activeBox: ["stroke": .colour(.active), "stroke-width": .plain("2.4")]
            case .regionBox: ["fill": .plain("none"), "stroke": .plain("none")]
            case .activeState: ["fill": .colour(.glow)]
            case .activeTitle: ["fill": .colour(.active)]
            case .solid: ["fill": .colour(.ink)]
            case .line: ["fill": .plain("none"), "stroke": .colour(.ink), "stroke-width": .plain("1.4")]
            case .rule: ["stroke": .colour(.line), "stroke-width": .plain(".8")]
            case .regions:
                ["stroke": .colour(.line), "stroke-width": .plain("1.2"), "stroke-dasharray": .plain("6 4")]
            case .edge: ["fill": .plain("none"), "stroke": .colour(.line), "stroke-width": .plain("1.3")]
            case .localEdge: ["stroke-dasharray": .plain("3 2")]
            case .takenEdge: ["stroke": .colour(.taken), "stroke-width": .plain("2.2")]
            case .label: ["font-size": .plain("11.5px")]
            case .takenLabel: ["fill": .colour(.taken), "font-weight": .plain("600")]
            case .head: ["fill": .colour(.line)]
            case .takenHead: ["fill": .colour(.taken)]
            case .list: ["display": .plain("none")]
            case .openList: ["display": .plain("inline")]
            }
        }
    }

    static let fonts = "system-ui,-apple-system,\"Segoe UI\",\"Noto Sans\",\"DejaVu Sans\",sans-serif"

    /// The rules, as they appear in a `style` element.
    public static let sheet: String = {
        func variables(_ value: (Colour) -> String) -> String {
            Colour.allCases.map { "--sc-\($0.rawValue):\(value($0))" }.joined(separator: ";")
        }
        let rules = Look.allCases.map { look in
            let properties = look.properties.map { name, value in
                switch value {
                case .colour(let colour): "\(name):var(--sc-\(colour.rawValue))"
                case .plain(let text): "\(name):\(text)"
                }
            }
            return ".sc \(look.selector){\(properties.joined(separator: ";"))}"
        }
        let light = ".sc{\(variables(\.values.light));font:12px \(fonts)}"
        let dark = "@media (prefers-color-scheme:dark){.sc{\(variables(\.values.dark))}}"
        return ([light, dark] + rules).joined(separator: "\n")
    }()

    /// What looks say, later ones over earlier ones, as attributes of an element, in a light picture.
    static func attributes(_ looks: [Look]) -> String {
        var values: [(name: String, value: String)] = []
        for (name, value) in looks.flatMap(\.properties) {
            let text =
                switch value {
                case .colour(let colour): colour.values.light
                case .plain(let text): text
                }
            if let place = values.firstIndex(where: { $0.name == name }) {
                values[place].value = text
            } else {
                values.append((name, text))
            }
        }
        return values.map { " \($0.name)=\"\($0.value)\"" }.joined()
    }
}
