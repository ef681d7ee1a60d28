/// Why a recording could not be read, written or replayed.
public struct RecordingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of reasons.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The file cannot be read.
        case notReadable
        /// The file, or the page, cannot be written.
        case notWritable
        /// The first line is not a header with the version.
        case noHeader
        /// The recording was written by another version of the package.
        case otherVersion
        /// A line was damaged or edited.
        case damagedLine
        /// What was given as the secrets of a replay has another form.
        case notSecrets
        /// The recording knows no machine of this name.
        case noSuchMachine
        /// Events were kept as text, or something happened that cannot be done again.
        case notReplayable
        /// The chart that was made for a replay has other states than the recorded one.
        case otherChart
        /// An event, or a secret in it, does not fit the chart's types.
        case undecodable
        /// An action of the chart did not return while it was replayed.
        case stuck
    }

    /// What kind of reason it is.
    public let code: Code
    /// The line, counted from 1; 0 for none in particular.
    public let line: Int
    /// What is wrong, and what to do.
    public let message: String

    init(_ code: Code, line: Int = 0, _ message: String) {
        self.code = code
        self.line = line
        self.message = message
    }

    /// `line 3: …`, with the code at the end.
    public var description: String { (line > 0 ? "line \(line): \(message)" : message) + " [\(code.rawValue)]" }
}

extension RecordingError {
    /// A line that was damaged, or that somebody has changed.
    /// - Parameters:
    ///   - reason: what is wrong with it.
    ///   - text: the line; its beginning is shown.
    static func damaged(_ line: Int, _ reason: String, _ text: String) -> RecordingError {
        RecordingError(
            .damagedLine, line: line,
            "this is no line of a recording (\(reason)): \(String(text.prefix(60)).withoutControls); "
                + "correct the line or leave it out, or record again")
    }
}

extension DecodingError {
    /// What was found where, without what the decoder says about itself.
    var words: String {
        func place(_ context: Context, _ key: (any CodingKey)? = nil) -> String {
            let path = (context.codingPath.map { $0 } + (key.map { [$0] } ?? [])).map { key in
                // The compiler calls the values of cases so.
                key.intValue.map { "[\($0)]" } ?? (key.stringValue == "_0" ? "" : ".\(key.stringValue)")
            }.joined()
            return path.isEmpty ? "" : " at " + String(path.drop { $0 == "." }.prefix(200)).withoutControls
        }
        func name(_ type: Any.Type) -> String {
            let name = String(describing: type)
            return name.hasPrefix("Dictionary<") ? "object" : name.hasPrefix("Array<") ? "array" : name
        }
        switch self {
        case .typeMismatch(let type, let context): return "there is no \(name(type))\(place(context))"
        case .valueNotFound(let type, let context): return "there is no \(name(type)), but nothing\(place(context))"
        case .keyNotFound(let key, let context): return "nothing is there\(place(context, key))"
        case .dataCorrupted(let context):
            // Whether it says why depends on the platform.
            let isJSON = context.underlyingError == nil && !context.debugDescription.contains("not valid JSON")
            let reason = isJSON ? context.debugDescription : "it is no JSON"
            return String(reason.prefix(300)).withoutControls + place(context)
        @unknown default: return "it cannot be read"
        }
    }
}

extension String {
    /// For an error: the beginning.
    var short: String { String(count > 80 ? prefix(79) + "…" : self[...]).withoutControls }

    /// For a terminal: what could steer it becomes a question mark.
    var withoutControls: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .format, .lineSeparator, .paragraphSeparator: "?"
                    default: scalar
                    }
                }))
    }
}
