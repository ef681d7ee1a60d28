import Foundation
import Testing

@testable import StatechartsDiagrams

/// The page of a recording as text.
@Suite struct InspectorTextTests {
    @Test(arguments: ["title", "style", "script", "pictures", "recording", "other", ""])
    func `a name that looks like a place of the page stays a name`(place: String) {
        let name = "{{\(place)}}"
        var recording = Recording()
        recording.system = SystemDrawing(
            components: [
                .init(name: name, type: "", composite: nil, ports: [], process: nil, owner: nil),
                .init(name: "\" onload=\"", type: "", composite: nil, ports: [], process: nil, owner: nil),
            ], connections: [])
        let page = recording.html(title: name)
        #expect(page.contains("<title>\(name)</title>"))
        #expect(page.contains("data-component=\"\(name)\""))
        #expect(page.contains("{\"components\":[\"\(name)\","))
        for once in ["{\"components\":[", "// Shows a recording.", "<div id=\"pictures\"", "</html>\n"] {
            #expect(page.components(separatedBy: once).count == 2, "\(once)")
        }
    }
}
