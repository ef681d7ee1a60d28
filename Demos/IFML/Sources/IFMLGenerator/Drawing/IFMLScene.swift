/// What the IFML picture of a model shows: boxes in boxes, circles and squares on their borders, lines between them.
package struct IFMLScene {
    /// How a box is drawn.
    package enum Shape: String, Sendable, Hashable {
        /// Corners; a container, or a module's definition.
        case container
        /// Rounded corners.
        case component
        /// A hexagon.
        case action
        /// Corners, with ports on its borders.
        case module
        /// Not at all: an event that nothing owns.
        case lone
    }

    /// A box, with what is written in it.
    package struct Box: Sendable {
        /// The element; of a lone event the event.
        package var element: Int
        package var shape: Shape
        /// The first line is the title.
        var lines: [String]
        var parent: Int?
        var children: [Int] = []
        /// What stands at its right border, from above.
        var rows: [Row] = []
        /// Where it lies.
        package var frame = IFMLFrame()
    }

    /// An event, a port, or only the notes of what leaves the box.
    struct Row: Sendable {
        /// The event or port; nil where flows leave the box itself.
        var element: Int?
        var isPort = false
        /// True for a port at the left border.
        var isLeft = false
        /// In the circle.
        var letter: String?
        var labels: [String] = []
        var notes: [[String]] = []
        /// The middle of the symbol, or where flows begin.
        var x = 0, y = 0

        /// All that is written at it, notes with their borders.
        var texts: [String] { labels + notes.flatMap { $0.map { $0 + "mm" } } }

        /// How high it is, in pixels.
        var height: Int {
            let notes = notes.reduce(0) { $0 + $1.count * IFMLMetrics.line + 10 }
            return max(20, labels.count * IFMLMetrics.line + 10) + notes
        }
    }

    /// A flow from a row of a box to a box, or to a row of it.
    package struct Flow: Sendable {
        package var element: Int
        package var isData: Bool
        /// The box and the row that it leaves.
        var source: (box: Int, row: Int)
        /// The box that it leads to, and the row there.
        var target: (box: Int, row: Int?)
        /// Its corners, from the source to the target.
        package var points: [(x: Int, y: Int)] = []
    }

    package var boxes: [Box] = []
    package var flows: [Flow] = []
    package var width = 0, height = 0

    let facts: ModelFacts
    private var boxOfElement: [Int: Int] = [:]
    private var rowOfElement: [Int: (box: Int, row: Int)] = [:]

    var model: Model { facts.model }

    /// Everything of a model, laid out.
    /// - Parameter width: what the picture should not be wider than, in pixels; one long name may make it wider.
    package init(_ model: Model, width: Int) {
        self.init(ModelFacts(model), width: width)
    }

    init(_ facts: ModelFacts, width: Int) {
        self.facts = facts
        addBoxes()
        addRows()
        addFlows()
        layOut(width: width)
        route()
    }

    // MARK: Boxes

    private func shape(_ element: Int) -> Shape? {
        if model.isA(element, "IFMLPort") || model.isA(element, "PortDefinition") { return nil }
        if facts.isContainer(element) || model.isA(element, "ModuleDefinition") { return .container }
        if facts.isComponent(element) { return .component }
        if model.isA(element, "IFMLModule") { return .module }
        if facts.isAction(element) { return .action }
        return nil
    }

    private mutating func addBoxes() {
        for element in model.elements.indices {
            guard let shape = shape(element) else {
                if facts.isEvent(element), owner(element) == nil { add(element, .lone, lines: []) }
                continue
            }
            add(element, shape, lines: lines(element, shape))
        }
    }

    private mutating func add(_ element: Int, _ shape: Shape, lines: [String]) {
        var parent: Int?
        var next = model.elements[element].parent
        while let one = next, parent == nil {
            parent = boxOfElement[one]
            next = model.elements[one].parent
        }
        if let parent, boxes[parent].shape == .component || boxes[parent].shape == .action { return }
        boxOfElement[element] = boxes.count
        if let parent { boxes[parent].children.append(boxes.count) }
        boxes.append(Box(element: element, shape: shape, lines: lines, parent: parent))
    }

    /// The element whose border an event stands on; nil for one that stands alone.
    private func owner(_ event: Int) -> Int? {
        guard let owner = facts.owner(ofEvent: event) else { return nil }
        return model.isA(event, "SystemEvent") && model.elements[event].parent != owner ? owner : owner
    }

    private func lines(_ element: Int, _ shape: Shape) -> [String] {
        let one = model.elements[element]
        let name = model.name(element) ?? ""
        switch shape {
        case .container:
            let kind =
                ["IFMLWindow": "Window", "IFMLMenu": "Menu", "ViewContainer": "", "ModuleDefinition": "Module"][
                    one.type] ?? one.type
            let marks =
                [("isXOR", "[XOR]"), ("isDefault", "[D]"), ("isLandmark", "[L]")].filter { model.flag(element, $0.0) }
                .map(\.1) + (facts.isModal(element) ? ["[M]"] : [])
            return [([kind.isEmpty ? "" : "«\(kind)»", name] + marks).filter { !$0.isEmpty }.joined(separator: " ")]
                + expression(element)
        case .component:
            let kind = one.type == "ViewComponent" ? "" : "«\(one.type)» "
            return [kind + name] + parts(element) + expression(element)
        case .action: return [name]
        case .module: return ["«Module» \(name)"]
        case .lone: return []
        }
    }

    /// What a component shows, a line each.
    private func parts(_ component: Int) -> [String] {
        facts.range(component).compactMap { part in
            guard facts.component(part) == component else { return nil }
            let name = model.name(part) ?? ""
            switch model.elements[part].type {
            case "DataBinding":
                let concept = model.target(part, "domainConcept").flatMap { model.name($0) }
                return "«DataBinding» \(concept ?? name)"
            case "ConditionalExpression": return "[\(model.elements[part].attributes["body"] ?? "")]"
            case let type where Metamodel.shared.isA(type, "VisualizationAttribute"): return "· \(name)"
            case let type where Metamodel.shared.isA(type, "Field"): return "\(name): \(type)"
            default: return nil
            }
        }
    }

    /// The activation expression of an element.
    private func expression(_ element: Int) -> [String] {
        model.target(element, "activationExpression").flatMap { model.elements[$0].attributes["body"] }.map {
            ["[\($0)]"]
        } ?? []
    }

    // MARK: Events, ports, flows

    private mutating func addRows() {
        for element in model.elements.indices {
            if facts.isEvent(element) {
                let box =
                    model.isA(element, "ActionEvent")
                    ? model.elements[element].parent.flatMap { boxOfElement[$0] }
                    : owner(element).flatMap { self.box(around: $0) } ?? boxOfElement[element]
                if let box { add(event(element), to: box) }
            } else if model.isA(element, "PortDefinition") || model.isA(element, "IFMLPort"),
                let box = (model.target(element, "module") ?? model.elements[element].parent).flatMap({
                    self.box(around: $0)
                })
            {
                let isLeft = isEntry(element)
                add(
                    Row(element: element, isPort: true, isLeft: isLeft, labels: [model.name(element) ?? ""]), to: box)
            }
        }
    }

    /// An input port: what leads on from it stays inside.
    private func isEntry(_ port: Int) -> Bool {
        let definition = model.target(port, "portDefinition") ?? port
        return model.elements[definition].feature == "inputPorts"
    }

    private mutating func add(_ row: Row, to box: Int) {
        if let element = row.element { rowOfElement[element] = (box, boxes[box].rows.count) }
        boxes[box].rows.append(row)
    }

    private func box(around element: Int) -> Int? {
        var next: Int? = element
        while let one = next {
            if let box = boxOfElement[one] { return box }
            next = model.elements[one].parent
        }
        return nil
    }

    private func event(_ element: Int) -> Row {
        let one = model.elements[element]
        let letters = [
            "TouchEvent": "t", "ViewLifecycleEvent": "v", "ApplicationLifecycleEvent": "a", "MobileSensorEvent": "s",
            "MobileResourceEvent": "r", "SetContextEvent": "c",
        ]
        let letter = letters.sorted { $0.key < $1.key }.first { model.isA(element, $0.key) }?.value
        let attributes = ["fingersCount", "pressDuration", "swipeDirection", "eventType"].compactMap { name in
            one.attributes[name].map { "\(name) = \($0)" }
        }
        let times = model.children(element, "triggeringExpressions").compactMap {
            model.elements[$0].attributes["body"]
        }
        let landing = model.target(element, "landingEvent").flatMap { model.name($0) }.map { ["→ \($0)"] } ?? []
        let kind = letter == "t" ? [String(one.type.dropLast("Event".count)).lowercased()] : []
        var notes = expression(element).isEmpty ? [] : [expression(element)]
        for choice in model.children(element, "interactionFlowExpression") {
            notes.append([model.elements[choice].attributes["body"] ?? ""])
        }
        return Row(
            element: element, letter: letter,
            labels: [model.name(element) ?? one.type] + kind + attributes + times + landing,
            notes: notes)
    }

    private mutating func addFlows() {
        for flow in facts.flows {
            guard let target = flow.target,
                let to = rowOfElement[target].map({ ($0.box, Optional($0.row)) })
                    ?? box(around: target).map({ ($0, nil) })
            else { continue }
            let from: (box: Int, row: Int)
            if let row = rowOfElement[flow.source] {
                from = row
            } else if let box = self.box(around: flow.source) {
                from = (box, boxes[box].rows.count)
                boxes[box].rows.append(Row())
            } else {
                continue
            }
            let note = flow.bindings.map { "\(name($0.source)) → \(name($0.target))" }
            if !note.isEmpty { boxes[from.box].rows[from.row].notes.append(note) }
            flows.append(Flow(element: flow.element, isData: flow.isData, source: from, target: to))
        }
    }

    private func name(_ element: Int) -> String { model.name(element) ?? model.elements[element].type }
}
