import Statecharts
import StatechartsTesting
import Testing

@testable import StatechartsBridge

/// Connections of several peers that break between any two pieces: nothing is lost, nothing comes twice, and each
/// sender's order is kept.
@Suite struct PeerCutsTests {
    // Nobody has to lose patience where nothing is lost; the clock runs faster than the sides do.
    private static let limits = BridgeLimits(window: 2, patience: .seconds(100_000))

    /// Sends there and back between a shop and its guests.
    private struct Traffic {
        let star: Star
        let prices = OutputPort<Int>("prices"), orders = InputPort<Int>("orders")
        let menus: [InputPort<Int>], wishes: [OutputPort<Int>]

        init(_ star: Star) {
            self.star = star
            menus = star.guests.map { _ in InputPort<Int>("menu") }
            wishes = star.guests.map { _ in OutputPort<Int>("wishes") }
            star.shop.export(prices, as: "prices", buffering: .unbounded)
            star.shop.import("orders", to: orders)
            for (place, guest) in star.guests.enumerated() {
                guest.import("prices", to: menus[place])
                guest.export(wishes[place], as: "orders", buffering: .unbounded)
            }
        }

        func send(_ numbers: ClosedRange<Int>) {
            for number in numbers {
                prices.send(number)
                for (guest, port) in wishes.enumerated() { port.send(guest * 1_000 + number) }
            }
        }

        func expect(_ numbers: ClosedRange<Int>) async {
            let came = await orders.first(numbers.count * wishes.count)
            for (guest, menu) in menus.enumerated() {
                #expect(await menu.first(numbers.count) == Array(numbers))
                #expect(came.filter { $0 / 1_000 == guest } == numbers.map { guest * 1_000 + $0 })
            }
        }
    }

    @Test(.timeLimit(.minutes(30)), arguments: 3...12)
    func `connections break after every so many pieces, while all send and then close`(every: Int) async throws {
        let clock = ManualClock()
        let star = Star(points: 3, limits: Self.limits, faults: .init(cutEvery: every), clock: clock)
        let traffic = Traffic(star), clockwork = clock.ticking(by: .milliseconds(100))
        try await star.start()
        traffic.send(1...20)
        await traffic.expect(1...20)
        traffic.send(21...26)
        async let closing: Void = star.shop.close()
        for guest in star.guests { await guest.close() }
        clockwork.cancel()
        await clockwork.value
        // Whose bye was cut off with nobody left to answer it gives up after two looks.
        let patience = clock.ticking(by: Self.limits.patience)
        await closing
        patience.cancel()
        await patience.value
        #expect(star.guests.map(\.state) == star.guests.map { _ in .ended(nil) })
        #expect(star.guests.map(\.lostCount) == [0, 0, 0])
        #expect(star.shop.lostCount == 0)
        await traffic.expect(21...26)
    }

    @Test(
        .timeLimit(.minutes(30)),
        arguments: [
            MemoryLink.Faults(lossEvery: 5), .init(swapEvery: 6), .init(lossEvery: 7, swapEvery: 5, cutEvery: 11),
        ])
    func `links that lose, swap and break`(faults: MemoryLink.Faults) async throws {
        let clock = ManualClock()
        let star = Star(points: 3, limits: .init(window: 8), faults: faults, clock: clock)
        // Many ticks for each patience: on a busy machine the clock is faster than the sides, who would lose it for ever.
        let traffic = Traffic(star), clockwork = clock.ticking(by: .milliseconds(50))
        try await star.start()
        traffic.send(1...100)
        await traffic.expect(1...100)
        clockwork.cancel()
        await clockwork.value
        star.shop.stop()
    }
}
