import Testing

@testable import IFMLGenerator

@Suite("checking") struct CheckingTests {
    /// Everything of acceptance point 7 in one model.
    static let faulty = """
        <interactionFlowModelElements xsi:type="ext:IFMLWindow" id="w1" name="first" isDefault="true">
          <viewElementEvents id="e1" name="open">
            <outInteractionFlows xsi:type="core:NavigationFlow" id="f1" targetInteractionFlowElement="w2"/>
            <outInteractionFlows xsi:type="core:NavigationFlow" id="f2" targetInteractionFlowElement="w3"/>
          </viewElementEvents>
          <viewElements xsi:type="ext:List" id="l1" name="one"><parameters id="p1" name="number"><type href="d.uml#Integer"/></parameters>
            <outInteractionFlows xsi:type="core:DataFlow" id="d1" targetInteractionFlowElement="l2"><parameterBindingGroup id="g1">
              <parameterBindings id="b1" sourceParameter="p1" targetParameter="p2"/></parameterBindingGroup></outInteractionFlows>
          </viewElements>
          <viewElements xsi:type="ext:List" id="l2" name="two"><parameters id="p2" name="flag"><type href="d.uml#Boolean"/></parameters>
            <outInteractionFlows xsi:type="core:DataFlow" id="d2" targetInteractionFlowElement="l1"/>
          </viewElements>
        </interactionFlowModelElements>
        <interactionFlowModelElements xsi:type="ext:IFMLWindow" id="w2" name="second" isDefault="true">
          <viewElementEvents id="e2" name="close" activationExpression="x1"/>
        </interactionFlowModelElements>
        <interactionFlowModelElements xsi:type="ext:IFMLWindow" id="w3" name="third"/>
        <interactionFlowModelElements xsi:type="ext:IFMLWindow" id="w4" name="fourth"/>
        <interactionFlowModelElements xsi:type="core:ActivationExpression" id="x1" language="ifml" body="nobody == 1"/>
        """

    @Test func `acceptance 7: six faults have six codes, all in one run, each with its path`() {
        let findings = Inline.findings(Self.faulty)
        let expected: [Finding.Code: String] = [
            .severalDefaults: "library/second", .ambiguousFlows: "library/first/open", .unreachable: "library/fourth",
            .unlikeTypes: "library/first/one/outInteractionFlows/parameterBindings",
            .dataFlowCycle: "library/first/two/outInteractionFlows", .unknownName: "library/second/close",
        ]
        #expect(Dictionary(findings.map { ($0.code, $0.path) }) { one, _ in one } == expected)
        #expect(findings.count == expected.count)
        #expect(findings.allSatisfy { !$0.remedy.isEmpty && !$0.message.isEmpty })
    }

    @Test func `acceptance 8: the nine checks pass our Movie Manager and refuse the editor's sample`() {
        #expect(Checker.check(Models.read("movies").model, isStrict: true) == [])
        let codes = Set(Checker.check(Models.read("public/ifml-editor/movies").model, isStrict: true).map(\.code))
        #expect(codes == [.strictNames, .strictParameters])
    }

    @Test(.enabled(if: Samples.isThere, Samples.hint), arguments: ["movies", "movies-first"])
    func `acceptance 8: the thesis's model passes the nine checks`(name: String) throws {
        let findings = Checker.check(try Samples.read("ifml2ng2/\(name)").model, isStrict: true)
        #expect(!findings.containsError)
    }

    @Test func `the nine checks are errors of their own`() {
        let findings = Inline.findings(
            """
            <interactionFlowModelElements xsi:type="core:ViewContainer" id="c" name="Not lower">
              <viewElements xsi:type="core:ViewComponent" id="v" name="plain"/>
              <viewElements xsi:type="ext:List" id="l" name="list">
                <viewComponentParts xsi:type="core:DataBinding" id="b" name="books" domainConcept="book"/>
                <viewComponentParts xsi:type="core:ConditionalExpression" id="ce" name="text" language="text" body="x"/>
                <viewElementEvents xsi:type="ext:OnSelectEvent" id="s" name="select">
                  <outInteractionFlows xsi:type="core:DataFlow" id="f1" targetInteractionFlowElement="a"/>
                  <outInteractionFlows xsi:type="core:DataFlow" id="f2" targetInteractionFlowElement="a"/>
                </viewElementEvents>
              </viewElements>
            </interactionFlowModelElements>
            <interactionFlowModelElements xsi:type="core:IFMLAction" id="a" name="act">
              <outInteractionFlows xsi:type="core:NavigationFlow" id="f3" targetInteractionFlowElement="c"/>
              <outInteractionFlows xsi:type="core:NavigationFlow" id="f4" targetInteractionFlowElement="c"/>
            </interactionFlowModelElements>
            """, isStrict: true)
        let codes = Set(findings.map(\.code)).filter { $0.rawValue.hasPrefix("strict") }
        #expect(codes.count == 9)
    }

    @Test func `the kinds of findings have names and remedies of their own`() {
        let codes = Finding.Code.allCases
        #expect(Set(codes.map(\.rawValue)).count == codes.count)
        #expect(codes.allSatisfy { $0.remedy.hasSuffix(".") })
    }

    @Test func `a finding is printed with place, severity, code, path and remedy`() throws {
        let finding = try #require(Inline.findings(Self.faulty).first { $0.code == .ambiguousFlows })
        #expect(
            finding.description == """
                m.core:5:3: error: its flows lead to library/second and library/third, which exclude each other [ambiguous-flows]
                  in library/first/open
                  Add an interaction flow expression that says which flow is followed.
                """)
    }

    @Test func `cycles of generalizations, modules and actions are errors`() {
        let codes = Inline.codes(
            Inline.window("")
                + """
                <interactionFlowModelElements xsi:type="core:ModuleDefinition" id="d" name="definition">
                  <interactionFlowModelElement xsi:type="core:IFMLModule" id="m" name="module" moduleDefinition="d"/>
                </interactionFlowModelElements>
                <interactionFlowModelElements xsi:type="core:IFMLAction" id="a" name="one"><outInteractionFlows xsi:type="core:NavigationFlow" id="f1" targetInteractionFlowElement="b"/></interactionFlowModelElements>
                <interactionFlowModelElements xsi:type="core:IFMLAction" id="b" name="two"><outInteractionFlows xsi:type="core:NavigationFlow" id="f2" targetInteractionFlowElement="a"/></interactionFlowModelElements>
                """)
        #expect(codes.contains(.moduleCycle) && codes.contains(.actionCycle))
        let reading = ModelReader.read(["m.core"]) { path, _ in
            let domain = Inline.domain.replacing(
                "<packagedElement xmi:type=\"uml:Class\" xmi:id=\"Book\" name=\"Book\">",
                with:
                    "<packagedElement xmi:type=\"uml:Class\" xmi:id=\"Book\" name=\"Book\"><generalization xmi:id=\"g\" general=\"Book\"/>"
            )
            return path == "m.core" ? Array(Inline.file(Inline.window("")).utf8) : Array(domain.utf8)
        }
        #expect(Checker.check(reading.model).map(\.code) == [.generalizationCycle])
    }

    @Test func `a type that its UML file does not have is an error, one of another file is known by its name`() {
        let reading = ModelReader.read(["m.core"]) { path, _ in
            let domain = Inline.domain.replacing(
                "name=\"pages\" type=\"Integer\"/>", with: "name=\"pages\" type=\"Int\"/>"
            )
            .replacing(
                "name=\"title\" type=\"String\"/>",
                with: "name=\"title\"><type href=\"pathmap://UML/Types.uml#String\"/></ownedAttribute>")
            return path == "m.core" ? Array(Inline.file(Inline.window("")).utf8) : Array(domain.utf8)
        }
        #expect(
            Checker.check(reading.model).map(\.description) == [
                """
                d.uml:12:5: error: type="Int" leads to nothing [dangling-reference]
                  in Book/pages
                  Name the xmi:id of a class, an enumeration or a primitive type of the file.
                """
            ])
    }
}

@Suite("expressions") struct ExpressionTests {
    private func codes(_ body: String, language: String = "ifml") -> [Finding.Code] {
        let text = body.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
        return Inline.codes(
            Inline.window(
                """
                <viewElements xsi:type="ext:Form" id="form" name="form"><parameters id="p" name="book"><type href="d.uml#Book"/></parameters>
                <viewComponentParts xsi:type="ext:SimpleField" id="s" name="count"><type href="d.uml#Integer"/></viewComponentParts>
                <viewComponentParts xsi:type="ext:SelectionField" id="b" name="board"><type href="d.uml#Board"/></viewComponentParts>
                <viewElementEvents id="e" name="go" activationExpression="x"/></viewElements>
                """)
                + "<interactionFlowModelElements xsi:type=\"core:ActivationExpression\" id=\"x\" language=\"\(language)\" body=\"\(text)\"/>"
        )
    }

    @Test(arguments: [
        "count == 1", "count < 2.5 && !(count >= 7 || book == nil)", "book.isLent", "book.title == \"x\"",
        "board == full", "board != none", "nil != board", "context.batteryStatus == unplugged", "count == -1",
        "context.userRole == \"premium\"", "context.orientation == faceUp", "!book.isLent", "true",
    ])
    func `expressions that fit have no finding`(body: String) { #expect(codes(body) == []) }

    @Test(
        arguments: zip(
            [
                "count ==", "count == 1)", "nobody", "book.nobody == 1", "count == \"x\"", "board == half", "count",
                "context.nobody == 1", "context.batteryLevel == \"x\"", "board < full", "a -> b", "\"open", "#",
                String(repeating: "(", count: 500) + "1", "context.batteryStatus == half", "!count",
            ],
            [
                .expressionSyntax, .expressionSyntax, .unknownName, .unknownName, .expressionTypes, .unknownLiteral,
                .expressionTypes, .unknownVariable, .unlikeVariable, .expressionTypes, .expressionSyntax,
                .expressionSyntax,
                .expressionSyntax, .expressionSyntax, .unknownLiteral, .expressionTypes,
            ] as [Finding.Code]))
    func `expressions that do not fit have one finding`(body: String, code: Finding.Code) {
        #expect(codes(body) == [code])
    }

    @Test func `Swift is copied, any other language is an error`() {
        #expect(codes("anything(at: all)", language: "swift") == [])
        #expect(codes("x", language: "OCL") == [.expressionLanguage])
    }

    @Test(
        arguments: zip(
            ["every 60s", "after 5s", "every 2 min", "after 250ms", "every 1h"],
            [60_000, 5_000, 120_000, 250, 3_600_000]))
    func `times have units`(text: String, milliseconds: Int) throws {
        let time = try Expression.parseTime(text)
        #expect(time == Expression.Timing(isRepeated: text.hasPrefix("every"), milliseconds: milliseconds))
    }

    @Test(arguments: ["60s", "every", "every x", "every 0s", "every 5 days", "every 1e99h"])
    func `what is no time is refused`(text: String) {
        #expect(throws: Expression.SyntaxError.self) { try Expression.parseTime(text) }
    }

    @Test func `what nothing is generated for yet is said, and the rest is generated`() {
        func form(_ field: String) -> [Finding.Code] {
            Inline.codes(
                Inline.window("<viewElements xsi:type=\"ext:Form\" id=\"f\" name=\"f\">\(field)</viewElements>"))
        }
        func field(_ kind: String, of type: String, _ inside: String = "") -> [Finding.Code] {
            form(
                "<viewComponentParts xsi:type=\"ext:\(kind)\" id=\"s\" name=\"s\"><type href=\"d.uml#\(type)\"/>"
                    + "\(inside)</viewComponentParts>")
        }
        #expect(field("SelectionField", of: "Book") == [])
        #expect(field("SelectionField", of: "Board") == [])
        func rule(_ body: String) -> String {
            "<constraints xsi:type=\"ext:ValidationRule\" id=\"r\" language=\"ifml\" body=\"\(body)\"/>"
        }
        #expect(field("SimpleField", of: "Integer", rule("s &gt; 1")) == [])
        #expect(field("SimpleField", of: "Integer", rule("context.batteryLevel &gt; 1")) == [.notGenerated])
        #expect(field("SimpleField", of: "Integer") == [])
        func event(_ type: String, _ body: String? = nil) -> [Finding.Code] {
            let expression = body.map {
                "<triggeringExpressions xsi:type=\"core:BooleanExpression\" id=\"x\" language=\"ifml\" body=\"\($0)\"/>"
            }
            return Inline.codes(
                Inline.window("") + "<interactionFlowModelElements xsi:type=\"core:IFMLAction\" id=\"a\" name=\"act\"/>"
                    + "<interactionFlowModelElements xsi:type=\"ext:SystemEvent\" id=\"e\" name=\"e\" type=\"\(type)\">"
                    + "\(expression ?? "")</interactionFlowModelElements>")
        }
        #expect(event("time") == [] && event("time", "every 5s") == [])
        for type in ["actionCompletion", "specialCondition"] { #expect(event(type) == [.notGenerated], "\(type)") }
        #expect(event("actionCompletion", "act") == [] && event("actionCompletion", "other") == [.unknownName])
        #expect(event("specialCondition", "context.wiFi") == [])
        #expect(event("specialCondition", "context.batteryLevel") == [.expressionTypes])
    }
}
