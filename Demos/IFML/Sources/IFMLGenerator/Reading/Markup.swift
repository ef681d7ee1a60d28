import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// An XML file as a tree, kept flat: an element is known by its index, the root is 0.
struct Markup: Sendable {
    struct Element: Sendable {
        var name: String
        var attributes: [String: String]
        var parent: Int?
        var children: [Int] = []
        var place: Place
        /// Index into `prefixes`.
        var scope: Int
        /// What stands between the tags, without blanks around it.
        var text = ""
        var comments: [Comment] = []
    }

    /// A comment, with the number of elements beside it that stand before it.
    struct Comment: Sendable {
        var position: Int
        var text: String
    }

    var elements: [Element] = []
    /// Namespaces by prefix, one map for each element that declares some.
    var prefixes: [[String: String]] = [[:]]
    /// The comments around the root.
    var comments: [Comment] = []

    /// The namespace of a prefix at an element.
    func namespace(_ prefix: String, at element: Int) -> String? {
        prefixes[elements[element].scope][prefix]
    }

    /// Reads a file. Limits are checked before the parser sees a byte.
    static func read(_ bytes: [UInt8], file: String, limits: ReadingLimits) throws(Finding) -> Markup {
        var bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        var scanner = MarkupScanner(bytes: bytes, file: file, limits: limits)
        let places = try scanner.scan()
        let reader = MarkupReader(places: places)
        let parser = XMLParser(data: Data(bytes))
        parser.shouldResolveExternalEntities = false
        parser.delegate = reader
        guard parser.parse(), parser.parserError == nil, reader.markup.elements.count == places.count else {
            let reason = parser.parserError.map { MarkupReader.reason(($0 as NSError).code) } ?? "it is not well-formed"
            throw Finding(
                .malformedXML,
                at: Place(file: file, line: max(1, parser.lineNumber), column: max(1, parser.columnNumber)),
                "the XML cannot be read: \(reason)")
        }
        return reader.markup
    }
}

/// Collects what the parser of Foundation reports. The parser tells only where an element's tag ends; where it begins
/// the scanner has found before.
private final class MarkupReader: NSObject, XMLParserDelegate {
    var markup = Markup()
    private let places: [Place]
    private var open: [Int] = []

    init(places: [Place]) { self.places = places }

    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName qName: String?,
        attributes attributeDict: [String: String] = [:]
    ) {
        let index = markup.elements.count
        guard index < places.count else { return parser.abortParsing() }
        var scope = open.last.map { markup.elements[$0].scope } ?? 0
        let declared = attributeDict.filter { $0.key.hasPrefix("xmlns:") || $0.key == "xmlns" }
        if !declared.isEmpty {
            var map = markup.prefixes[scope]
            for (key, value) in declared { map[String(key.dropFirst(6))] = value }
            scope = markup.prefixes.count
            markup.prefixes.append(map)
        }
        markup.elements.append(
            Markup.Element(
                name: elementName, attributes: attributeDict.filter { declared[$0.key] == nil }, parent: open.last,
                place: places[index], scope: scope))
        if let parent = open.last { markup.elements[parent].children.append(index) }
        open.append(index)
    }

    func parser(
        _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName qName: String?
    ) {
        guard let last = open.popLast() else { return }
        let text = markup.elements[last].text.trimmingCharacters(in: .whitespacesAndNewlines)
        markup.elements[last].text = text
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        guard let last = open.last else { return }
        markup.elements[last].text += string
    }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
        guard let last = open.last else { return }
        markup.elements[last].text += String(decoding: block, as: UTF8.self)
    }

    func parser(_ parser: XMLParser, foundComment comment: String) {
        if let last = open.last {
            let position = markup.elements[last].children.count
            markup.elements[last].comments.append(Markup.Comment(position: position, text: comment))
        } else {
            markup.comments.append(Markup.Comment(position: markup.elements.isEmpty ? 0 : 1, text: comment))
        }
    }

    /// The parser's number as words, for those that occur.
    static func reason(_ code: Int) -> String {
        switch code {
        case 4: "there is nothing in it"
        case 5, 77: "it ends too early, or goes on after its end"
        case 9, 64, 57: "a character is not allowed here"
        case 26, 27: "an entity is not declared"
        case 38, 39, 40: "an attribute has no quotes around it, or no end"
        case 41, 65: "something is wrong among the attributes of an element"
        case 42: "an attribute is given twice"
        case 68: "a name is expected"
        case 73, 76: "an element is not closed, or closed by another's name"
        case 81: "the encoding does not fit"
        default: "it is not well-formed (\(code))"
        }
    }
}
