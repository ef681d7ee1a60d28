import Statecharts

extension ChartDrawing {
    /// The chart as a state diagram of PlantUML.
    ///
    /// Regions are states with a dashed border: PlantUML has concurrent regions, but draws no arrows between them or
    /// out of them.
    public var plantUML: String {
        var writer = TextWriter()
        let names = Identifiers(graph, separator: "_")
        let children = shownChildren
        let arrows = arrowsByContainer
        writer.line("@startuml")
        writer.line("hide empty description")
        for top in children[-1] ?? [] { writePlantUML(top, names, children, arrows, &writer) }
        for arrow in arrows[-1] ?? [] { writePlantUML(arrow, names, &writer) }
        writer.line("@enduml")
        return writer.text
    }

    private func writePlantUML(
        _ number: Int, _ names: Identifiers, _ children: [Int: [Int]], _ arrows: [Int: [Arrow]],
        _ writer: inout TextWriter
    ) {
        let vertex = graph.vertices[number]
        let inside = children[number] ?? []
        let stereotype =
            switch vertex.kind {
            case .choice, .junction: " <<choice>>"
            case .fork: " <<fork>>"
            case .join: " <<join>>"
            case .final, .terminate: " <<end>>"
            case .shallowHistory: " <<history>>"
            case .deepHistory: " <<history*>>"
            case .entryPoint: " <<entryPoint>>"
            case .exitPoint: " <<exitPoint>>"
            case .top, .state, .orthogonal, .submachine: ""
            }
        let colour = active.contains(number) && vertex.kind.isState && vertex.kind != .final ? " #E1F0FF" : ""
        let border = vertex.isRegion ? " ##[dashed]" : ""
        let head = "state \"\(Self.plantUML(vertex.name))\" as \(names[number])\(stereotype)\(colour)\(border)"
        if inside.isEmpty {
            writer.line(head)
        } else {
            writer.nested(head + " {", "}") { writer in
                for child in inside { writePlantUML(child, names, children, arrows, &writer) }
                if let initial = vertex.initial {
                    let note =
                        switch vertex.history {
                        case .none: ""
                        case .shallow: " : H"
                        case .deep: " : H*"
                        }
                    writer.line("[*] --> \(names[initial])\(note)")
                }
                for arrow in arrows[number] ?? [] { writePlantUML(arrow, names, &writer) }
            }
        }
        for line in vertex.kind.isState ? body(of: vertex) : [] {
            writer.line("\(names[number]) : \(Self.plantUML(line))")
        }
    }

    private func writePlantUML(_ arrow: Arrow, _ names: Identifiers, _ writer: inout TextWriter) {
        let label = arrow.labels.map(Self.plantUML).joined(separator: "\\n")
        for target in arrow.targets {
            let style = arrow.isTaken ? "-[#C2410C,bold]->" : arrow.isOpen ? "-[#gray,dotted]->" : "-->"
            writer.line("\(names[arrow.source]) \(style) \(names[target])" + (label.isEmpty ? "" : " : \(label)"))
        }
    }

    /// Text in which PlantUML finds no syntax: everything but letters, digits and blanks as a character reference.
    private static func plantUML(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case _ where scalar.value < 0x20 || scalar.value == 0x7f: escaped += " "
            case _ where !scalar.isASCII: escaped.unicodeScalars.append(scalar)
            case "a"..."z", "A"..."Z", "0"..."9", " ", "_", ".", ",": escaped.unicodeScalars.append(scalar)
            case _: escaped += "&#\(scalar.value);"
            }
        }
        return escaped
    }
}
