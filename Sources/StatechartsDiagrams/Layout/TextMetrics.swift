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

    /// A word, or its parts if it is too long for a line.
    private static func pieces(_ word: Substring, _ limit: Double) -> [Piece] {
        var pieces: [Piece] = []
        var piece = "", used = 0.0, before: Character?
        let whole = word.unicodeScalars.reduce(0) { $0 + width(of: $1) }
        for character in word {
            let own = character.unicodeScalars.reduce(0) { $0 + width(of: $1) }
            let isBreak = before.map { isBorder($0, character) } ?? false
            // No reader finds his way in a word of several lines without a border.
            if !piece.isEmpty, whole > limit, isBreak || used + own > 3 * limit {
                pieces.append((piece, used, !pieces.isEmpty))
                (piece, used) = ("", 0)
            }
            piece.append(character)
            used += own
            before = character
        }
        pieces.append((piece, used, !pieces.isEmpty))
        return pieces
    }

    /// Whether a word may be broken between two characters.
    private static func isBorder(_ a: Character, _ b: Character) -> Bool {
        if b.isUppercase { return a.isLowercase || a.isNumber }
        return "_-.,/:;<([{&|+=→".contains(a) && (b.isLetter || b.isNumber)
    }
}
