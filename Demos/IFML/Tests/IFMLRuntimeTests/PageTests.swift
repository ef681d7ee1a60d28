import Foundation
import IFMLGenerator
import IFMLRuntime
import IFMLTool
import Statecharts
import Testing

@testable import booking
@testable import dictionary
@testable import guide
@testable import mail
@testable import movie_manager
@testable import podcasts

/// What a page's script reads.
private struct PageData: Decodable {
    struct Situation: Decodable {
        let l: [Int], a: [Int], s: [Int]?
    }
    let texts: [String]
    let situations: [Situation]

    init(_ page: String) throws {
        let mark = "<script type=\"application/json\" id=\"data\">"
        let start = try #require(page.range(of: mark)).upperBound
        let end = try #require(page.range(of: "</script>", range: start..<page.endIndex)).lowerBound
        self = try JSONDecoder().decode(PageData.self, from: Data(page[start..<end].utf8))
    }

    func lines(_ number: Int) -> [String] { situations[number].l.map { texts[$0] } }

    /// Where a command leads; nil if the page does not offer it.
    func target(of command: String, from number: Int) -> Int? {
        let steps = situations[number].s ?? []
        return stride(from: 0, to: steps.count, by: 2).first { texts[steps[$0]] == command }.map { steps[$0 + 1] }
    }
}

@Suite struct PageTests {
    private func page<App: Application>(
        _ model: String, _ script: [String], _ application: (Outcomes) -> sending App
    ) async throws -> (page: String, graph: ChartGraph) {
        let reading = ModelReader.read(["\(package)/Demos/\(model).core"])
        let app = AppModel(reading.model)
        let walkthrough = try await Walkthrough.of(limit: 1, commands: 1, along: [script], application)
        let situations = try JSONDecoder().decode([Page.Situation].self, from: Data(walkthrough.json.utf8))
        return (try Page.html(reading.model, app, situations), ChartGraph(app))
    }

    /// Follows an application's script in its page, and in a session with the stubs beside it. Where the script selects,
    /// goes, goes back, or has the device do something, the page shows the containers that the script's expected output
    /// has, but for what the stubs do not have.
    /// - Parameter others: commands after which the stubs show something else than the store.
    private func follow<App: Application>(
        _ model: String, script name: String = "tour", others: Set<String> = [],
        _ application: (Outcomes) -> sending App
    ) async throws {
        let folder = "\(package)/Demos/\(model.prefix { $0 != "/" })/Scripts/\(name)"
        let script = try String(contentsOfFile: "\(folder).script", encoding: .utf8).split(separator: "\n").map(
            String.init)
        let (html, graph) = try await page(model, script, application)
        for address in Self.addresses {
            #expect(!html.replacing("http://www.w3.org/2000/svg", with: "").contains(address), "\(model): \(address)")
        }
        let data = try PageData(html)
        let expected = try Self.expected("\(folder).expected")
        let outcomes = Outcomes()
        let transcript = Transcript(outcomes: outcomes) { application(outcomes) }
        try await transcript.start()
        var number = 0
        var differing: Set<String> = []
        for (place, command) in script.filter({ !$0.hasPrefix("#") }).enumerated() where command != "quit" {
            guard let said = try? await transcript.perform(command), command != "trace" else { continue }
            let target = data.target(of: command, from: number)
            // A command that is refused has no edge.
            #expect((target == nil) == said.hasPrefix("not now:"), "\(model) \(place): \(command)")
            number = target ?? number
            #expect(try await transcript.text == data.lines(number).joined(separator: "\n"), "\(command)")
            let active = await transcript.session.machine.configuration.states.compactMap { state in
                graph.vertices.first { $0.path == state.path }?.id
            }
            #expect(active == data.situations[number].a, "\(command)")
            let kind = command.prefix { $0 != " " }
            guard ["select", "back", "go", "device"].contains(kind), let wanted = expected[place] else { continue }
            let headings = data.lines(number).filter { $0.hasPrefix("== ") || $0.hasPrefix("** ") }
            if headings != wanted { differing.insert(command) }
        }
        #expect(differing == others, "\(model)")
    }

    /// By which a page loads something.
    private static let addresses = [
        "http:", "https:", "src=", "href=", "url(", "@import", "fetch(", "import(", "//www", "{{",
    ]

    /// The headings that each command of a script prints, by its place among the lines; nil where it prints none.
    private static func expected(_ path: String) throws -> [Int: [String]] {
        var result: [Int: [String]] = [:]
        var place = -1
        for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
            if line.hasPrefix("> ") { place += 1 }
            if line.hasPrefix("== ") || line.hasPrefix("** ") { result[place, default: []].append(String(line)) }
        }
        return result
    }

    @Test func `52. the Movie Manager's page is followed along its script`() async throws {
        try await follow("MovieManager/movies", script: "thesis") { MovieManager(actions: MovieManagerStubs($0)) }
    }

    @Test func `52. the Dictionary's page is followed along its script`() async throws {
        // The stubs know every word, so that what the store does not know is shown as well.
        try await follow("Dictionary/dictionary", script: "words", others: ["go recent", "back"]) {
            DictionaryApp(actions: DictionaryAppStubs($0), store: DictionaryAppStubs($0))
        }
    }

    @Test func `52. the page of Mail is followed along its script`() async throws {
        try await follow("Mail/mail") { Mail(actions: MailStubs($0)) }
    }

    @Test func `52. the page of Podcasts is followed along its script`() async throws {
        try await follow("Podcasts/podcasts") { Podcasts(actions: PodcastsStubs($0)) }
    }

    @Test func `52. the page of Booking is followed along its script`() async throws {
        try await follow("Booking/booking") { BookingApp(actions: BookingAppStubs($0)) }
    }

    @Test func `52. the page of Guide is followed along its script`() async throws {
        try await follow("Guide/guide") { Guide(actions: GuideStubs($0), store: GuideStubs($0)) }
    }

    @Test func `52. a page follows the scheme and the width of its reader`() async throws {
        let (html, _) = try await page("MovieManager/movies", []) { MovieManager(actions: MovieManagerStubs($0)) }
        #expect(html.contains("prefers-color-scheme:dark") && html.contains("max-width:760px"))
    }
}
