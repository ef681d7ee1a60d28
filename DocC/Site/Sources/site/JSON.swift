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
    var array: [JSON] { (value as? [Any] ?? []).map(JSON.init) }
    var strings: [String] { array.compactMap(\.string) }
    var keys: [String] { (value as? [String: Any])?.keys.sorted() ?? [] }
}
