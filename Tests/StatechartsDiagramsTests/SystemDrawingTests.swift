import Foundation
import Statecharts
import StatechartsDiagrams
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// A shop, whose kitchen is a composite with a proxy for what comes in.
///
///     Guest ──orders──▶ Shop ──orders──▶ (orders) Kitchen [ Oven, Fridge ] ··meals··▶ Shop
private final class Shop: TopState<String> {
    let orders = InputPort<String>("orders")
    let meals = InputPort<Int>("meals")
    let out = OutputPort<String>("orders")
    override func configure() {
        receive(orders) { $0 }
        receive(meals) { "\($0)" }
    }
}
private final class Oven: TopState<String> {
    let orders = InputPort<String>("orders")
    let meals = OutputPort<String>("meals")
    override func configure() { receive(orders) { $0 } }
}
private final class Fridge: TopState<String> {}

struct SystemDrawingTests {
    private func drawing() async throws -> SystemDrawing {
        let guest = OutputPort<String>("orders")
        let system = System()
        let kitchenOrders = InputPort<String>("orders")
        let shop = Machine(Shop())
        let oven = Machine(Oven())
        system.add("Guest", ports: guest)
        await system.add(shop, named: "Shop")
        system.add("Kitchen", ports: kitchenOrders)
        await system.add(oven, named: "Oven")
        await system.add(Machine(Fridge()), named: "Fridge \"1\"")
        try await shop.start()
        try await oven.start()
        let ports = try await shop.withTop { top in (top.orders, top.meals, top.out) }
        let ovenPorts = try await oven.withTop { top in (top.orders, top.meals) }
        connect(guest, to: ports.0)
        connect(ports.2, to: kitchenOrders)
        connect(kitchenOrders, to: ovenPorts.0)
        connect(ovenPorts.1, to: ports.1) { $0.count }
        return SystemDrawing(system, composites: ["Kitchen": ["Oven", "Fridge \"1\""]])
    }

    @Test func `a system has its components, ports and connections`() async throws {
        let drawing = try await drawing()
        #expect(drawing.components.map(\.name) == ["Guest", "Shop", "Kitchen", "Oven", "Fridge \"1\""])
        #expect(drawing.components.map(\.composite) == [nil, nil, nil, "Kitchen", "Kitchen"])
        #expect(drawing.components[1].ports.map(\.name) == ["orders", "meals", "orders"])
        #expect(drawing.components[1].ports.map(\.isInput) == [true, true, false])
        #expect(
            drawing.connections.map {
                "\($0.from.component).\($0.from.port) \($0.to.component).\($0.to.port) \($0.isMapped)"
            } == [
                "Guest.orders Shop.orders false", "Shop.orders Kitchen.orders false",
                "Kitchen.orders Oven.orders false",
                "Oven.meals Shop.meals true",
            ])
        let read = try JSONDecoder().decode(SystemDrawing.self, from: try JSONEncoder().encode(drawing))
        #expect(read == drawing)
    }

    @Test func `each format says what its file says`() async throws {
        let drawing = try await drawing()
        try Golden.compare(drawing.svg(), "Restaurant.svg")
        try Golden.compare(drawing.mermaid, "Restaurant.mermaid")
        try Golden.compare(drawing.plantUML, "Restaurant.plantuml")
        try Golden.compare(drawing.dot, "Restaurant.dot")
        #expect(XMLParser(data: Data(drawing.svg().utf8)).parse())
    }

    @Test(.needs(.dot)) func `Graphviz draws what is written for it`() async throws {
        for drawing in [try await drawing(), nested()] {
            let result = try Tool.dot.run(["-Tsvg"], input: drawing.dot)
            #expect(result.status == 0 && !result.output.contains("rror:"), "\(result.output.prefix(300))")
        }
    }

    @Test(.needs(.plantuml)) func `PlantUML understands what is written for it`() async throws {
        for drawing in [try await drawing(), nested()] {
            let result = try Tool.plantuml.run(["-syntax"], input: drawing.plantUML)
            #expect(result.status == 0, "\(result.output.prefix(300))")
        }
    }

    /// A house with a restaurant in it, and a process at the other end of a bridge.
    private func nested() -> SystemDrawing {
        let system = System()
        let prices = OutputPort<Int>("prices"), orders = InputPort<String>("orders")
        let inner = InputPort<String>("orders"), dishes = OutputPort<String>("dishes")
        let house = system.add("House", ports: orders)
        let restaurant = system.add("Restaurant", inside: house, ports: inner, dishes)
        system.add("Kitchen", inside: restaurant, ports: prices)
        connect(orders, to: inner)
        connect(dishes, to: orders) { $0 }
        let table = System.PortInfo(label: PortLabel(owner: "Table", name: "menu"), direction: .input, type: "Int")
        system.setRemote(
            System.Remote(
                process: "guest", bridge: "house",
                members: [System.RemoteMember(name: "Table", type: "Furniture", ports: [table])],
                channels: [
                    .init(name: "prices", type: "Int", direction: .output),
                    .init(name: "orders", type: "String", direction: .input),
                ], isConnected: true), of: ObjectIdentifier(system), receivers: ["orders": { orders.label }])
        return SystemDrawing(
            members: system.members,
            connections: system.connections + [
                System.Link(
                    from: prices.label, to: PortLabel(owner: "guest", name: "prices"), type: "Int", isMapped: false,
                    process: "guest")
            ], remotes: system.remotes)
    }

    @Test func `composites are drawn in composites, and other processes beside them`() throws {
        let drawing = nested()
        #expect(
            drawing.tree == """
                House
                  ▶ orders: String
                  Restaurant
                    ▶ orders: String
                    ◀ dishes: String
                    Kitchen
                      ◀ prices: Int
                guest
                  ▶ prices: Int
                  ◀ orders: String
                  guest/Table: Furniture
                    ▶ menu: Int

                """)
        #expect(
            drawing.markdown == """
                | from | to | messages | |
                | --- | --- | --- | --- |
                | House.orders | Restaurant.orders | String |  |
                | Restaurant.dishes | House.orders | String | mapped |
                | guest.orders | House.orders | String | over a bridge to guest |
                | Kitchen.prices | guest.prices | Int | over a bridge to guest |

                """)
        #expect(
            drawing.mermaid == """
                flowchart LR
                    subgraph House
                        House_orders([orders])
                        subgraph Restaurant
                            Restaurant_orders([orders])
                            Restaurant_dishes([dishes])
                            Kitchen[Kitchen]
                        end
                    end
                    subgraph guest
                        guest_prices([prices])
                        guest_orders([orders])
                        guestu2fTable["guest/Table"]
                    end
                    House_orders -->|String| Restaurant_orders
                    Restaurant_dishes -.->|String| House_orders
                    guest_orders ==>|String| House_orders
                    Kitchen ==>|"prices: Int"| guest_prices

                """)
        try Golden.compare(drawing.svg(), "House.svg")
        try Golden.compare(drawing.plantUML, "House.plantuml")
        try Golden.compare(drawing.dot, "House.dot")
        #expect(XMLParser(data: Data(drawing.svg().utf8)).parse())
        #expect(try JSONDecoder().decode(SystemDrawing.self, from: try JSONEncoder().encode(drawing)) == drawing)
    }

    @Test func `connections from one component to another are one line with a list, in every format`() {
        func link(_ from: String, _ to: String, _ type: String = "Int", isMapped: Bool = false) -> System.Link {
            System.Link(
                from: PortLabel(owner: "App", name: from), to: PortLabel(owner: "Store", name: to), type: type,
                isMapped: isMapped, process: nil)
        }
        let drawing = SystemDrawing(
            members: [],
            connections: [link("add", "add"), link("all", "#sum", "Set<Int>", isMapped: true), link("drop", "drop")],
            remotes: [])
        #expect(
            drawing.mermaid == """
                flowchart LR
                    App[App]
                    Store[Store]
                    App -->|"add: Int<br>drop: Int"| Store
                    App -.->|"all → #35;sum: Set#lt;Int#gt;"| Store

                """)
        #expect(
            drawing.plantUML == #"""
                @startuml
                component "App" as App
                component "Store" as Store
                App --> Store : add: Int\ndrop: Int
                App ..> Store : all → #sum: Set<Int>
                @enduml

                """#)
        #expect(
            drawing.dot.split(separator: "\n").filter { $0.contains("->") }.map { $0.drop { $0 == " " } } == [
                #"App -> Store [label="add: Int\ndrop: Int"];"#,
                #"App -> Store [label="all → #sum: Set<Int>", style=dashed];"#,
            ])
    }

    @Test func `an empty system can be drawn`() {
        let drawing = SystemDrawing(System())
        #expect(drawing.mermaid == "flowchart LR\n")
        #expect(drawing.svg().hasPrefix("<svg"))
    }
}
