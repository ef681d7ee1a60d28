extension AppModel {
    /// The application of a model. The model is expected to be without errors; what is left out then was reported by
    /// the checks.
    public init(_ model: Model) { self.init(ModelFacts(model)) }

    init(_ facts: ModelFacts) {
        var builder = AppModelBuilder(facts)
        builder.build()
        self = builder.app
    }
}

/// Builds the application's model: names first, then what each element becomes, then the chart.
struct AppModelBuilder {
    let facts: ModelFacts
    var app = AppModel()
    var types = NameRegistry(reserved: NameRegistry.types)
    /// Properties of the data.
    var data = NameRegistry(reserved: ["context", "navigation", "self", "init"])
    /// Cases of the event enumeration.
    var cases = NameRegistry(reserved: ["back", "context", "device", "sensed", "self", "init", "Type"])
    /// Functions of the two protocols and methods of the top state.
    var functions = NameRegistry(reserved: NameRegistry.members)
    var structureIndex: [String: Int] = [:]
    var enumerationIndex: [String: Int] = [:]
    /// Indices by element.
    var containerIndex: [Int: Int] = [:]
    var componentIndex: [Int: Int] = [:]
    var actionIndex: [Int: Int] = [:]
    /// Event cases by element.
    var eventNames: [Int: String] = [:]
    /// Actions that a container performs, in the model's order.
    var performed: [Int: [Int]] = [:]
    /// The containers that variables of such a scope belong to.
    var scopes: [String: Int] = [:]

    var model: Model { facts.model }

    /// Module definitions that modules refer to.
    let usedDefinitions: Set<Int>

    init(_ facts: ModelFacts) {
        self.facts = facts
        usedDefinitions = Set(facts.model.all("IFMLModule").compactMap { facts.model.target($0, "moduleDefinition") })
    }

    mutating func build() {
        buildDomain()
        buildApplication()
        buildContainers()
        buildComponents()
        buildStorage()
        buildActions()
        buildViewpoints()
        buildVariables()
        lockElements()
        buildEvents()
        buildHandingOn()
        buildChart()
    }

    // MARK: Domain

    private mutating func buildDomain() {
        for one in usedClasses() {
            structureIndex[one.key] = app.structures.count
            app.structures.append(
                AppModel.Structure(
                    key: one.key, name: one.name, typeName: types.type(one.name, kind: "Class"), properties: []))
        }
        for one in model.domain.enumerations {
            var names = NameRegistry(reserved: ["init", "self", "allCases", "rawValue"])
            let literals = one.literals.map {
                AppModel.Literal(name: $0, property: names.property($0, kind: "literal"))
            }
            enumerationIndex[one.key] = app.enumerations.count
            app.enumerations.append(
                AppModel.Enumeration(
                    key: one.key, name: one.name, typeName: types.type(one.name, kind: "Enumeration"),
                    literals: literals))
        }
        for (index, structure) in app.structures.enumerated() {
            var names = NameRegistry(reserved: ["init", "self", "hashValue", "stubs", "Type"])
            app.structures[index].properties = model.domain.attributes(structure.key).filter { !$0.name.isEmpty }.map {
                var type = facts.type($0)
                if case .object(let key) = type {
                    if structureIndex[key] == nil {
                        type = .string
                    } else if holds(key, structure.key) {
                        type = .list(type)
                    }
                }
                if type.element == .unknown { type = type.isList ? .list(.string) : .string }
                return AppModel.Property(
                    name: $0.name, property: names.property($0.name, kind: "value"), type: type,
                    isOptional: $0.isOptional && !type.isList)
            }
        }
    }

    /// The classes that hold data: those with attributes, and those that the model names.
    private func usedClasses() -> [Domain.Class] {
        var named: Set<String> = []
        for (_, type) in facts.types {
            if case .object(let key) = type.element { named.insert(key) }
        }
        for element in model.all("DataBinding") {
            if case .object(let key) = facts.objectType(element) { named.insert(key) }
        }
        return model.domain.classes.filter {
            model.domain.kind($0.key) == .object($0.key)
                && (named.contains($0.key) || !$0.isInterface && !model.domain.attributes($0.key).isEmpty)
        }
    }

    /// True if objects of a class hold objects of the other one, directly or through others.
    private func holds(_ key: String, _ other: String) -> Bool {
        var pending = [key]
        var visited: Set<String> = []
        while let next = pending.popLast() {
            if next == other { return true }
            guard visited.insert(next).inserted else { continue }
            for attribute in model.domain.attributes(next) where !attribute.isMany {
                if let type = attribute.type, case .object(let inner) = model.domain.kind(type) {
                    pending.append(inner)
                }
            }
        }
        return false
    }

    /// The property of a class by the name in the domain.
    func property(_ name: String, of type: ValueType) -> AppModel.Property? {
        guard case .object(let key) = type, let index = structureIndex[key] else { return nil }
        return app.structures[index].properties.first { $0.name == name }
            ?? app.structures[index].properties.first { lowerCamel($0.name) == lowerCamel(name) }
    }

    // MARK: Application and containers

    private mutating func buildApplication() {
        let name = model.roots.compactMap { model.name($0) }.first
        app.modelName = name ?? "application"
        app.typeName = types.type(app.modelName, kind: "App")
        for suffix in ["Actions", "Store", "Stubs", "Screen", "Context", "Views"] {
            _ = types.unique(app.typeName + suffix)
        }
    }

    private mutating func buildContainers() {
        let stateful = model.elements.indices.filter {
            facts.isStateful($0) && !isLeftOut($0) && !isPlainMenu($0)
        }
        var screens = NameRegistry(reserved: ["containers", "frame", "text", "lines"])
        for element in stateful {
            let type = model.elements[element].type
            let kind = Self.kind(type)
            let typeName = types.type(model.name(element), kind: kind)
            containerIndex[element] = app.containers.count
            app.containers.append(
                AppModel.Container(
                    element: element, name: model.name(element) ?? lowerCamel(typeName), type: type, typeName: typeName,
                    property: "", screenTypeName: types.unique(typeName + "Screen"),
                    screenProperty: screens.property(model.name(element) ?? typeName, kind: kind),
                    isXOR: model.flag(element, "isXOR"), isModal: facts.isModal(element),
                    isInModule: facts.isInModule(element), isLandmark: model.flag(element, "isLandmark"),
                    hasBack: type != "Screen" || model.flag(element, "hasNavBar")))
        }
        for element in model.elements.indices where facts.isStateful(element) && isPlainMenu(element) {
            app.menus[element] = .some(container(element))
        }
        for index in app.containers.indices {
            guard let outer = facts.statefulAncestor(app.containers[index].element), let parent = containerIndex[outer]
            else { continue }
            app.containers[index].parent = parent
            app.containers[parent].children.append(index)
        }
        for index in app.containers.indices {
            let children = app.containers[index].children.filter { !app.containers[$0].isModal }
            app.containers[index].initial =
                children.first { model.flag(app.containers[$0].element, "isDefault") } ?? children.first
        }
        nameContainers(topContainers, path: hasTopModals ? ["content"] : [], outer: [])
        var places = NameRegistry(reserved: ["init", "self"])
        for index in app.containers.indices
        where app.containers[index].isModal || leaf(index) == index && !isPart(index) {
            app.containers[index].place = places.property(app.containers[index].name, kind: "place")
        }
    }

    /// Properties and paths of containers that stand beside each other, then of those inside.
    private mutating func nameContainers(_ siblings: [Int], path: [String], outer: [String]) {
        var names = NameRegistry(reserved: NameRegistry.members)
        for index in siblings {
            let container = app.containers[index]
            let property = names.property(container.name, kind: Self.kind(container.type))
            app.containers[index].property = property
            let own = (container.isModal ? outer : path) + [property]
            app.containers[index].path = own
            let hasModals = container.children.contains { app.containers[$0].isModal }
            app.containers[index].holder = container.isModal ? own + ["shown"] : hasModals ? own + ["content"] : own
            nameContainers(container.children, path: app.containers[index].holder, outer: own)
        }
    }

    static func kind(_ type: String) -> String {
        switch type {
        case "IFMLWindow": "Window"
        case "IFMLMenu", "ModalMenu": "Menu"
        case "Screen": "Screen"
        case "List": "List"
        case "Details": "Details"
        case "Form", "SearchView": "Form"
        case "ViewContainer": "Container"
        default: "View"
        }
    }

    /// Elements of module definitions without a module. Those of others are part of the application as if they stood
    /// in it.
    func isLeftOut(_ element: Int) -> Bool {
        guard let definition = model.ancestor(element, "ModuleDefinition") else { return false }
        return !usedDefinitions.contains(definition)
    }

    /// A menu that nothing leads to: its events belong to the container around it.
    func isPlainMenu(_ element: Int) -> Bool {
        model.elements[element].type == "IFMLMenu" && facts.childContainers(element).isEmpty
            && !facts.flows.contains { $0.target.map { facts.contains(element, $0) } == true && !$0.isData }
    }

    var topContainers: [Int] { app.containers.indices.filter { app.containers[$0].parent == nil } }

    var hasTopModals: Bool { topContainers.contains { app.containers[$0].isModal } }

    /// The container that is active at first at the top.
    var topInitial: Int? {
        let windows = topContainers.filter {
            !app.containers[$0].isModal && !facts.isInModule(app.containers[$0].element)
        }
        return windows.first { model.flag(app.containers[$0].element, "isDefault") } ?? windows.first
    }

    /// The container with a state that an element is in, or is; menus count for what is around them.
    func container(_ element: Int) -> Int? {
        var next: Int? = element
        while let one = next {
            if let index = containerIndex[one] { return index }
            next = model.elements[one].parent
        }
        return nil
    }

    /// True for a map or a page of the web that stands beside other things in a container.
    private func isPart(_ index: Int) -> Bool {
        guard ["MapView", "WebView"].contains(app.containers[index].type) else { return false }
        return app.containers[index].parent.map { !app.containers[$0].isXOR } ?? false
    }

    /// The innermost container that is active at first in one: what the way back knows.
    func leaf(_ index: Int) -> Int {
        let container = app.containers[index]
        let children = container.children.filter { !app.containers[$0].isModal }
        guard let initial = container.initial, container.isXOR || children.count == 1,
            !isPart(initial)
        else { return index }
        return leaf(initial)
    }
}
