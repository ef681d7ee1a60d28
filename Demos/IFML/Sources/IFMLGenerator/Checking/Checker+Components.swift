extension Checker {
    /// Fields, maps, menus and pictures of the extensions.
    mutating func checkComponents() {
        for element in model.elements.indices {
            switch model.elements[element].type {
            case "RangeSelectionField": checkRange(element)
            case "MultilineField":
                let isText = [.string, .unknown].contains(facts.types[element] ?? .unknown)
                if !isText { report(.multilineType, element, "several lines are a text") }
            case "ModalMenu":
                for child in model.children(element, "viewElements") {
                    report(.elementInModalMenu, child, "a modal menu holds no view elements")
                }
            case "MapView":
                for child in model.children(element, "viewElements")
                where !["MapAnnotation", "MapOverlay"].contains(model.elements[child].type) {
                    report(.componentInMap, child, "a map holds annotations and overlays only")
                }
            case "MapAnnotation": checkAnnotation(element)
            case "MapOverlay": checkIsInMap(element)
            case "AdBannerView":
                for event in model.children(element, "viewElementEvents") {
                    report(.eventOnAdvertisement, event, "an advertisement has no events")
                }
                for flow in facts.flows(from: element) {
                    report(.eventOnAdvertisement, flow.element, "an advertisement has no flows")
                }
            case "ImageAttribute":
                let type = facts.types[element] ?? .unknown
                if ![.image, .string, .unknown].contains(type) {
                    let typing = ExpressionTyping(facts: facts, owner: nil)
                    report(.imageType, element, "the picture's feature is \(typing.name(type))")
                }
            default: break
            }
        }
    }

    private mutating func checkRange(_ field: Int) {
        let attributes = model.elements[field].attributes
        let least = attributes["minValue"].flatMap { Double($0) }
        let most = attributes["maxValue"].flatMap { Double($0) }
        if let least, let most, least > most {
            report(.minimumAboveMaximum, field, "the minimum \(least) is above the maximum \(most)")
        }
        if let step = attributes["stepValue"], step.uppercased() != "NULL" {
            let number = Double(step) ?? 0
            if number < 1 || number != number.rounded() || !number.isFinite {
                report(.wrongStep, field, "the step \(step) is no whole number above 0")
            }
        }
        let hasSlots = facts.range(field).contains { model.elements[$0].type == "IFMLSlot" }
        if hasSlots || model.flag(field, "isMultiSelection") {
            report(.rangeOptions, field, hasSlots ? "a range has slots" : "a range has several values")
        }
    }

    private mutating func checkIsInMap(_ element: Int) {
        if let parent = model.elements[element].parent, model.elements[parent].type == "MapView" { return }
        report(.annotationOutsideMap, element, "the \(model.elements[element].type) stands in no MapView")
    }

    private mutating func checkAnnotation(_ element: Int) {
        checkIsInMap(element)
        let names = Set(facts.attributes(element).compactMap { model.name($0).map(lowerCamel) })
        if !names.isSuperset(of: ["latitude", "longitude"]) {
            report(.annotationWithoutPlace, element, "the annotation's attributes lack latitude or longitude")
        }
    }

    /// Gestures that two events of one element wait for; system events without a container.
    mutating func checkEvents() {
        for element in model.elements.indices where facts.isContainer(element) || facts.isComponent(element) {
            var seen: [[String]: Int] = [:]
            for event in model.children(element, "viewElementEvents") where model.isA(event, "TouchEvent") {
                let attributes = model.elements[event].attributes
                let gesture = [
                    model.elements[event].type, attributes["fingersCount"] ?? "", attributes["pressDuration"] ?? "",
                    attributes["swipeDirection"] ?? "",
                ]
                if let first = seen[gesture] {
                    report(.sameGesture, event, "\(model.path(first)) waits for the same gesture")
                }
                seen[gesture] = event
            }
        }
        for event in model.all("SystemEvent") where facts.owner(ofEvent: event) == nil {
            let needsContainer = facts.isOnLoad(event) || model.elements[event].type == "ViewLifecycleEvent"
            if needsContainer {
                report(.eventWithoutContainer, event, "no container is told; the start is taken")
            }
        }
    }

    // MARK: Strict

    /// The nine checks of the thesis's generator.
    mutating func checkStrictly() {
        for element in model.elements.indices
        where model.isA(element, "InteractionFlowElement") || model.isA(element, "IFMLParameter") {
            guard let name = model.name(element) else { continue }
            let isLower = name.first?.isLowercase == true && name.allSatisfy { $0.isLetter || $0.isNumber }
            if !isLower { report(.strictNames, element, "the name \"\(name)\" is not in lower camel case") }
        }
        let top = facts.topContainers
        let defaults = top.filter { model.flag($0, "isDefault") }
        if defaults.count != 1, let first = top.first ?? model.roots.first {
            report(.strictDefault, first, "\(defaults.count) top-level containers are the default")
        }
        for action in model.all("IFMLAction") {
            let count = facts.flows(from: action).count
            if count > 1 { report(.strictActionFlows, action, "\(count) flows leave the action") }
        }
        for event in model.all("Event") {
            let flows = facts.flows(from: event)
            if flows.count > 1 { report(.strictEventFlows, event, "\(flows.count) flows leave the event") }
            guard model.elements[event].type == "OnSelectEvent" else { continue }
            for flow in flows {
                let count = facts.range(flow.element).count { model.elements[$0].type == "ParameterBinding" }
                if count != 1 {
                    report(.strictSelection, flow.element, "the select event's flow has \(count) bindings")
                }
            }
        }
        for element in model.all("ViewElement") { checkStrictly(viewElement: element) }
        for part in model.all("ViewComponentPart")
        where !model.isA(part, "ContentBinding") || model.ancestor(part, "ViewComponent") != nil {
            let isKnown = ["DataBinding", "VisualizationAttribute", "SimpleField", "SelectionField"]
                .contains(model.elements[part].type)
            if !isKnown { report(.strictParts, part, "a \(model.elements[part].type) is not among the parts") }
        }
    }

    private mutating func checkStrictly(viewElement element: Int) {
        let type = model.elements[element].type
        if facts.isContainer(element) {
            if type != "IFMLWindow" { report(.strictContainers, element, "a \(type) is no window") }
        } else if !["List", "Form", "Details"].contains(type) {
            report(.strictComponents, element, "a \(type) is not among the components")
        } else if let binding = facts.dataBinding(element), let name = model.name(binding),
            !model.children(element, "parameters").contains(where: { model.name($0) == name })
        {
            report(.strictParameters, element, "no parameter is named as the data binding \(name)")
        }
    }
}
