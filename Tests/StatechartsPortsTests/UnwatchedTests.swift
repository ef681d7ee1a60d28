import Testing

/// The same rules while no system in the process watches.
///
/// Tests run beside each other, and one that watches makes all messages of the process take the longer way. So these run in a
/// process of their own, where they take the shortest.
@Suite struct UnwatchedTests {
    @Test func `contracts hold`() async {
        await #expect(processExitsWith: .success) {
            let tests = ContractTests()
            try await tests.`by choice a violation fails the machine`()
            try await tests.`an output refuses what its contract does not allow`()
            try await tests.`a contract holds for what comes through a channel`()
            try await ProxyTests().`a contract of a proxy holds for what passes it`()
        }
    }

    @Test func `connections deliver everything once and in order`() async {
        await #expect(processExitsWith: .success) {
            let tests = ConnectionTests()
            try await tests.`messages that come before the start are kept, in order`()
            try await tests.`messages that come after the end are counted as undelivered`()
            try await tests.`messages in the mailbox of a machine that ends are counted as undelivered`()
            try await tests.`every receiver gets every message`()
            try await tests.`after disconnecting nothing passes and what was sent before arrives`()
            try await tests.`a composite looks like one machine`()
            try await EventPortTests().`what a machine sends to itself waits its turn behind what is there`()
            try await EventPortTests().`others send events by connection, posting or sending, in one order`()
            try await ProxyTests()
                .`a chain of proxies passes everything on in order, both ways, also what came before`()
        }
    }

    @Test func `what went straight goes straight no longer than it may`() async {
        await #expect(processExitsWith: .success) {
            let tests = DirectDeliveryTests()
            try await tests.`what is decided after a message went straight holds for the next one`()
            try await tests.`a receiver that takes one message at a time from now on gets no more straight`()
        }
    }

    @Test func `nothing is lost in a storm`() async {
        await #expect(processExitsWith: .success) {
            let tests = StormTests()
            try await tests
                .`who stays gets everything once and in order, however many connections come and go beside it`()
            try await tests.`a channel gives every message to exactly one receiver while receivers come and go`()
            try await tests.`of a machine that ends under way every message is either taken or counted`()
            try await tests.`the order of one sender is kept over two ports`(isWatched: false)
        }
    }

    @Test func `points, bounds and ends`() async {
        await #expect(processExitsWith: .success) {
            try await PointToPointTests().`exactly one receiver gets each message, and each sender's order is kept`()
            try await PointToPointTests().`who was given a message longest ago is next`()
            try await BackPressureTests().`a machine behind a bound holds its producer`()
            try await BackPressureTests().`the policies drop what they say and count it`()
            try await LifetimeTests().`ports work on when their owner is gone`()
            try await LifetimeTests()
                .`a connection whose end is gone says so, and ending it late or twice changes nothing`()
            try await LifetimeTests().`an input that was finished takes nothing, whoever is behind it`()
        }
    }
}
