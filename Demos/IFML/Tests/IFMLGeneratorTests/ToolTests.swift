import Foundation
import Testing

@testable import IFMLGenerator

@Suite("commands") struct ToolTests {
    @Test(arguments: [
        ("movies", [118, 58, 3, 3, 4, 6, 7, 2]), ("dictionary", [138, 69, 6, 4, 6, 7, 6, 2]),
        ("mail", [285, 150, 9, 8, 16, 22, 16, 5]), ("podcasts", [172, 91, 3, 3, 12, 15, 10, 5]),
        ("booking", [205, 98, 4, 4, 7, 10, 15, 4]), ("guide", [159, 85, 6, 7, 8, 6, 3, 1]),
        ("public/ifml-editor/movies", [74, 38, 3, 3, 3, 4, 3, 1]),
        ("public/mobile-ifml-editor/MoviesManager", [118, 81, 5, 5, 9, 12, 4, 3]),
    ])
    func `acceptance 53: the figures of the models are those that were counted`(name: String, figures: [Int]) {
        #expect(Statistics.row(Models.path(name)).values.prefix(8) == figures[...])
    }

    @Test(
        .enabled(if: Samples.isThere, Samples.hint),
        arguments: [
            ("ifml2ng2/movies", [90, 56, 3, 3, 4, 6, 8, 2]),
            ("ifml-pwa/abs_bankaccount", [277, 135, 11, 5, 15, 14, 14, 6]),
            ("abs-products/aisco_editor_v2", [2395, 865, 59, 32, 53, 51, 44, 12]),
        ])
    func `acceptance 53: the figures of the public models are those that were counted`(name: String, figures: [Int])
        throws
    {
        let folder = try #require(Samples.folder)
        #expect(Statistics.row("\(folder)/\(name).core").values.prefix(8) == figures[...])
    }

    @Test(arguments: [("movies", 16), ("mail", 30)])
    func `acceptance 53: lines by hand are those of the Swift files beside the model`(name: String, lines: Int) throws {
        let place = try #require(Statistics.columns.firstIndex(of: "by hand"))
        #expect(Statistics.row(Models.path(name)).values[place] == lines)
    }

    @Test func `acceptance 53: the same bytes each time`() {
        let command = ["statistics"] + Models.applications.map(Models.path)
        let result = Tool.run(command)
        #expect(result.status == .success && Tool.run(command) == result)
        #expect(result.output.split(separator: "\n").count > Models.applications.count)
        #expect(Tool.run(command + ["--time"]).output.contains("generate ms"))
    }

    @Test(arguments: Models.applications)
    func `a formatted file says the same, and formatting it again changes nothing`(name: String) throws {
        let text = try Models.text("\(name).core")
        let formatted = try ModelFormatter.format(Array(text.utf8), file: "m")
        #expect(try ModelFormatter.format(Array(formatted.utf8), file: "m") == formatted)
        let domain = try Models.text("\(name).uml")
        #expect(GeneratingTests.files(formatted, domain: domain) == GeneratingTests.files(text, domain: domain))
        let other = GeneratingTests.dialectB(text).replacing("type=\"uml", with: "type=\"uml")
        if name == "movies" { #expect(try !ModelFormatter.format(Array(other.utf8), file: "m").contains("\"#//@")) }
    }

    @Test func `a formatted file keeps its comments and texts`() throws {
        let text =
            "<!-- one --><a><!-- two --><b/><!-- three\n lines --><b x='1'>t &lt; <![CDATA[<u>]]></b><!-- four --></a><!-- five -->"
        let formatted = try ModelFormatter.format(Array(text.utf8), file: "m")
        #expect(
            formatted == """
                <?xml version="1.0" encoding="UTF-8"?>
                <!-- one -->
                <a>
                  <!-- two -->
                  <b/>
                  <!-- three
                 lines -->
                  <b x="1">t &lt; &lt;u&gt;</b>
                  <!-- four -->
                </a>
                <!-- five -->

                """)
        #expect(try ModelFormatter.format(Array(formatted.utf8), file: "m") == formatted)
    }

    private func difference(_ change: (String) -> String) throws -> String {
        let text = try Models.text("movies.core")
        let domain = Array(try Models.text("movies.uml").utf8)
        func model(_ text: String) -> Model {
            ModelReader.read(["m.core"]) { path, _ in path.hasSuffix(".uml") ? domain : Array(text.utf8) }.model
        }
        return ModelDifference.text(model(text), model(change(text)))
    }

    @Test func `diff tells what code by hand sees of the domain`() throws {
        let text = try Models.text("mail.core"), domain = try Models.text("mail.uml")
        func model(_ domain: String) -> Model {
            ModelReader.read(["m.core"]) { path, _ in Array((path.hasSuffix(".uml") ? domain : text).utf8) }.model
        }
        let changed =
            domain.replacing("name=\"low\"", with: "name=\"least\"")
            .replacing("name=\"isDraft\" type=\"Boolean\"", with: "name=\"isDraft\" type=\"String\"")
        #expect(
            ModelDifference.text(model(domain), model(changed)) == """
                types of the domain:
                  gone: case Priority.low
                  changed: var Message.isDraft: Bool -> var Message.isDraft: String
                  new: case Priority.least

                """)
    }

    @Test func `diff tells what is new, gone, renamed, and what that means for the store`() throws {
        #expect(try difference { $0 } == "no difference\n")
        #expect(
            try difference { $0.replacing("\"addMovieWindow\"", with: "\"newMovieWindow\"") }
                == "~ container movieManager/addMovieWindow: renamed to newMovieWindow\n")
        let renamed = try difference {
            $0.replacing("id=\"_043\" name=\"addMovie\"", with: "id=\"_043\" name=\"insertMovie\"")
                .replacing("id=\"_058\" name=\"addMovie\"", with: "id=\"_058\" name=\"insertMovie\"")
        }
        #expect(renamed.contains("~ action movieManager/addMovie: renamed to insertMovie"))
        #expect(renamed.contains("renamed: addMovie -> insertMovie; rename it in the store"))
        let relabelled = try difference {
            $0.replacing("id=\"_043\" name=\"addMovie\"", with: "id=\"_043\" name=\"insertMovie\"")
                .replacing("id=\"_058\" name=\"addMovie\"", with: "id=\"_058\" name=\"insertMovie\"")
                .replacing("id=\"_046\" name=\"year\"", with: "id=\"_046\" name=\"since\"")
        }
        #expect(
            relabelled.contains("it is func insertMovie(movieList: [Movie], title: String, since: Int) async throws"))
        let changed = try difference {
            $0.replacing(
                "direction=\"inout\">\n        <type xsi:type=\"uml:Class\" href=\"movies.uml#Movie\"/>\n      </parameters>\n      <parameters id=\"_045\"",
                with:
                    "direction=\"out\">\n        <type xsi:type=\"uml:Class\" href=\"movies.uml#Movie\"/>\n      </parameters>\n      <parameters id=\"_045\""
            )
        }
        #expect(changed.contains("changed: func addMovie(movieList: [Movie], title: String, year: Int)"))
        let flow = try difference {
            $0.replacing(
                "id=\"_008\" targetInteractionFlowElement=\"//@interactionFlowModel/@interactionFlowModelElements.3\"",
                with:
                    "id=\"_008\" targetInteractionFlowElement=\"//@interactionFlowModel/@interactionFlowModelElements.2\""
            )
        }
        #expect(flow.contains("now movieManager/favoriteMoviesWindow/addMovie -> movieManager/movieDetailsWindow"))
        #expect(
            Tool.run(["diff", Models.path("movies"), Models.path("mail")]).output.contains("gone: func fetchMovies()"))
    }
}
