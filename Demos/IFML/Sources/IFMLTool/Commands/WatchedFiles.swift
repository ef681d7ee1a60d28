import Foundation

/// Files that somebody edits: a model, the domains beside it, a script.
struct WatchedFiles {
    private let models: [String]
    private let script: String?
    private var seen: String?

    init(models: [String], script: String?) {
        self.models = models
        self.script = script
    }

    /// True the first time, and whenever a file has another date or size than the last time, has come or has gone.
    mutating func haveChanged() -> Bool {
        let present = state
        defer { seen = present }
        return present != seen
    }

    private var state: String {
        var files = models + [script].compactMap(\.self)
        for model in models {
            let folder = URL(filePath: model).deletingLastPathComponent().path
            let beside = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            files += beside.filter { $0.hasSuffix(".uml") }.sorted().map { "\(folder)/\($0)" }
        }
        return files.map { file in
            let about = try? FileManager.default.attributesOfItem(atPath: file)
            let date = (about?[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate
            return "\(file) \(date ?? 0) \(about?[.size] ?? 0)"
        }.joined(separator: "\n")
    }
}
