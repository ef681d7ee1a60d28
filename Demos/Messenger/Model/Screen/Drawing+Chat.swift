import DemoSupport

// A chat: bubbles at the left and at the right, headers between them, the composer below. Beside each message stands the
// number that it is tapped by.

extension Drawing {
    /// The columns of a send time with the blank before it, of a number, and of what stands before a bubble at the left.
    private static let time = 6, number = 3, avatar = 3

    func chatContent(_ chat: ConversationScreen) -> [String] {
        if let viewed = chat.viewed { return picture(viewed) }
        var rows: [String] = [], number = 0
        for visible in chat.rows {
            if visible.row.message != nil { number += 1 }
            rows += lines(of: visible, number, chat)
        }
        // What is shorter than the screen lies at the bottom.
        let missing = max(chat.viewport.frame / MessageRow.line - rows.count, 0)
        rows = Array(repeating: "", count: missing) + rows
        let keys =
            chat.isKeyboardShown
            ? ["  q w e r t y u i o p", "   a s d f g h j k l", "    z x c v b n m", "       ⎵"] : []
        let rule = String(repeating: "┄", count: width)
        return rows + [rule] + wrapped("✎ \(chat.text.printable)") + keys
    }

    func picture(_ picture: Picture) -> [String] {
        let line = "  " + String(repeating: "▒", count: 12)
        return ["", line, "  ▒▒▒▒ \(picture) ▒▒▒▒▒", line, ""]
    }

    private func lines(of visible: VisibleRow, _ number: Int, _ chat: ConversationScreen) -> [String] {
        guard case .message(let message, let tail, let avatar) = visible.row.content else {
            if case .header(let section) = visible.row.content {
                return [centred("— \(section.title(today: today)) —", 0)]
            }
            return []
        }
        let uncovered = uncovered(chat.times), isBubble = message.kind != .system
        let room = width - Self.number - (isBubble ? Self.avatar + uncovered : 0)
        let gap = isBubble && !tail.joinsPrevious ? 1 : 0, all = MessageRow.lines(of: message).map(\.printable)
        // On a screen that is too narrow, in more lines; of a row that is partly in view so many as there is place for.
        let texts = all.allSatisfy { $0.columns <= room } ? all : all.flatMap { $0.wrapped(columns: max(room, 1)) }
        let widest = texts.map(\.columns).max() ?? 0
        let lines = texts.enumerated().map { index, text in
            if !isBubble { return centred(text, Self.number) }
            let isLast = index == texts.count - 1
            return bubble(
                texts.count > 1 ? pad(text, widest) : text, of: message, avatar: isLast ? avatar : nil,
                isTail: isLast && tail.isTail, time: index == 0 ? message.date.clock : "", uncovered: uncovered)
        }
        let places = visible.lines.clamped(to: 0..<gap + all.count)
        var seen = Array(repeating: "", count: max(min(gap, places.upperBound) - places.lowerBound, 0))
        let first = seen.count, count = places.count - first
        if texts.count == all.count {
            seen += lines[max(places.lowerBound - gap, 0)..<max(places.upperBound - gap, 0)]
        } else if count == all.count {
            seen += lines
        } else {
            seen += places.lowerBound > gap ? lines.suffix(count) : lines.prefix(count)
        }
        // Beside its first line that is in view; beside the gap, if that is all.
        let place = first < seen.count ? first : 0
        return seen.enumerated().map { pad($0 == place ? "\(number)" : "", Self.number) + $1 }
    }

    /// How many columns of the send times are to be seen.
    private func uncovered(_ offset: Int) -> Int {
        offset * Self.time / Conversation.Times.reach.lowerBound
    }

    /// A line of a bubble. Rows that are dragged give way to their times at the right edge; those at the left have
    /// nothing to the left of them to go to.
    private func bubble(
        _ text: String, of message: Message, avatar: Picture?, isTail: Bool, time: String, uncovered: Int
    ) -> String {
        let room = width - Self.number - uncovered
        let line: String
        switch message.direction {
        case .incoming: line = pad(pad(avatar?.name ?? "", Self.avatar - 1) + (isTail ? "◁" : " ") + text, room)
        case .outgoing: line = pad(left: text + (isTail ? "▷" : " "), room)
        }
        return line + pad(" " + time, Self.time).prefix(uncovered)
    }

    /// In the middle of the screen, where so many columns are taken already.
    private func centred(_ text: String, _ taken: Int) -> String {
        pad(blanks((width - text.columns) / 2 - taken) + text, width - taken)
    }
}
