/// The words of a command line behind the command, put in order.
package struct Arguments {
    /// What is wrong with a command line.
    package struct Misuse: Error, Hashable {
        package var message: String
        package init(_ message: String) { self.message = message }
    }

    /// What stands without dashes.
    package private(set) var files: [String] = []
    /// Options without a value, with their dashes.
    package private(set) var flags: Set<String> = []
    /// Options with a value; the last one of a name counts.
    package private(set) var values: [String: String] = [:]

    /// - Parameters:
    ///   - flags: the options without a value that the command has.
    ///   - values: those with one, each with a word for what it is.
    package init(
        _ command: String, _ words: some Sequence<String>, flags: Set<String>, values: [String: String]
    ) throws(Misuse) {
        var rest = Array(words)[...]
        while let word = rest.popFirst() {
            if let what = values[word] {
                guard let value = rest.popFirst() else { throw Misuse("\(word) needs \(what)") }
                self.values[word] = value
            } else if !word.hasPrefix("--") {
                files.append(word)
            } else if flags.contains(word) {
                self.flags.insert(word)
            } else {
                throw Misuse("\(command) has no option \(word)")
            }
        }
    }
}
