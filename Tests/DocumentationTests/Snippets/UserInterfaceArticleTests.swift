import Statecharts
import Testing

/// The article *In a user interface* does what it says.
@Suite @MainActor struct UserInterfaceArticleTests {
    @Test func `the greeter greets`() async throws {
        #expect(try await UserInterfaceArticle.greet() == "Hello, Ada!")
    }

    @Test func `a machine elsewhere is asked before`() async throws {
        let machine = try await UserInterfaceArticle.greeting()
        #expect(try await UserInterfaceArticle.watch(machine))
        try await machine.send(.again)
        #expect(try await UserInterfaceArticle.watch(machine) == false)
    }
}
