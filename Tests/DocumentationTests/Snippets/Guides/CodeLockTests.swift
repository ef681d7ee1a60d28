import Statecharts
import Testing

/// What the *Modelling guide* says of a chart in a library.
@Suite struct CodeLockTests {
    @Test func `events that a chart raises cross its regions in the same step`() throws {
        let lock = Interpreter(CodeLock(code: [1, 4, 1, 4]))
        try lock.start()
        func type(_ digits: Int...) throws -> String {
            for digit in digits { try lock.send(.digit(digit)) }
            return lock.configuration.description
        }
        #expect(try type(1, 4, 1) == "(Door.Bolt.Locked, Door.Lamp.Dark)")
        #expect(try type(5) == "(Door.Bolt.Locked, Door.Lamp.Red)")
        #expect(try type(1, 4, 1, 4) == "(Door.Bolt.Open, Door.Lamp.Green)")
        try lock.send(.close)
        #expect(lock.configuration.description == "(Door.Bolt.Locked, Door.Lamp.Dark)")
    }

    @Test func `another module can send the other events only`() throws {
        func errors(_ event: String) throws -> [String] {
            try Compiler.errors(
                in: """
                    import Statecharts
                    import DocumentationTests
                    func use(_ machine: Machine<CodeLock>) { machine.post(\(event)) }
                    """)
        }
        #expect(try errors(".digit(1)") == [])
        #expect(
            try errors(".accepted(.init())")
                == ["3: 'CodeLock.Own' initializer is inaccessible due to 'internal' protection level"])
    }
}
