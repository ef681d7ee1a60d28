// Texts that have something from outside in them: as much of it as people read, and no more.

extension String {
    /// The beginning, where it is longer than people read.
    /// - Parameter limit: the most bytes; of a longer text it is at most a quarter as many characters.
    package func clipped(_ limit: Int = 2_000) -> String {
        if utf8.count <= limit { return self }
        let beginning = prefix(limit / 4)
        if beginning.utf8.count <= limit { return String(beginning) + "…" }
        // One character may be of any number of scalars.
        var scalars = String.UnicodeScalarView(), left = limit
        for scalar in beginning.unicodeScalars {
            left -= UTF8.width(scalar)
            if left < 0 { break }
            scalars.append(scalar)
        }
        return String(scalars) + "…"
    }

    /// A name that somebody else has given, for a text: eighty characters of a longer one.
    package var clippedName: String { clipped(320) }
}

extension Collection {
    /// A text for each of the first elements, and one, the rest, that says how many more there are.
    package func firstTexts(
        _ most: Int, _ text: (Element) -> String, rest: (Int) -> String = { "… \($0) more" }
    ) -> [String] {
        let first = prefix(most).map(text)
        return count > most ? first + [rest(count - most)] : first
    }
}

extension Collection<String> {
    /// The first ones, each at most of so many bytes, and how many more there are.
    package func clipped(_ limit: Int = 20, each length: Int = 200) -> [String] {
        firstTexts(limit, { $0.clipped(length) }, rest: { "… and \($0) more" })
    }
}
