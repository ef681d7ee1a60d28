extension SwiftWriter {
    func views() -> String { "" }
}
