import Testing

@testable import IFMLGenerator

/// Where flows lead that leave modal windows, and which events modal windows keep away.
@Suite("modal windows") struct ModalWindowTests {
    private func event(_ id: String, to target: String) -> String {
        """
        <viewElementEvents id="\(id)" name="\(id)"><outInteractionFlows xsi:type="core:NavigationFlow" id="\(id)f" targetInteractionFlowElement="\(target)"/></viewElementEvents>
        """
    }

    private func element(_ tag: String, _ id: String, _ attributes: String, _ content: String) -> String {
        "<\(tag) xsi:type=\"ext:IFMLWindow\" id=\"\(id)\" name=\"\(id)\" \(attributes)>\(content)</\(tag)>"
    }

    private func container(_ id: String, _ attributes: String = "", _ content: String = "") -> String {
        element("viewElements", id, attributes, content)
    }

    private func window(_ id: String, _ attributes: String = "", _ content: String = "") -> String {
        element("interactionFlowModelElements", id, attributes, content)
    }

    private func file(_ name: String, _ elements: String) throws -> String {
        let reading = Inline.read(Inline.file(elements))
        #expect(reading.findings + Checker.check(reading.model) == [])
        let files = SwiftWriter.files(AppModel(reading.model))
        return try #require(files.first { $0.name == "Library+\(name).swift" }).text
    }

    @Test func `a flow out of a modal window leaves the window around it too, if that does not hold its target`() throws
    {
        let question = container("question", "isModal=\"true\"", event("away", to: "other"))
        let states = try file(
            "States",
            window("first", "isDefault=\"true\"", event("ask", to: "question") + question) + window("other"))
        #expect(
            states.contains(
                """
                                    let present = top.present
                                    return .to(top.other) {
                """))
        #expect(!states.contains("top.other, "))
    }

    @Test func `a flow out of a modal window to a container beside it closes it`() throws {
        let question = container("question", "isModal=\"true\"", event("on", to: "two"))
        let inner = container("one", "isDefault=\"true\"", event("ask", to: "question")) + container("two")
        let states = try file("States", window("first", "isDefault=\"true\" isXOR=\"true\"", inner + question))
        #expect(states.contains("return .to(top.first.content.two, top.first.question.hidden) {"))
    }

    @Test func `containers in a modal window lead to each other while it stays, and are on top`() throws {
        let steps =
            container("one", "isDefault=\"true\" isLandmark=\"true\"", event("next", to: "two")) + container("two")
        let elements =
            window("first", "isDefault=\"true\"", event("begin", to: "wizard"))
            + window("wizard", "isModal=\"true\" isXOR=\"true\"", steps)
        let states = try file("States", elements)
        for line in [
            "override func entry() { top.data.navigation.open(.wizard) }",
            "override func exit() { top.data.navigation.close(.wizard) }",
            "guard top.data.navigation.isOnTop(.wizard) else { return .unhandled }",
            "return .to(top.wizard.shown.two) { top.data.navigation.show(.two) }",
        ] { #expect(states.contains(line), "\(line)") }
        let screens = try file("Screens", elements)
        #expect(screens.contains("if wizard.shown.isActive, !wizard.shown.one.isActive {"))
        #expect(screens.contains("EventButton(\"go one\", .goOne, if: data.navigation.isOnTop(.wizard))"))
    }
}
