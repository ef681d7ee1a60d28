import Foundation
import Testing

@testable import IFMLGenerator

/// How long a large model takes. Times are asserted only where the code is optimised and it was asked for:
/// `IFML_LONG=1 swift test -c release -Xswiftc -enable-testing --filter SpeedTests`.
@Suite("speed", .serialized) struct SpeedTests {
    /// A model with lists, details, forms, actions and flows in turn, of at least so many elements.
    static func model(objects: Int) -> String {
        var elements: [String] = []
        for number in 0..<max(1, objects / 18) {
            let last = number == objects / 18 - 1
            elements.append(
                """
                <interactionFlowModelElements xsi:type="ext:IFMLWindow" id="w\(number)" name="window \(number)" isDefault="\(number == 0)" isLandmark="true">
                  <viewElements xsi:type="ext:List" id="l\(number)" name="list \(number)">
                    <parameters id="p\(number)" name="row"><type href="d.uml#Book"/></parameters>
                    <viewComponentParts xsi:type="core:DataBinding" id="b\(number)" name="books" domainConcept="book">
                      <subViewComponentParts xsi:type="core:VisualizationAttribute" id="t\(number)" name="title" featureConcept="title"/>
                      <subViewComponentParts xsi:type="core:VisualizationAttribute" id="u\(number)" name="pages" featureConcept="pages"/>
                    </viewComponentParts>
                    <viewElementEvents xsi:type="ext:OnSelectEvent" id="s\(number)" name="open"><outInteractionFlows xsi:type="core:NavigationFlow" id="f\(number)" targetInteractionFlowElement="d\(last ? 0 : number + 1)"><parameterBindingGroup id="g\(number)"><parameterBindings id="n\(number)" sourceParameter="p\(number)" targetParameter="q\(last ? 0 : number + 1)"/></parameterBindingGroup></outInteractionFlows></viewElementEvents>
                  </viewElements>
                  <viewElements xsi:type="ext:Details" id="d\(number)" name="details \(number)">
                    <parameters id="q\(number)" name="book"><type href="d.uml#Book"/></parameters>
                    <viewComponentParts xsi:type="core:DataBinding" id="c\(number)" name="book" domainConcept="book">
                      <subViewComponentParts xsi:type="core:VisualizationAttribute" id="v\(number)" name="title" featureConcept="title"/>
                    </viewComponentParts>
                  </viewElements>
                  <viewElements xsi:type="ext:Form" id="o\(number)" name="form \(number)">
                    <viewComponentParts xsi:type="ext:SimpleField" id="x\(number)" name="title"/>
                    <viewElementEvents xsi:type="ext:OnSubmitEvent" id="y\(number)" name="submit"><outInteractionFlows xsi:type="core:NavigationFlow" id="h\(number)" targetInteractionFlowElement="a\(number)"><parameterBindingGroup id="i\(number)"><parameterBindings id="m\(number)" sourceParameter="x\(number)" targetParameter="r\(number)"/></parameterBindingGroup></outInteractionFlows></viewElementEvents>
                  </viewElements>
                </interactionFlowModelElements>
                <interactionFlowModelElements xsi:type="core:IFMLAction" id="a\(number)" name="act \(number)"><parameters id="r\(number)" name="title"/></interactionFlowModelElements>
                """)
        }
        return Inline.file(elements.joined(separator: "\n"))
    }

    /// Reads, checks and generates.
    private func generate(_ read: () -> Reading) -> (objects: Int, files: [SwiftWriter.File], time: Duration) {
        var result: (Int, [SwiftWriter.File]) = (0, [])
        let time = ContinuousClock().measure {
            let reading = read()
            let facts = ModelFacts(reading.model)
            _ = Checker.check(facts, isStrict: false)
            result = (reading.objectCount, SwiftWriter.files(AppModel(facts)))
        }
        return (result.0, result.1, time)
    }

    private func expectQuick(_ time: Duration, _ what: String) {
        #if !DEBUG
            if Long.isWanted { #expect(time < .milliseconds(100), "\(what): \(time)") }
        #endif
    }

    @Test func `acceptance 34: a model of 900 objects is read, checked and generated`() {
        let text = Self.model(objects: 900)
        let (objects, files, time) = generate { Inline.read(text) }
        #expect(objects >= 900 && files.count == 7)
        #expect(Inline.read(text).findings == [])
        #expect(files[2].text.contains("final class Window39: State<"))
        expectQuick(time, "900 objects")
    }

    @Test(.enabled(if: Samples.isThere, Samples.hint))
    func `acceptance 34: the charity's model of 865 objects is read, checked and generated`() throws {
        let folder = try #require(Samples.folder)
        let (objects, files, time) = generate {
            ModelReader.read(["\(folder)/abs-products/aisco_editor_v2.core"])
        }
        #expect(objects == 865 && files.count == 7)
        expectQuick(time, "865 objects")
    }
}
