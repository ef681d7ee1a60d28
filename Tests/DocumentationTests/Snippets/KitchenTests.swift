import Statecharts
import Testing

@Suite struct KitchenTests {
    @Test func `orders go in at one port and dishes come out at another`() async throws {
        var served: [String] = []
        func serve(_ dish: String) -> Bool {
            served.append(dish)
            return served.count < 2
        }
        // snippet: connect
        let guests = OutputPort<Int>("guests"), chart = Kitchen()
        connect(guests, to: chart.orders)
        let dishes = chart.dishes.stream()  // an AsyncStream, one for each reader

        let kitchen = Machine(chart)
        try await kitchen.start()
        guests.send(4)  // never waits
        guests.send(7)
        for await dish in dishes { guard serve(dish) else { break } }
        // end snippet
        #expect(served == ["soup for table 4", "soup for table 7"])
    }
}
