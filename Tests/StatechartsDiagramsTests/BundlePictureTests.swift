import Foundation
import Statecharts
import Testing

@testable import StatechartsDiagrams

/// The list that appears over a line that stands for many connections.
@Suite struct BundlePictureTests {
    /// Two components with so many connections and one back, beside others without any.
    private func picture(connections: Int, others: Int = 0) -> String {
        func component(_ name: String) -> SystemDrawing.Component {
            .init(name: name, type: "", composite: nil, ports: [], process: nil, owner: nil)
        }
        func connection(_ from: String, _ to: String, _ port: String) -> SystemDrawing.Connection {
            .init(
                from: .init(component: from, port: port), to: .init(component: to, port: port), type: "Int",
                isMapped: false, process: nil)
        }
        return SystemDrawing(
            components: (["App", "Store"] + (0..<others).map { "Other\($0)" }).map(component),
            connections: (0..<connections).map { connection("App", "Store", "port\($0)") } + [
                connection("Store", "App", "back")
            ]
        ).svg()
    }

    /// Where the list begins and ends, and how high the picture is.
    private func heights(_ picture: String) throws -> (first: Double, last: Double, picture: Double) {
        let list = try #require(
            picture.firstMatch(of: #/<g class="list"[^\n]*\n\s*<rect[^>]* y="([^"]+)" width="[^"]+" height="([^"]+)"/#))
        let whole = try #require(picture.firstMatch(of: #/<svg[^>]* height="([^"]+)"/#))
        let first = try #require(Double(list.1)), height = try #require(Double(list.2))
        return (first, first + height, try #require(Double(whole.1)))
    }

    @Test func `a list is inside of its picture where that is large enough, and is not cut off where it is not`() throws
    {
        let small = picture(connections: 15)
        let (first, last, height) = try heights(small)
        #expect(first == 2 && last > height)
        #expect(small.contains(".sc{overflow:visible}\n"))
        for others in [8, 20, 40] {
            let (first, last, height) = try heights(picture(connections: 6, others: others))
            #expect(first >= 2 && (last <= height || first == 2), "\(others)")
        }
        #expect(!picture(connections: 3).contains("overflow"))
    }

    @Test func `a list is drawn behind everything else, so that nothing is over it`() throws {
        let text = picture(connections: 15)
        let list = try #require(text.range(of: "class=\"more\""))
        let other = try #require(text.range(of: "data-connection=\"15\"", options: .backwards))
        #expect(other.lowerBound < list.lowerBound)
    }
}
