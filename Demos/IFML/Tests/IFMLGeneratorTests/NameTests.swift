import Testing

@testable import IFMLGenerator

@Suite("names") struct NameTests {
    @Test(arguments: [
        ("Select a movie", "selectAMovie", "SelectAMovie"),
        ("api/customer/list.abs", "apiCustomerListAbs", "ApiCustomerListAbs"),
        ("WiFi", "wiFi", "WiFi"), ("NFC", "nfc", "NFC"), ("GLView", "glView", "GLView"),
        ("moviesList", "moviesList", "MoviesList"),
        ("  ", "", ""), ("café au lait", "caféAuLait", "CaféAuLait"),
    ])
    func `acceptance 15: words of a name`(name: String, lower: String, upper: String) {
        #expect(lowerCamel(name) == lower)
        #expect(upperCamel(name) == upper)
    }

    /// A window, a component of a kind, its binding and their class, which all have one name.
    static func alike(_ kind: String) -> String {
        Inline.file(
            """
            <interactionFlowModelElements xsi:type="ext:IFMLWindow" id="w" name="Book" isDefault="true">
              <viewElements xsi:type="ext:\(kind)" id="d" name="Book"><parameters id="p" name="Book"><type href="d.uml#Book"/></parameters>
                <viewComponentParts xsi:type="core:DataBinding" id="b" name="Book" domainConcept="book"/></viewElements>
            </interactionFlowModelElements>
            """)
    }

    /// Details have no type of their own: they are a value of the class.
    @Test(arguments: [("Form", "BookForm"), ("List", ""), ("Details", "")])
    func `acceptance 15: a window, a component and a class of one name are types of different names`(
        kind: String, typeName: String
    ) {
        let app = AppModel(Inline.read(Self.alike(kind)).model)
        #expect(app.structures.map(\.typeName) == ["Book"])
        #expect(app.containers.map(\.typeName) == ["BookWindow"])
        #expect(app.components.map(\.typeName) == [typeName])
    }

    @Test func `names of the standard library and of the framework are reserved`() throws {
        #expect(AppModel(Models.read("dictionary").model).typeName == "DictionaryApp")
        for name in ["Array", "String", "State", "Event", "Machine", "Optional", "View", "Data", "Rows"] {
            let text = Inline.file(Inline.window("")).replacing("name=\"library\"", with: "name=\"\(name)\"")
                .replacing("name=\"window\"", with: "name=\"\(name)\"")
            let app = AppModel(Inline.read(text).model)
            #expect(app.typeName == "\(name)App")
            #expect(app.containers.map(\.typeName) == ["\(name)Window"])
        }
    }

    @Test func `keywords get backticks, and names that begin with a digit a letter`() {
        let text = Inline.file(
            Inline.window(
                "<viewElements xsi:type=\"ext:Form\" id=\"f\" name=\"func\"><viewComponentParts xsi:type=\"ext:SimpleField\" id=\"s\" name=\"class\"/><viewComponentParts xsi:type=\"ext:SimpleField\" id=\"t\" name=\"2nd\"/></viewElements>"
            )
                + "<interactionFlowModelElements xsi:type=\"ext:IFMLWindow\" id=\"d\" name=\"default\" isLandmark=\"true\"/>"
        )
        let app = AppModel(Inline.read(text).model)
        let files = SwiftWriter.files(app).map(\.text).joined()
        #expect(files.contains("var `class` = Field<String>()"))
        #expect(files.contains("let `default` = Default()"))
        #expect(files.contains("var _2nd = Field<String>()"))
    }
}
