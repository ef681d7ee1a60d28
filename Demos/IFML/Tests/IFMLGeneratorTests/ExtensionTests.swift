import Foundation
import Testing

@testable import IFMLGenerator

@Suite("extensions") struct ExtensionTests {
    @Test func `acceptance 35: the thesis's 84 classes and 5 enumerations are read, and the fork's seven`() {
        let mobile = Metamodel.shared.classes.values.filter(\.isMobile)
        #expect(mobile.count == 84 + 7)
        #expect(mobile.count { $0.isAbstract } == 13)
        let literals = [
            Metamodel.viewLifecycle, Metamodel.applicationLifecycle, Metamodel.swipeDirections, Metamodel.orientations,
            Metamodel.batteryStatuses,
        ]
        #expect(literals.map(\.count) == [5, 10, 4, 8, 4])
    }

    @Test func `acceptance 35: abstract classes are rejected, but for those with nothing below`() {
        for one in Metamodel.shared.classes.values where one.isMobile {
            let codes = Inline.codes(
                Inline.window("<viewElements xsi:type=\"mobile:\(one.name)\" id=\"x\" name=\"x\"/>"))
            #expect(codes.contains(.abstractClass) == one.isAbstract, "\(one.name)")
            #expect(!codes.contains(.unknownClass), "\(one.name)")
        }
    }

    @Test func `acceptance 35: other namespaces and spellings give the same model`() throws {
        let text = try Models.text("podcasts.core")
        let plain = ModelReader.read(["m"]) { path, _ in
            path == "m" ? Array(text.utf8) : try? Array(Models.text(path).utf8)
        }
        for uri in ["general", "private", "ext"] {
            let other = text.replacing(
                "xmlns:mobile=\"http://www.omg.org/spec/20130218/mobile\"",
                with: "xmlns:mobile=\"http://www.omg.org/spec/20130218/\(uri)\""
            )
            .replacing("isDefault=", with: "isHome=").replacing("fingersCount=\"1\"", with: "fingersCount=\"1.0\"")
            .replacing("hasNavBar", with: "hasNavigationBar").replacing(
                "appWillResignActive", with: "App Will Resign-Active")
            let reading = ModelReader.read(["m"]) { path, _ in
                path == "m" ? Array(other.utf8) : try? Array(Models.text(path).utf8)
            }
            #expect(reading.findings == [])
            #expect(reading.model.elements.map(\.type) == plain.model.elements.map(\.type))
            #expect(reading.model.elements.map(\.attributes) == plain.model.elements.map(\.attributes))
            #expect(SwiftWriter.files(AppModel(reading.model)) == SwiftWriter.files(AppModel(plain.model)))
        }
    }

    @Test func `acceptance 35: the fork's sample is read`() {
        let reading = Models.read("public/mobile-ifml-editor/MoviesManager")
        #expect(reading.objectCount == 81)
        #expect(!(reading.findings + Checker.check(reading.model)).containsError)
    }

    @Test func `acceptance 35: the taps of the fork's sample are buttons, its long press leads to the options`() throws
    {
        let model = Models.read("public/mobile-ifml-editor/MoviesManager").model
        let app = AppModel(model)
        let kinds = app.events.compactMap { event in event.element.flatMap { app.gestures[$0]?.kind } }
        #expect(Set(kinds) == ["tap", "longPress"])
        let press = try #require(app.events.first { $0.element.flatMap { app.gestures[$0]?.kind } == "longPress" })
        func reactions(_ state: AppModel.State) -> [AppModel.Transition] {
            state.transitions + state.children.flatMap(reactions)
        }
        let reaction = try #require(reactions(app.chart).first { $0.event == press.name })
        let names = reaction.branches.compactMap { branch -> String? in
            if case .container(let index) = branch.target { app.containers[index].name } else { nil }
        }
        #expect(names.map { $0.lowercased().contains("option") } == [true])
        let screens = SwiftWriter.files(app)[5].text
        #expect(screens.components(separatedBy: "by: Gesture(.tap").count == kinds.count { $0 == "tap" } + 1)
    }

    @Test func `acceptance 35: abstract are fifteen classes of the thesis, of which two stand for themselves`() {
        // BluetoothEvent and NFC are abstract there and have nothing below them.
        for name in ["BluetoothEvent", "NFC"] {
            #expect(Metamodel.shared.classes[name]?.isAbstract == false, "\(name)")
        }
        #expect(Metamodel.shared.classes.values.count { $0.isMobile && $0.isAbstract } + 2 == 15)
    }

    private func form(_ field: String) -> String {
        Inline.window("<viewElements xsi:type=\"ext:Form\" id=\"f\" name=\"f\">\(field)</viewElements>")
    }

    @Test func `acceptance 36: ranges`() {
        func codes(_ attributes: String, _ content: String = "") -> [Finding.Code] {
            Inline.codes(
                form(
                    "<viewComponentParts xsi:type=\"mobile:RangeSelectionField\" id=\"r\" name=\"r\" \(attributes)>\(content)</viewComponentParts>"
                ))
        }
        #expect(codes("minValue=\"1\" maxValue=\"6\" stepValue=\"1\"") == [])
        #expect(codes("minValue=\"6\" maxValue=\"1\"") == [.minimumAboveMaximum])
        for step in ["0", "-1", "0.5", "x"] { #expect(codes("stepValue=\"\(step)\"") == [.wrongStep]) }
        #expect(codes("minValue=\"x\"") == [.notANumber])
        #expect(codes("isMultiSelection=\"true\"") == [.rangeOptions])
        #expect(codes("", "<subViewComponentParts xsi:type=\"ext:IFMLSlot\" id=\"s\" name=\"s\"/>") == [.rangeOptions])
        #expect(
            Inline.codes(
                form(
                    "<viewComponentParts xsi:type=\"mobile:MultilineField\" id=\"r\" name=\"r\" type=\"d.uml#Integer\"/>"
                )) == [.multilineType])
    }

    @Test func `acceptance 36: menus, maps and advertisements`() {
        let menu =
            "<interactionFlowModelElements xsi:type=\"mobile:ModalMenu\" id=\"m\" name=\"m\" isLandmark=\"true\"><viewElements xsi:type=\"ext:Form\" id=\"f\" name=\"f\"/></interactionFlowModelElements>"
        #expect(Inline.codes(Inline.window("") + menu) == [.elementInModalMenu])
        let annotation = "<viewElements xsi:type=\"mobile:MapAnnotation\" id=\"a\" name=\"a\">\("")</viewElements>"
        let places =
            "<viewComponentParts xsi:type=\"core:DataBinding\" id=\"b\" name=\"b\"><subViewComponentParts xsi:type=\"core:VisualizationAttribute\" id=\"x\" name=\"latitude\"/><subViewComponentParts xsi:type=\"core:VisualizationAttribute\" id=\"y\" name=\"longitude\"/></viewComponentParts>"
        let placed = annotation.replacing("></viewElements>", with: ">\(places)</viewElements>")
        #expect(Inline.codes(Inline.window(placed)) == [.annotationOutsideMap])
        func map(_ content: String) -> String {
            Inline.window("<viewElements xsi:type=\"mobile:MapView\" id=\"v\" name=\"v\">\(content)</viewElements>")
        }
        #expect(Inline.codes(map(placed)) == [])
        #expect(Inline.codes(map(annotation)) == [.annotationWithoutPlace])
        #expect(Inline.codes(map("<viewElements xsi:type=\"ext:Form\" id=\"f\" name=\"f\"/>")) == [.componentInMap])
        #expect(
            Inline.codes(
                Inline.window(
                    "<viewElements xsi:type=\"mobile:AdBannerView\" id=\"v\" name=\"v\"><viewElementEvents id=\"e\" name=\"e\"/></viewElements>"
                )) == [.eventOnAdvertisement])
    }

    @Test func `acceptance 36: pictures, gestures, abstract classes`() {
        let list =
            "<viewElements xsi:type=\"ext:List\" id=\"l\" name=\"l\"><viewComponentParts xsi:type=\"core:DataBinding\" id=\"b\" name=\"b\" domainConcept=\"book\"><subViewComponentParts xsi:type=\"mobile:ImageAttribute\" id=\"x\" name=\"x\" featureConcept=\"pages\"/></viewComponentParts></viewElements>"
        #expect(Inline.codes(Inline.window(list)) == [.imageType])
        #expect(Inline.codes(Inline.window(list.replacing("\"pages\"", with: "\"title\""))) == [])
        let tap = { (id: String) in "<viewElementEvents xsi:type=\"mobile:TapEvent\" id=\"\(id)\" name=\"\(id)\"/>" }
        #expect(Inline.codes(Inline.window(tap("a") + tap("b"))) == [.sameGesture])
        #expect(Inline.codes(Inline.window(tap("a") + tap("b").replacing("/>", with: " fingersCount=\"2\"/>"))) == [])
        #expect(
            Inline.codes(Inline.window("<viewElements xsi:type=\"mobile:MobileViewContainer\" id=\"l\" name=\"l\"/>"))
                == [.abstractClass])
    }

    @Test func `acceptance 36: variables and viewpoints`() {
        func set(_ name: String, _ type: String) -> [Finding.Code] {
            Inline.codes(
                Inline.window(
                    "<viewElementEvents id=\"e\" name=\"e\"><outInteractionFlows xsi:type=\"core:NavigationFlow\" id=\"n\" targetInteractionFlowElement=\"s\"/></viewElementEvents>"
                )
                    + "<interactionFlowModelElements xsi:type=\"ext:SetContextEvent\" id=\"s\" name=\"s\"><parameters id=\"p\" name=\"\(name)\"><type href=\"d.uml#\(type)\"/></parameters></interactionFlowModelElements>",
                contexts:
                    "<core:Context id=\"c\"><contextVariables xsi:type=\"core:SimpleContextVariable\" id=\"v\" name=\"language\" value=\"en\"/></core:Context>"
            )
        }
        #expect(set("language", "String") == [])
        #expect(set("userRole", "String") == [])
        #expect(set("nobody", "String") == [.unknownVariable])
        #expect(set("language", "Integer") == [.unlikeVariable])
        func variable(_ text: String) -> [Finding.Code] {
            Inline.codes(
                Inline.window(""),
                contexts: "<core:Context id=\"c\"><contextVariables id=\"v\" name=\"v\" \(text)/></core:Context>")
        }
        #expect(variable("xsi:type=\"mobile:BatteryLevel\" value=\"0.5\"") == [])
        #expect(variable("xsi:type=\"mobile:BatteryLevel\" value=\"half\"") == [.unlikeVariable])
        #expect(variable("xsi:type=\"mobile:BatteryStatus\" value=\"half\"") == [.unknownLiteral])
        #expect(variable("xsi:type=\"mobile:BatteryLevel\" scope=\"SessionScope\"") == [.mobileScope])
        #expect(
            Inline.codes(Inline.window(""), viewpoints: "<interactionFlowModelViewpoint id=\"vp\" name=\"vp\"/>")
                == [.viewpointWithoutContext])
    }
}
