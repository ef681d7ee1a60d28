/// A place in a file: lines and columns begin at 1, columns count characters.
public struct Place: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The file, as it was named to the reader.
    public var file: String
    /// The line.
    public var line: Int
    /// The column.
    public var column: Int

    /// Makes a place.
    public init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// `file:line:column`, as compilers print it.
    public var description: String { "\(file):\(line):\(column)" }

    /// By file, line, column.
    public static func < (one: Place, other: Place) -> Bool {
        (one.file, one.line, one.column) < (other.file, other.line, other.column)
    }
}

/// Something wrong or doubtful in a model: what, where, and what to do about it.
public struct Finding: Error, Sendable, Hashable, CustomStringConvertible {
    /// How bad it is.
    public enum Severity: String, Sendable, Hashable {
        /// Nothing is generated.
        case error
        /// The model is generated without what is doubtful.
        case warning
    }

    /// What kind of finding.
    public var code: Code
    /// Names of the elements from the model down to the one in question, joined by `/`.
    public var path: String
    /// Where it stands.
    public var place: Place
    /// The fault.
    public var message: String
    /// What to do.
    public var remedy: String

    /// Makes a finding. Without a remedy of its own it has that of its code.
    public init(_ code: Code, at place: Place, path: String = "", _ message: String, remedy: String? = nil) {
        self.code = code
        self.path = path
        self.place = place
        self.message = message
        self.remedy = remedy ?? code.remedy
    }

    /// Decided by the code.
    public var severity: Severity { code.severity }

    /// Two or three lines: place and message, path, remedy.
    public var description: String {
        var lines = ["\(place): \(severity.rawValue): \(message) [\(code.rawValue)]"]
        if !path.isEmpty { lines.append("  in \(path)") }
        lines.append("  \(remedy)")
        return lines.joined(separator: "\n")
    }
}

extension [Finding] {
    /// True if anything keeps the model from being generated.
    public var containsError: Bool { contains { $0.severity == .error } }

    /// By place, then by code; the same findings always have the same order.
    public func inOrder() -> [Finding] {
        sorted { ($0.place, $0.code.rawValue, $0.message) < ($1.place, $1.code.rawValue, $1.message) }
    }
}
