/// How much room text takes. No font is asked: widths are those of a wide sans serif face, so that text fits in
/// narrower ones.
enum TextMetrics {
    static let lineHeight = 16.0

    /// The width of a line in pixels, at a font size of 12.
    static func width(_ text: String) -> Double {
        text.unicodeScalars.reduce(0) { $0 + width(of: $1) }
    }

    private static func width(of scalar: Unicode.Scalar) -> Double {
        switch scalar {
        case "i", "j", "l", ".", ",", ":", ";", "'", "|", "!", "I", " ": 4
        case "f", "t", "r", "(", ")", "[", "]", "{", "}", "-", "/", "\\": 5.2
        case "m", "w", "M", "W", "@", "%": 11.5
        case "A"..."Z", "&", "+", "=", "<", ">", "→", "_", "#", "~": 9
        case _ where scalar.value < 0x300: 7.6
        case _ where scalar.properties.isEmojiPresentation || scalar.value >= 0x1100: 13.5
        case _: 9
        }
    }

    /// The text in lines of about `limit` pixels: broken at blanks, and a long word at the borders within it, such as
    /// those of `AvatarChange` and `max_size`. A word without such borders stays whole, unless it is very long.
    ///
    /// Looks at each letter a few times, however long the text is.
    static func wrap(_ text: String, at limit: Double) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            flow(line.split(separator: " ").flatMap { pieces($0, limit) }, at: limit)
        }
    }

    /// Several texts in lines of about `limit` pixels, with commas between them. What does not fit into one line has
    /// lines of its own.
    static func list(_ texts: [String], at limit: Double) -> [String] {
        var lines: [String] = []
        var isOpen = false
        for (number, text) in texts.enumerated() {
            let text = number < texts.count - 1 ? text + "," : text
            let wrapped = wrap(text, at: limit)
            if isOpen, wrapped.count == 1, let last = lines.last, width(last) + 4 + width(text) <= limit {
                lines[lines.count - 1] = last + " " + text
            } else {
                lines += wrapped
            }
            isOpen = wrapped.count == 1
        }
        return lines
    }

    /// A part of a line that is not broken, and whether it follows the part before without a blank.
    private typealias Piece = (text: String, width: Double, isJoined: Bool)

    private static func flow(_ pieces: [Piece], at limit: Double) -> [String] {
        var lines = [""]
        var used = 0.0
        for piece in pieces {
            let blank = lines[lines.count - 1].isEmpty || piece.isJoined ? 0 : width(of: " ")
            if used > 0, used + blank + piece.width > limit {
                lines.append("")
                used = 0
            } else if blank > 0 {
                lines[lines.count - 1] += " "
                used += blank
            }
            lines[lines.count - 1] += piece.text
            used += piece.width
        }
        return lines
    }

    /// A word, or its parts if it is too long for a line: parted at its signs, and where that is not enough at its
    /// capitals.
    private static func pieces(_ word: Substring, _ limit: Double) -> [Piece] {
        parts(word, limit, isBorder: isSign).flatMap { part in parts(part, limit, isBorder: isCapital) }.enumerated()
            .map { (String($1), width(String($1)), $0 > 0) }
    }

    private static func parts(
        _ word: Substring, _ limit: Double, isBorder: (Character, Character) -> Bool
    ) -> [Substring] {
        guard word.unicodeScalars.reduce(0, { $0 + width(of: $1) }) > limit else { return [word] }
        var parts: [Substring] = []
        var start = word.startIndex, used = 0.0, before: Character?
        for place in word.indices {
            let own = word[place].unicodeScalars.reduce(0) { $0 + width(of: $1) }
            // No reader finds his way in a word of several lines without a border.
            if place > start, used + own > 3 * limit || before.map({ isBorder($0, word[place]) }) ?? false {
                parts.append(word[start..<place])
                (start, used) = (place, 0)
            }
            used += own
            before = word[place]
        }
        return parts + [word[start...]]
    }

    private static func isCapital(_ a: Character, _ b: Character) -> Bool {
        b.isUppercase && (a.isLowercase || a.isNumber)
    }

    private static func isSign(_ a: Character, _ b: Character) -> Bool {
        "_-.,/:;<([{&|+=→".contains(a) && (b.isLetter || b.isNumber)
    }
}
