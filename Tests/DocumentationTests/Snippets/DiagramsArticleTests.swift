import Statecharts
import StatechartsDiagrams
import StatechartsTesting
import Testing

@Suite struct DiagramsArticleTests {
    @Test func `a machine's chart is shown as a tree`() async throws {
        let machine = Machine(Kitchen(), clock: ManualClock())
        try await machine.start()
        // snippet: a tree
        print(TextTree(await machine.vertices, active: await machine.configuration))
        // end snippet
        #expect(
            TextTree(await machine.vertices, active: await machine.configuration).description
                == "Kitchen *\n  Cooking *")
    }
}
