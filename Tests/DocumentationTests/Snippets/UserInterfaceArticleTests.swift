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

    @Test func `the view of a supervised machine is that of its present life`() async throws {
        let supervisor = Supervisor(.oneForOne)
        let (lives, greeter) = UserInterfaceArticle.lives(supervisor)
        #expect(lives.view == nil)
        let supervising = Task { try await supervisor.run() }
        try await greeter.send(.name("Ada"))
        while lives.view == nil { await Task.yield() }
        #expect(lives.view?.value == "Ada")
        weak let first = lives.view?.machine
        // Nobody wants it, so the machine fails.
        await #expect(throws: StepError.self) { try await greeter.send(.again) }
        greeter.post(.name("Grace"))
        try await greeter.send(.greet)
        while lives.view?.value != "Grace" { await Task.yield() }
        #expect(lives.view?.isActive(\.greeting) == true && lives.view?.hasEnded == false)
        while first != nil { await Task.yield() }
        supervising.cancel()
        try? await supervising.value
        #expect(lives.view?.hasEnded == true)
    }
}
