import Foundation
import Testing

@testable import IFMLGenerator

@Suite("reading") struct ReadingTests {
    @Test(arguments: zip(Models.applications, [58, 69, 150, 91, 98, 85]))
    func `acceptance 1: our models are read without a finding and with all their objects`(name: String, objects: Int) {
        let reading = Models.read(name)
        #expect(reading.findings == [])
        #expect(Checker.check(reading.model) == [])
        #expect(reading.objectCount == objects)
    }

    @Test func `acceptance 1: the editor's sample is read without a finding`() {
        let reading = Models.read("public/ifml-editor/movies")
        #expect(reading.findings + Checker.check(reading.model) == [])
        #expect(reading.objectCount == 38)
    }

    @Test(.enabled(if: Samples.isThere, Samples.hint))
    func `acceptance 1: all public models are read, with the objects that were counted`() throws {
        let expected = [
            "ifml2ng2/libraryIFML": 131, "ifml2php/movies_original": 107, "ifml2ng2/movies": 56,
            "ifml-pwa/abs_bankaccount": 135, "abs-products/aisco_editor_v2": 865, "ifml-reader/Sudoku": 42,
            "abs-products/ifml-payment-gateway": 223, "mobile-ifml-editor/MoviesManager": 81,
            "ifml2ng2/movies-first": 56, "ifml-editor/movies": 38,
        ]
        for (name, objects) in expected { #expect(try Samples.read(name).objectCount == objects, "\(name)") }
    }

    @Test(.enabled(if: Samples.isThere, Samples.hint))
    func `acceptance 1: all nineteen models are read to their end`() throws {
        let folder = try #require(Samples.folder)
        let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        let models = files.filter { $0.hasSuffix(".core") }
        #expect(models.count == 19)
        for model in models { #expect(ModelReader.read(["\(folder)/\(model)"]).objectCount > 20, "\(model)") }
    }

    @Test(.enabled(if: Samples.isThere, Samples.hint))
    func `acceptance 3: the charity's model has five foreign elements and 31 references into them`() throws {
        let reading = try Samples.read("abs-products/aisco_editor_v2")
        #expect(reading.findings.count(.foreignElement) == 5)
        #expect(reading.findings.count(.referenceIntoForeign) == 31)
        #expect(reading.findings.allSatisfy { $0.place.line > 1 })
        #expect(Checker.check(reading.model).count(.viewpointWithoutContext) == 23)
        let path = "\(try #require(Samples.folder))/abs-products/aisco_editor_v2.core"
        let folder = FileManager.default.temporaryDirectory.appending(path: "ifml-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(Tool.run(["generate", path, "--output", folder]).status == .data)
        #expect(!FileManager.default.fileExists(atPath: folder))
        #expect(Tool.run(["generate", "--keep-going", path, "--output", folder]).status == .success)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 7)
    }

    @Test func `acceptance 3: a foreign element is a warning, a reference into it an error with the line`() throws {
        let findings = Inline.findings(
            Inline.window(
                """
                <viewElements xsi:type="other:Delta" id="f" name="foreign"><viewElements xsi:type="ext:List" id="inner"/></viewElements>
                <viewElementEvents id="e" name="open">
                <outInteractionFlows xsi:type="core:NavigationFlow" id="n" targetInteractionFlowElement="inner"/>
                </viewElementEvents>
                """), more: "xmlns:other=\"http://other\"")
        #expect(findings.count(.foreignElement) == 1)
        #expect(findings.first { $0.code == .foreignElement }?.severity == .warning)
        let into = try #require(findings.first { $0.code == .referenceIntoForeign })
        #expect(into.place.line == 6)
        #expect(into.path == "library/window/open/outInteractionFlows")
        #expect(into.severity == .error)
    }

    @Test func `acceptance 4: several files are one model, and a file that lacks is named`() {
        let window = """
            <core:IFMLModel \(Inline.namespaces()) id="a" name="bank"><interactionFlowModel id="b">
            <interactionFlowModelElements xsi:type="ext:IFMLWindow" id="c" name="first" isDefault="true">
            <viewElementEvents id="d" name="next"><outInteractionFlows xsi:type="core:NavigationFlow" id="e">
            <targetInteractionFlowElement href="two.core#//@interactionFlowModel/@interactionFlowModelElements.0"/>
            </outInteractionFlows></viewElementEvents></interactionFlowModelElements></interactionFlowModel></core:IFMLModel>
            """
        let second = """
            <core:IFMLModel \(Inline.namespaces()) id="a"><interactionFlowModel id="b">
            <interactionFlowModelElements xsi:type="ext:IFMLWindow" id="c" name="second"/></interactionFlowModel></core:IFMLModel>
            """
        let files = ["one.core": window, "two.core": second]
        let both = ModelReader.read(["one.core", "two.core"]) { path, _ in files[path].map { Array($0.utf8) } }
        #expect(both.findings + Checker.check(both.model) == [])
        let alone = ModelReader.read(["one.core"]) { path, _ in files[path].map { Array($0.utf8) } }
        #expect(alone.findings.map(\.code) == [.modelFileMissing])
        #expect(alone.findings.first?.message.contains("two.core") == true)
        #expect(alone.findings.first?.remedy == "Name two.core in the same command.")
    }

    @Test(.enabled(if: Samples.isThere, Samples.hint))
    func `acceptance 4: the bank's three files are one model`() throws {
        let all = try Samples.read("bank-account/main", "bank-account/account", "bank-account/overdraft")
        // What is not of IFML lies in the third one.
        #expect(Set(all.findings.map(\.code)) == [.foreignElement, .referenceIntoForeign])
        #expect(all.model.files.count == 3)
        let crossing = all.model.elements.indices.filter { element in
            all.model.targets(element, "targetInteractionFlowElement").contains {
                all.model.elements[$0].place.file != all.model.elements[element].place.file
            }
        }
        #expect(!crossing.isEmpty)
        let alone = try Samples.read("bank-account/account")
        #expect(alone.findings.contains { $0.code == .modelFileMissing && $0.message.contains("main.core") })
    }

    @Test(.enabled(if: Samples.isThere, Samples.hint), arguments: [("movies", 6), ("movies-first", 7)])
    func `acceptance 5: bindings of the thesis's model are found by name, nothing is dropped`(
        name: String, count: Int
    ) throws {
        let findings = Checker.check(try Samples.read("ifml2ng2/\(name)").model)
        #expect(findings.map(\.code) == Array(repeating: .bindingOutsideFlow, count: count))
    }

    @Test(.enabled(if: Samples.isThere, Samples.hint))
    func `acceptance 5: the flow of the Sudoku without a target is left out`() throws {
        let model = try Samples.read("ifml-reader/Sudoku").model
        #expect(Checker.check(model).count(.flowWithoutTarget) == 1)
        let flows = model.all("InteractionFlow")
        #expect(ModelFacts(model).flows.count { $0.target != nil } == flows.count - 1)
    }

    @Test func `acceptance 5: a flow without a target and an element without a name are warnings`() {
        let flow = "<outInteractionFlows xsi:type=\"core:NavigationFlow\" id=\"n\"/>"
        let event = "<viewElementEvents id=\"e\" name=\"open\">\(flow)</viewElementEvents>"
        #expect(Inline.codes(Inline.window(event)) == [.flowWithoutTarget])
        let model = Inline.read(Inline.file(Inline.window(event))).model
        #expect(ModelFacts(model).flows.allSatisfy { $0.target == nil })
        #expect(SwiftWriter.files(AppModel(model)).count == 7)
        #expect(Inline.codes(Inline.window(event.replacing(" name=\"open\"", with: ""))).contains(.missingName))
        #expect(Finding.Code.flowWithoutTarget.severity == .warning && Finding.Code.missingName.severity == .warning)
    }

    @Test func `acceptance 6: truncated XML, a missing file and an unknown prefix have one message each`() throws {
        let text = Inline.file(Inline.window(""))
        let truncated = Inline.read(String(text.prefix(text.count / 2))).findings
        #expect(
            truncated.map(\.description) == [
                """
                m.core:4:95: error: an end tag has no end [malformed-xml]
                  Mend the XML; an editor for XML shows the place.
                """
            ])
        let missing = ModelReader.read(["/nowhere/nothing.core"]).findings
        #expect(
            missing.map(\.description) == [
                """
                /nowhere/nothing.core:1:1: error: the file cannot be read [file-missing]
                  Name a file that exists and can be read.
                """
            ])
        let prefix = Inline.findings(Inline.window("<viewElements xsi:type=\"strange:List\" id=\"x\" name=\"x\"/>"))
        #expect(
            prefix.map(\.description) == [
                """
                m.core:4:95: error: the prefix of xsi:type="strange:List" is not declared [unknown-prefix]
                  in library/window
                  Declare the prefix with xmlns in the root element.
                """
            ])
    }

    @Test func `references by id lead where positional ones lead`() {
        let byID = Inline.read(
            Inline.file(
                Inline.window(
                    """
                    <viewElementEvents id="e" name="open"><outInteractionFlows xsi:type="core:NavigationFlow" id="n" targetInteractionFlowElement="w2"/></viewElementEvents>
                    """) + "<interactionFlowModelElements xsi:type=\"ext:IFMLWindow\" id=\"w2\" name=\"second\"/>"))
        let byPosition = Inline.read(
            Inline.file(
                Inline.window(
                    """
                    <viewElementEvents id="e" name="open"><outInteractionFlows xsi:type="core:NavigationFlow" id="n" targetInteractionFlowElement="/0/@interactionFlowModel/@interactionFlowModelElements.1"/></viewElementEvents>
                    """) + "<interactionFlowModelElements xsi:type=\"ext:IFMLWindow\" id=\"w2\" name=\"second\"/>"))
        #expect(byID.findings + byPosition.findings == [])
        #expect(byID.model.elements.map(\.references) == byPosition.model.elements.map(\.references))
    }

    @Test func `an id that several elements have is a warning, and an error where it is referred to`() {
        let codes = Inline.codes(
            Inline.window(
                "<viewElementEvents id=\"e\" name=\"open\"><outInteractionFlows xsi:type=\"core:NavigationFlow\" id=\"n\" targetInteractionFlowElement=\"w2\"/></viewElementEvents>"
            )
                + "<interactionFlowModelElements xsi:type=\"ext:IFMLWindow\" id=\"w2\" name=\"a\" isLandmark=\"true\"/>"
                + "<interactionFlowModelElements xsi:type=\"ext:IFMLWindow\" id=\"w2\" name=\"b\" isLandmark=\"true\"/>"
        )
        #expect(codes.contains(.duplicateIdentifier) && codes.contains(.ambiguousReference))
    }

    @Test func `a reference to nothing, or to an element of another class, is an error`() {
        func code(_ target: String) -> [Finding.Code] {
            Inline.codes(
                Inline.window(
                    "<viewElementEvents id=\"e\" name=\"open\"><outInteractionFlows xsi:type=\"core:NavigationFlow\" id=\"n\" targetInteractionFlowElement=\"\(target)\"/></viewElementEvents>"
                )
            ).filter { $0.severity == .error }
        }
        #expect(code("nothing") == [.danglingReference])
        #expect(code("//@interactionFlowModel/@interactionFlowModelElements.7") == [.danglingReference])
        #expect(code("//@interactionFlowModel/@x.y.z") == [.danglingReference])
        #expect(code("n") == [.unlikeReference])
    }

    @Test func `a misspelt identifier is told from one that is like none`() {
        func remedy(_ target: String) -> String? {
            Inline.findings(
                Inline.window(
                    "<viewElementEvents id=\"e\" name=\"open\"><outInteractionFlows xsi:type=\"core:NavigationFlow\" id=\"n\" targetInteractionFlowElement=\"\(target)\"/></viewElementEvents>"
                )
                    + "<interactionFlowModelElements xsi:type=\"ext:IFMLWindow\" id=\"counter\" name=\"c\" isLandmark=\"true\"/>"
            ).first { $0.code == .danglingReference }?.remedy
        }
        #expect(remedy("Countr") == "Did you mean counter? Point it to an element that exists.")
        #expect(remedy("cellar") == Finding.Code.danglingReference.remedy)
    }

    @Test func `a UML file that is not there is a warning, and types are texts`() {
        let text = Inline.file(Inline.window("")).replacing("d.uml", with: "other.uml")
        let reading = Inline.read(text)
        #expect(reading.findings.map(\.code) == [.domainFileMissing])
    }

    @Test func `a binding's type is written in both dialects`() throws {
        let child =
            "<parameters id=\"p\" name=\"p\"><type xsi:type=\"uml:PrimitiveType\" href=\"d.uml#Integer\"/></parameters>"
        let attribute = "<parameters id=\"p\" name=\"p\" type=\"uml:PrimitiveType d.uml#Integer\"/>"
        for text in [child, attribute] {
            let model = Inline.read(Inline.file(Inline.window(text))).model
            let parameter = try #require(model.all("IFMLParameter").first)
            #expect(model.domainTarget(parameter, "type") == "d.uml#Integer")
        }
    }
}

@Suite("limits") struct LimitTests {
    @Test func `the model that the article shows is sound`() throws {
        let article = "\(Models.package)/../../DocC/Statecharts.docc/FromAModelToAnApplication.md"
        let blocks = try String(contentsOfFile: article, encoding: .utf8).components(separatedBy: "```xml\n")
            .dropFirst()
            .map { String($0.prefix(upTo: $0.range(of: "```")?.lowerBound ?? $0.endIndex)) }
        #expect(blocks.count == 2)
        let files = ["shop.core": blocks.first, "shop.uml": blocks.last]
        let reading = ModelReader.read(["shop.core"]) { path, _ in files[path]?.map { Array($0.utf8) } }
        #expect(reading.findings + Checker.check(reading.model) == [])
        #expect(TreeWriter.text(AppModel(reading.model)) == "Shop *\n  Repairs *\n  Details\n")
    }
}
