extension SwiftWriter {
    func screens() -> String {
        var text = SwiftText()
        text.line("import IFMLRuntime")
        text.line("import Statecharts")
        for component in app.components where component.kind == .form {
            text.blank()
            fields(component, &text)
        }
        for container in app.containers {
            text.blank()
            screen(container, &text)
        }
        text.blank()
        applicationScreen(&text)
        text.blank()
        text.block("extension \(app.typeName)") { text in
            text.comment("The present screen.")
            text.block("var screen: \(app.typeName)Screen") { screen(&$0) }
        }
        return text.text
    }

    // MARK: Forms
}
