/// Splits a name into words: what is neither letter nor digit ends a word.
func words(_ name: String) -> [String] {
    name.split { !$0.isLetter && !$0.isNumber }.map(String.init)
}

/// `Select a movie` → `selectAMovie`; `WiFi` → `wiFi`, `NFC` → `nfc`, `URLField` → `urlField`.
package func lowerCamel(_ name: String) -> String {
    let parts = words(name)
    guard let first = parts.first else { return "" }
    let capitals = first.prefix { $0.isUppercase }
    let lowered: String
    if capitals.count <= 1 {
        lowered = first.prefix(1).lowercased() + first.dropFirst()
    } else if capitals.count == first.count {
        lowered = first.lowercased()
    } else {
        // The last capital begins the next word, but for a plural or a digit after it.
        let count = first[capitals.endIndex...].first?.isNumber == true ? capitals.count : capitals.count - 1
        lowered = first.prefix(count).lowercased() + first.dropFirst(count)
    }
    return lowered + parts.dropFirst().map(capitalized).joined()
}

/// `Select a movie` → `SelectAMovie`.
package func upperCamel(_ name: String) -> String { words(name).map(capitalized).joined() }

private func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }
