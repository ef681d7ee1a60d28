import Foundation

/// What reading gave: a model, as far as it could be read, and what was found on the way.
public struct Reading: Sendable {
    /// The model.
    public var model = Model()
    /// All findings, in order.
    public var findings: [Finding] = []
    /// Lines of the model files.
    public var lineCount = 0
    /// Elements of foreign namespaces, without what is in them.
    public var foreignCount = 0

    /// Elements of the model: all but proxies, foreign elements and what is in them.
    public var objectCount: Int { model.elements.count }
}

/// Reads model files and the UML files they refer to.
public struct ModelReader {
    /// Gives a file's bytes, or nil if there is none. At most `limit + 1` bytes are read.
    public typealias Loader = (_ path: String, _ limit: Int) -> [UInt8]?

    let limits: ReadingLimits
    let load: Loader
    var reading = Reading()
    var files: [ModelFile] = []
    /// Files by the last part of their path.
    var fileIndex: [String: Int] = [:]
    var domainFiles: Set<String> = []
    /// How many times an identifier like a misspelt one was looked for.
    var suggestions = 0
    var missingFiles: Set<String> = []
    var dropped = 0

    struct ModelFile {
        var name: String
        var markup: Markup
        /// Element of the model by element of the file.
        var elements: [Int?]
        /// Elements of the file that are foreign, or lie in a foreign one.
        var isForeign: [Bool]
        var roots: [Int]
        /// Elements of the file by id; nil where an id is given twice.
        var ids: [String: Int?] = [:]
        /// Children by feature, without proxies, filled as needed.
        var childCache: [Int: [String: [Int]]] = [:]
    }

    init(limits: ReadingLimits, load: @escaping Loader) {
        self.limits = limits
        self.load = load
    }

    /// Reads files of the disk. Never throws: what is wrong is among the findings.
    public static func read(_ paths: [String], limits: ReadingLimits = ReadingLimits()) -> Reading {
        read(paths, limits: limits) { path, limit in
            guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
            defer { try? handle.close() }
            var bytes: [UInt8] = []
            while bytes.count <= limit, let part = try? handle.read(upToCount: min(1 << 20, limit + 1 - bytes.count)),
                !part.isEmpty
            {
                bytes.append(contentsOf: part)
            }
            return bytes
        }
    }

    /// Reads files that a function gives.
    public static func read(
        _ paths: [String], limits: ReadingLimits = ReadingLimits(), load: @escaping Loader
    ) -> Reading {
        var reader = ModelReader(limits: limits, load: load)
        for path in paths { reader.open(path) }
        reader.build()
        reader.openDomains()
        reader.resolve()
        if reader.dropped > 0, let first = reader.reading.findings.first {
            reader.reading.findings.append(
                Finding(.limitExceeded, at: first.place, "\(reader.dropped) more findings are not listed"))
        }
        reader.reading.findings = reader.reading.findings.inOrder()
        return reader.reading
    }

    mutating func report(_ finding: Finding) {
        if reading.findings.count < limits.findings { reading.findings.append(finding) } else { dropped += 1 }
    }

    static func lastPart(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    /// Parses a file given by the user: a model, or a UML file.
    private mutating func open(_ path: String) {
        let start = Place(file: path, line: 1, column: 1)
        let key = Self.lastPart(path)
        guard fileIndex[key] == nil, !domainFiles.contains(key) else { return }
        guard let bytes = load(path, limits.bytes) else {
            return report(Finding(.fileMissing, at: start, "the file cannot be read"))
        }
        do throws(Finding) {
            let markup = try Markup.read(bytes, file: path, limits: limits)
            let roots = markup.elements[0].name == "xmi:XMI" ? markup.elements[0].children : [0]
            let names = roots.map { Self.localName(markup.elements[$0].name) }
            if names.contains("IFMLModel") || names.contains("ModulePackage") {
                fileIndex[key] = files.count
                files.append(
                    ModelFile(
                        name: path, markup: markup, elements: Array(repeating: nil, count: markup.elements.count),
                        isForeign: Array(repeating: false, count: markup.elements.count), roots: roots))
                reading.model.files.append(path)
                reading.lineCount += bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).count
                if bytes.last == UInt8(ascii: "\n") { reading.lineCount -= 1 }
            } else if names.contains(where: { $0 == "Model" || $0 == "Package" }) {
                domainFiles.insert(key)
                DomainReader.read(markup, file: key, into: &reading.model.domain)
            } else {
                report(
                    Finding(
                        .notAModel, at: markup.elements[0].place,
                        "the root is \(markup.elements[0].name), which is no model"))
            }
        } catch {
            report(error)
        }
    }

    /// Opens the UML files that elements refer to, beside the model.
    private mutating func openDomains() {
        for file in files {
            for (index, element) in file.markup.elements.enumerated() where !file.isForeign[index] {
                var words = element.attributes["href"].map { [$0] } ?? []
                for (_, value) in element.attributes where value.contains(".uml#") {
                    words += value.split(separator: " ").map(String.init)
                }
                for word in words { openDomain(word, from: file.name, at: element.place) }
            }
        }
    }

    private mutating func openDomain(_ reference: String, from model: String, at place: Place) {
        guard let mark = reference.firstIndex(of: "#"), mark != reference.startIndex,
            !reference.hasPrefix("pathmap:")
        else { return }
        let key = Self.lastPart(String(reference[..<mark]))
        guard fileIndex[key] == nil, !domainFiles.contains(key), !missingFiles.contains(key), key.hasSuffix(".uml")
        else { return }
        let folder = model.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let path = folder.isEmpty ? key : "\(folder)/\(key)"
        guard let bytes = load(path, limits.bytes) else {
            missingFiles.insert(key)
            return report(Finding(.domainFileMissing, at: place, "the UML file \(key) is not there"))
        }
        do throws(Finding) {
            let markup = try Markup.read(bytes, file: path, limits: limits)
            domainFiles.insert(key)
            DomainReader.read(markup, file: key, into: &reading.model.domain)
        } catch {
            missingFiles.insert(key)
            report(error)
        }
    }

    static func localName(_ name: String) -> String { name.split(separator: ":").last.map(String.init) ?? name }
}
