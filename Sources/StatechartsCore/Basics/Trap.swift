/// Ends the program because of a programming error that no type could prevent, saying what was wrong and what to do.
@usableFromInline
package func trap(_ what: String, _ fix: String, file: StaticString = #fileID, line: UInt = #line) -> Never {
    fatalError("Statecharts: \(what); \(fix)", file: file, line: line)
}
