import Foundation

/// A value of a JSON file, which answers with nothing where there is nothing: DocC's files have many optional parts.
struct JSON {
    let value: Any?

    init(_ value: Any?) { self.value = value }

    init(file: URL) throws {
        value = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
    }

    subscript(key: String) -> JSON { JSON((value as? [String: Any])?[key]) }

    var string: String? { value as? String }
    var int: Int? { value as? Int }
    var isTrue: Bool { value as? Bool ?? false }
    var array: [JSON] { (value as? [Any] ?? []).map(JSON.init) }
    var strings: [String] { array.compactMap(\.string) }
    /// True if a block of this type is here, or inside.
    func contains(_ type: String) -> Bool {
        if self["type"].string == type { return true }
        let parts = (value as? [Any]) ?? (value as? [String: Any]).map { Array($0.values) } ?? []
        return parts.contains { ($0 is [Any] || $0 is [String: Any]) && JSON($0).contains(type) }
    }

    var keys: [String] { (value as? [String: Any])?.keys.sorted() ?? [] }
}
