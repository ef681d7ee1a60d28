private import Foundation
private import Statecharts

extension Recording {
    /// Returns the recording as one page for a browser: no network, no server, opened from disk.
    ///
    /// It shows the charts with their active states, the system with its messages, a time line, the list of what
    /// happened with a filter, and the details of each step. Arrow keys go step by step, `Home` and `End` to the ends,
    /// `/` to the filter, and `f` shows pictures whole or in full size; `#12` after the file's name opens the page at
    /// entry 12. Everything it shows was computed here; its script only looks things up.
    ///
    /// - Parameters:
    ///   - title: the title of the page.
    ///   - interval: how often the page reloads itself while its reader is at the end, for one that is rewritten as
    ///     things happen.
    public func html(title: String, reloadingEvery interval: Duration? = nil) -> String {
        let pictures = machines.enumerated().map { number, machine in
            picture("machine-\(number)", ChartDrawing(machine.graph).svg())
        }
        let whole = system.map { [picture("system", $0.svg())] } ?? []
        return Self.fill(
            Self.resource(PackageResources.page_html),
            [
                "title": MarkupWriter.escape(title), "style": Self.resource(PackageResources.page_css),
                "script": Self.resource(PackageResources.page_js),
                "pictures": (pictures + whole).joined(separator: "\n"), "recording": data(reloadingEvery: interval),
            ])
    }

    /// Puts texts into the places of a template, such as `{{title}}`, in one pass: a text may look like a place.
    private static func fill(_ template: String, _ texts: [String: String]) -> String {
        var page = "", rest = template[...]
        while let begin = rest.range(of: "{{"), let end = rest[begin.upperBound...].range(of: "}}") {
            page += rest[..<begin.lowerBound]
            let name = String(rest[begin.upperBound..<end.lowerBound])
            page += texts[name] ?? "{{\(name)}}"
            rest = rest[end.upperBound...]
        }
        return page + rest
    }

    private func picture(_ name: String, _ svg: String) -> String {
        "<div data-picture=\"\(name)\">\n\(svg)</div>"
    }

    private static func resource(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    /// What the page's script reads.
    private struct Page: Encodable {
        struct Machine: Encodable {
            let name: String
            let chart: String
            let vertices: [String]
            /// Of a child machine the place of its owner.
            let owner: Int?
            /// The box that stands for it in the picture of its owner.
            let child: String?
            /// The first and the last entry of each time that a child machine lived.
            let lives: [[Int]]?
        }
        let machines: [Machine]
        let components: [String]
        /// The connections of the system, as its picture names them.
        let connections: [String]
        /// For each message that took some its place among the entries, with their places among the connections.
        let ways: [String: [Int]]
        let entries: [Entry]
        let dropped: Int
        let warnings: [String]
        /// Seconds.
        let reload: Double?
    }

    private func data(reloadingEvery interval: Duration?) -> String {
        let owners = entries.flatMap { entry -> [String] in
            switch entry {
            case .step(let step): [machines[step.machine].name]
            case .message(let message): ([message.sender] + message.receivers).map(Self.owner)
            }
        }
        var seen: Set<String> = []
        let lives = lives
        let places = Dictionary(machines.enumerated().map { ($1.name, $0) }) { first, _ in first }
        let names = (system?.components.map(\.name) ?? []) + machines.map(\.name) + owners
        let page = Page(
            machines: machines.enumerated().map { number, machine in
                .init(
                    name: machine.name, chart: machine.chart, vertices: machine.graph.vertices.map(\.path),
                    owner: machine.owner.flatMap { places[$0.machine] },
                    child: machine.owner?.place, lives: machine.owner == nil ? nil : lives[number])
            },
            components: names.filter { seen.insert($0).inserted },
            connections: system?.connections.map { "\($0.from) → \($0.to)" } ?? [], ways: ways,
            entries: entries.map(\.withoutEvent),
            dropped: droppedCount, warnings: droppedCount > 0 ? warnings.suffix(1) : [],
            reload: interval.map { Double($0.components.seconds) + Double($0.components.attoseconds) / 1e18 })
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(page) else { return "{\"machines\":[],\"entries\":[],\"components\":[]}" }
        // In a script element only these could end it or begin a comment.
        return String(decoding: data, as: UTF8.self).replacing("<", with: "\\u003c")
    }

    /// For each machine the first and the last entry of each time that it lived.
    private var lives: [[[Int]]] {
        var lives = machines.map { _ in [[Int]]() }
        var areOver = machines.map { _ in true }
        for (place, entry) in entries.enumerated() {
            guard case .step(let step) = entry else { continue }
            // Of one that had begun before the recording the first step is not here.
            if areOver[step.machine] || step.input == .start { lives[step.machine].append([place, entries.count]) }
            areOver[step.machine] = step.isLast
            if step.isLast { lives[step.machine][lives[step.machine].count - 1][1] = place }
        }
        return lives
    }

    private var ways: [String: [Int]] {
        guard let system else { return [:] }
        let outline = SystemWays(system)
        var known: [[String]: [Int]] = [:]
        var ways: [String: [Int]] = [:]
        for (place, entry) in entries.enumerated() {
            guard case .message(let message) = entry else { continue }
            // Messages take the same ways over and over.
            let key = [message.sender, "→"] + message.proxies + ["→"] + message.receivers
            let way = known[key] ?? outline.connections(of: message)
            known[key] = way
            if !way.isEmpty { ways["\(place)"] = way }
        }
        return ways
    }

    private static func owner(_ port: String) -> String {
        port.lastIndex(of: ".").map { String(port[..<$0]) } ?? "outside"
    }
}
