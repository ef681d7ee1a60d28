import Foundation
import Testing

/// Who does what the documents tell has what it takes.
@Suite struct DirectionsTests {
    @Test func `a tutorial names the products that its programs import`() throws {
        let folder = "DocC/Statecharts.docc/Tutorials"
        var imports = 0
        for path in Repository.paths(below: folder, endings: ["tutorial"]) {
            let tutorial = try Repository.text(path)
            for match in tutorial.matches(of: /@Code\(name: "[^"]*", file: ([^,)]*\.swift)/) {
                let code = try Repository.text("\(folder)/Code/\(match.1)")
                // The manifest of *Getting started* has these two.
                for found in code.matches(of: /import (Statecharts\w+)/) where found.1 != "StatechartsTesting" {
                    imports += 1
                    let product = ".product(name: \"\(found.1)\", package: \"swift-statecharts\")"
                    #expect(tutorial.contains(product), "\(path): \(match.1) imports \(found.1)")
                }
            }
        }
        #expect(imports > 0)
    }

    @Test func `models that commands read from the folder of the package are there`() throws {
        var models = 0
        for block in try Repository.documents.flatMap({ try Passage.blocks("sh", in: $0) }) {
            for line in block.code.split(separator: "\n") where line.hasPrefix("swift run ") {
                for word in line.split(separator: " ") where word.hasSuffix(".core") {
                    models += 1
                    let file = Repository.root.appending(path: String(word)).path(percentEncoded: false)
                    #expect(FileManager.default.fileExists(atPath: file), "\(block.place): \(line)")
                }
            }
        }
        #expect(models > 0)
    }
}
