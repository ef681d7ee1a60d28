/// Something that a test has waited for has not come.
package struct NeverHappened: Error, CustomStringConvertible {
    let place: String
    package var description: String { "\(place): what is waited for here has not happened" }
}

/// Returns once something holds that nobody tells of: asks again whenever others have had their turn.
/// - Throws: ``NeverHappened`` after so many turns that it never will; what the condition throws.
package func eventually(
    turns: Int = 5_000_000, file: String = #fileID, line: Int = #line, _ condition: () async throws -> Bool
) async throws {
    for _ in 0..<turns {
        if try await condition() { return }
        await Task.yield()
    }
    throw NeverHappened(place: "\(file):\(line)")
}
