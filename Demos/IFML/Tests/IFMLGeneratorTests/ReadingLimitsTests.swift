import Foundation
import Testing

@testable import IFMLGenerator

@Suite("reading, limits") struct ReadingLimitsTests {
    @Test func `an entity bomb is refused before it is parsed`() {
        let bomb = "<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY b \"bbbb\"><!ENTITY c \"&b;&b;\">]><a>&c;</a>"
        #expect(Inline.read(bomb).findings.map(\.code) == [.documentType])
    }

    @Test func `deep nesting, many elements and large files are refused`() {
        var limits = ReadingLimits()
        let deep = String(repeating: "<a>", count: 100_000)
        #expect(Inline.read(deep, limits: limits).findings.map(\.code) == [.limitExceeded])
        limits.elements = 10
        #expect(Inline.read(Inline.file(Inline.window("")), limits: limits).findings.map(\.code) == [.limitExceeded])
        limits.bytes = 100
        #expect(Inline.read(Inline.file(Inline.window("")), limits: limits).findings.map(\.code) == [.limitExceeded])
    }

    @Test func `of a file of 100 MB no more is read than the limit`() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "large-\(UUID().uuidString).core").path
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.truncate(atOffset: 100_000_000)
        #expect(ModelReader.read([path]).findings.map(\.code) == [.limitExceeded])
    }

    @Test func `what is no UTF-8, no XML or no model is refused`() {
        #expect(ModelReader.read(["m"]) { _, _ in [0x3C, 0xFF, 0xFE] }.findings.map(\.code) == [.encoding])
        #expect(Inline.read("").findings.map(\.code) == [.malformedXML])
        #expect(Inline.read("no model").findings.map(\.code) == [.malformedXML])
        #expect(Inline.read("<a b=1/>").findings.map(\.code) == [.malformedXML])
        #expect(Inline.read("<a></b>").findings.map(\.code) == [.malformedXML])
        let places = ["<a>\n <b>\n  <c/>\n </a>", "<a/>\n</b>", "<a>\n<b x='1'>"].map {
            Inline.read($0).findings.map { "\($0.place) \($0.message)" }
        }
        #expect(
            places == [
                ["m.core:4:2 </a> cannot close the <b> of line 2"], ["m.core:2:1 </b> closes nothing"],
                ["m.core:2:10 the file ends before the <b> of line 2 is closed"],
            ])
        #expect(Inline.read("<html/>").findings.map(\.code) == [.notAModel])
    }

    @Test func `characters of other encodings are read`() {
        let text =
            "<?xml version=\"1.0\" encoding=\"ASCII\"?>"
            + Inline.file(Inline.window("")).replacing("name=\"window\"", with: "name=\"caf&#xe9;\"")
        let model = Inline.read(text).model
        #expect(model.all("IFMLWindow").first.flatMap { model.name($0) } == "café")
    }

    @Test func `long models take time in proportion`() {
        let windows = (0..<5_000).map {
            "<interactionFlowModelElements xsi:type=\"ext:IFMLWindow\" id=\"w\($0)\" name=\"w\($0)\" isLandmark=\"true\"><viewElementEvents id=\"e\($0)\" name=\"e\"><outInteractionFlows xsi:type=\"core:NavigationFlow\" id=\"f\($0)\" targetInteractionFlowElement=\"/0/@interactionFlowModel/@interactionFlowModelElements.\(4999 - $0)\"/></viewElementEvents></interactionFlowModelElements>"
        }
        let reading = Inline.read(Inline.file(windows.joined()))
        #expect(reading.findings == [])
    }
}
