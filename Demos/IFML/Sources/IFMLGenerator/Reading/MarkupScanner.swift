/// How much a file may hold.
public struct ReadingLimits: Sendable, Hashable {
    /// Bytes of a file.
    public var bytes = 16_000_000
    /// Elements of a file.
    public var elements = 200_000
    /// Elements inside each other.
    public var depth = 200
    /// Findings that are kept; the rest is counted.
    public var findings = 1_000

    /// The default limits.
    public init() {}
}

/// Goes over a file once before it is parsed: finds where each element begins, and refuses what is too large, too deep,
/// or declares a document type. Memory is bounded by the limits, time by the file's length.
struct MarkupScanner {
    private static let commentStart = Array("<!--".utf8)
    private static let commentEnd = Array("-->".utf8)
    private static let sectionStart = Array("<![CDATA[".utf8)
    private static let sectionEnd = Array("]]>".utf8)
    private static let declarationStart = Array("<!".utf8)
    private static let instructionStart = Array("<?".utf8)
    private static let instructionEnd = Array("?>".utf8)
    private static let endTagStart = Array("</".utf8)
    private static let tagEnd = Array(">".utf8)

    private let bytes: [UInt8]
    private let file: String
    private let limits: ReadingLimits
    private var position = 0
    private var line = 1
    private var column = 1

    init(bytes: [UInt8], file: String, limits: ReadingLimits) {
        self.bytes = bytes
        self.file = file
        self.limits = limits
    }

    private var here: Place { Place(file: file, line: line, column: column) }

    /// The places of all start tags, in the file's order.
    mutating func scan() throws(Finding) -> [Place] {
        guard bytes.count <= limits.bytes else {
            throw Finding(.limitExceeded, at: here, "the file has more than \(limits.bytes) bytes")
        }
        guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0) else {
            throw Finding(.encoding, at: here, "the file is not UTF-8")
        }
        var places: [Place] = []
        var open: [(place: Place, name: ArraySlice<UInt8>)] = []
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "<") else {
                advance()
                continue
            }
            let start = here
            if follows(Self.commentStart) {
                try skip(to: Self.commentEnd, from: start, "a comment")
            } else if follows(Self.sectionStart) {
                try skip(to: Self.sectionEnd, from: start, "a CDATA section")
            } else if follows(Self.declarationStart) {
                throw Finding(.documentType, at: start, "the file declares a document type")
            } else if follows(Self.instructionStart) {
                try skip(to: Self.instructionEnd, from: start, "a processing instruction")
            } else if follows(Self.endTagStart) {
                let name = name(from: position + Self.endTagStart.count)
                try skip(to: Self.tagEnd, from: start, "an end tag")
                guard let last = open.popLast() else {
                    throw Finding(.malformedXML, at: start, "</\(text(name))> closes nothing")
                }
                guard last.name == name else {
                    throw Finding(
                        .malformedXML, at: start,
                        "</\(text(name))> cannot close the <\(text(last.name))> of line \(last.place.line)")
                }
            } else {
                guard places.count < limits.elements else {
                    throw Finding(.limitExceeded, at: start, "the file has more than \(limits.elements) elements")
                }
                guard open.count < limits.depth else {
                    throw Finding(
                        .limitExceeded, at: start, "more than \(limits.depth) elements lie inside each other")
                }
                places.append(start)
                let name = name(from: position + 1)
                if try !skipTag(from: start) { open.append((start, name)) }
            }
        }
        if let last = open.last {
            throw Finding(
                .malformedXML, at: here,
                "the file ends before the <\(text(last.name))> of line \(last.place.line) is closed")
        }
        guard !places.isEmpty else { throw Finding(.malformedXML, at: here, "the file has no element") }
        return places
    }

    private mutating func advance() {
        let byte = bytes[position]
        if byte == UInt8(ascii: "\n") {
            line += 1
            column = 1
        } else if byte & 0xC0 != 0x80 {
            column += 1
        }
        position += 1
    }

    private func follows(_ wanted: [UInt8]) -> Bool {
        guard position + wanted.count <= bytes.count else { return false }
        for offset in wanted.indices where bytes[position + offset] != wanted[offset] { return false }
        return true
    }

    /// The name of a tag that begins at a position.
    private func name(from start: Int) -> ArraySlice<UInt8> {
        bytes[min(start, bytes.count)...].prefix {
            $0 > UInt8(ascii: " ") && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ">")
        }
    }

    /// A name as it is told: at most forty bytes of it.
    private func text(_ name: ArraySlice<UInt8>) -> String { String(decoding: name.prefix(40), as: UTF8.self) }

    private mutating func skip(to end: [UInt8], from start: Place, _ what: String) throws(Finding) {
        while position < bytes.count {
            if follows(end) {
                for _ in 0..<end.count { advance() }
                return
            }
            advance()
        }
        throw Finding(.malformedXML, at: start, "\(what) has no end")
    }

    /// Skips a start tag; true if the element is empty (`/>`).
    private mutating func skipTag(from start: Place) throws(Finding) -> Bool {
        var quote: UInt8?
        var isLastSlash = false
        while position < bytes.count {
            let byte = bytes[position]
            advance()
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return isLastSlash
            }
            isLastSlash = byte == UInt8(ascii: "/")
        }
        throw Finding(.malformedXML, at: start, "the file ends inside a tag")
    }
}
