import Testing

@testable import IFMLGenerator
@testable import IFMLTool

@Suite struct ServeCommandTests {
    @Test(arguments: ["0", "-1", "x", "1000001", "9223372036854775807", "9223372036854775808"])
    func `a limit that the application would not take is refused before anything is built`(limit: String) {
        #expect(throws: Arguments.Misuse("--limit needs a number of situations, from 1 to 1000000")) {
            try ServeCommand.run([Models.path("movies"), "--limit", limit])
        }
    }
}
