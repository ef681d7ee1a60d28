import IFMLRuntime
import Statecharts
import StatechartsSimulation
import Testing

@testable import dictionary

@Suite struct DictionaryTests {
    private func transcript() -> Transcript<DictionaryApp> {
        let store = Store()
        return Transcript { DictionaryApp(actions: store, store: store) }
    }

    @Test func `17. the scripts print what is expected`() async throws {
        try await performScripts(of: "Dictionary") { outcomes in
            let stubs = DictionaryAppStubs(instead: Store(), outcomes)
            return DictionaryApp(actions: stubs, store: stubs)
        }
    }

    @Test func `23. landmarks change the innermost container only, and back returns to the tab one came from`()
        async throws
    {
        let transcript = transcript()
        #expect(
            try await transcript.start() == """
                == dictionaryApp / main / search
                searchForm:
                  word = -
                (search) [go recent] [go bookmarks]
                """)
        try await transcript.perform("go recent")
        let exits = transcript.session.steps.flatMap(\.microsteps).flatMap(\.exits).map(\.path)
        #expect(exits == ["DictionaryAppContainer.Main.Search.Showing", "DictionaryAppContainer.Main.Search"])
        try await transcript.perform("go search\nset word chart")
        let word = """
            == dictionaryApp / word
            wordDetails:
              word: chart
              definition: a map of the sea
              bookmarked: no
            (bookmark) [back]
            """
        #expect(try await transcript.perform("search") == word)
        #expect(try await transcript.perform("go recent") == "not now: go recent")
        let search = """
            == dictionaryApp / main / search
            searchForm:
              word = -
            (search) [go recent] [go bookmarks]
            """
        #expect(try await transcript.perform("back") == search)
        try await transcript.perform("go recent")
        #expect(try await transcript.perform("select 1") == word)
        #expect(
            try await transcript.perform("back") == """
                == dictionaryApp / main / recent
                recentList:
                * 1. chart | a map … | no
                [go search] [go bookmarks]
                """)
    }

    @Test func `24. a known word is the first of the recent ones, an unknown one stays at the form`() async throws {
        let transcript = transcript()
        try await transcript.start()
        try await transcript.perform("set word chart\nsearch\nback\nset word state\nsearch\nback\nset word clock")
        #expect(try await transcript.perform("search") == "")
        #expect(
            try await transcript.perform("go recent") == """
                == dictionaryApp / main / recent
                recentList:
                  1. state | the condition … | no
                  2. chart | a map … | no
                [go search] [go bookmarks]
                """)
    }

    @Test func `25. premium users bookmark words, and the list of bookmarks follows`() async throws {
        let transcript = transcript()
        try await transcript.start()
        #expect(try await transcript.perform("set word chart\nsearch").hasSuffix("(bookmark) [back]"))
        #expect(try await transcript.perform("bookmark") == "not now: bookmark")
        #expect(try await transcript.perform("context userRole premium").hasSuffix("[bookmark] [back]"))
        #expect(try await transcript.perform("bookmark").contains("bookmarked: yes"))
        #expect(try await transcript.perform("back\ngo bookmarks").contains("1. chart | a map … | yes"))
        #expect(try await transcript.perform("select 1\nbookmark").contains("bookmarked: no"))
        #expect(try await transcript.perform("back").contains("(empty)"))
    }

    @Test func `32. everything that is offered is handled, and 51. the chart is the model's`() async throws {
        var premium = DictionaryAppContext()
        premium.userRole = "premium"
        try await walk(
            ["dictionaryApp", "main", "search", "recent", "bookmarks", "word"],
            of: ModelGraph(path: "Dictionary/dictionary.core"), also: [.context(premium)],
            work: { explorer in
                explorer.outcomes(of: [Word].self, returns: Word.stubs, throws: Failing())
                explorer.outcomes(
                    of: LookUpOutcome.self, returns: .found(Word.stubs[0]), .notFound, throws: Failing())
                explorer.outcomes(of: Word.self, returns: Word.stubs[0], throws: Failing())
            }
        ) { DictionaryApp(actions: DictionaryAppStubs(), store: DictionaryAppStubs()) }
    }

    @Test func `33. a snapshot and its restoration give the same screen, and 49. JSON gives the same one`() async throws
    {
        let transcript = transcript()
        try await transcript.start()
        for command in ["go recent", "go search", "set word chart", "context userRole premium", "search", "back"] {
            try await transcript.perform(command)
            let snapshot = try await transcript.session.machine.snapshot()
            let copy = Transcript(restoring: snapshot) {
                DictionaryApp(actions: DictionaryAppStubs(), store: DictionaryAppStubs())
            }
            #expect(try await copy.start() == transcript.text)
            let screen = try await transcript.session.screen
            #expect(try readBack(screen) == screen)
        }
    }
}
