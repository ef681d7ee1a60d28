import Foundation
import IFMLRuntime
import Statecharts
import Testing

@testable import dictionary
@testable import movie_manager
@testable import podcasts

@Suite struct WalkthroughTests {
    /// Follows commands in a walkthrough and in a session beside it: both show the same, and the same is active.
    private func follow<App: Application>(
        _ commands: String, in walkthrough: Walkthrough, _ application: (Outcomes) -> sending App
    ) async throws {
        let outcomes = Outcomes()
        let transcript = Transcript(outcomes: outcomes) { application(outcomes) }
        try await transcript.start()
        var present = walkthrough.situations[0]
        for command in commands.split(separator: "\n").map(String.init) {
            let step = try #require(present.steps.first { $0.command == command }, "\(command)")
            present = walkthrough.situations[step.target]
            try await transcript.perform(command)
            #expect(try await transcript.text == present.lines.joined(separator: "\n"))
            #expect(await transcript.session.machine.configuration.states.map(\.path) == present.active)
        }
    }

    @Test func `52. the Movie Manager is walked through completely, and shows what a session shows`() async throws {
        let walkthrough = try await Walkthrough.of { MovieManager(actions: MovieManagerStubs($0)) }
        #expect(walkthrough.isComplete)
        try await follow(
            """
            select moviesList 2
            back
            addMovie
            set title text
            set year x
            set year 1
            onSubmit
            select moviesList 1
            """, in: walkthrough
        ) { MovieManager(actions: MovieManagerStubs($0)) }
        let again = try await Walkthrough.of { MovieManager(actions: MovieManagerStubs($0)) }
        #expect(again == walkthrough && again.json == walkthrough.json)
    }

    @Test func `52. answers of actions and variables are walked through`() async throws {
        let walkthrough = try await Walkthrough.of(limit: 100) {
            DictionaryApp(actions: DictionaryAppStubs($0), store: DictionaryAppStubs($0))
        }
        #expect(!walkthrough.isComplete)
        try await follow(
            """
            set word text
            outcome lookUp notFound
            search
            search
            context userRole premium
            bookmark
            """, in: walkthrough
        ) { DictionaryApp(actions: DictionaryAppStubs($0), store: DictionaryAppStubs($0)) }
    }

    @Test func `52. gestures and the device are walked through`() async throws {
        let walkthrough = try await Walkthrough.of(limit: 30) { Podcasts(actions: PodcastsStubs($0)) }
        try await follow(
            """
            device longPress row=2
            device swipe swipeDirection=down
            device shake
            """, in: walkthrough
        ) { Podcasts(actions: PodcastsStubs($0)) }
    }

    @Test func `52. the JSON of a walkthrough is read by others`() async throws {
        struct Situation: Decodable {
            let lines: [String]
            let active: [String]
        }
        let walkthrough = try await Walkthrough.of(limit: 3) { MovieManager(actions: MovieManagerStubs($0)) }
        let situations = try JSONDecoder().decode([Situation].self, from: Data(walkthrough.json.utf8))
        #expect(situations.map(\.lines) == walkthrough.situations.map(\.lines))
        #expect(situations.map(\.active) == walkthrough.situations.map(\.active))
        #expect(walkthrough.json.contains("\"steps\":null"))
        let values = try #require(JSONSerialization.jsonObject(with: Data(walkthrough.json.utf8)) as? [[String: Any]])
        let steps = try #require(values[0]["steps"] as? [[Any]])
        #expect(steps.map { $0[0] as? String } == walkthrough.situations[0].steps.map(\.command))
        #expect(steps.map { $0[1] as? Int } == walkthrough.situations[0].steps.map(\.target))
    }
}
