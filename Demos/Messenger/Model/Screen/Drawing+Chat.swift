import DemoSupport

// A chat: bubbles at the left and at the right, headers between them, the composer below.

extension Drawing {
    /// The columns of a send time with the blank before it.
    private static let time = 6

    func chatContent(_ chat: ConversationScreen) -> [String] {
        if let viewed = chat.viewed { return picture(viewed) }
        var rows = chat.rows.flatMap { lines(of: $0, chat) }
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

    private func lines(of visible: VisibleRow, _ chat: ConversationScreen) -> ArraySlice<String> {
        let all: [String]
        switch visible.row.content {
        case .header(let section): all = [centred("— \(section.title(today: today)) —")]
        case .message(let message, let tail, let avatar):
            let texts = MessageRow.lines(of: message).map(\.printable)
            if message.kind == .system {
                all = texts.map { centred($0) }
            } else {
                let gap = tail.joinsPrevious ? [] : [""]
                let widest = texts.map(\.columns).max() ?? 0
                all =
                    gap
                    + texts.enumerated().map { index, text in
                        let isLast = index == texts.count - 1
                        return bubble(
                            texts.count > 1 ? pad(text, widest) : text, of: message, avatar: isLast ? avatar : nil,
                            isTail: isLast && tail.isTail,
                            time: index == 0 ? message.date.clock : "", uncovered: uncovered(chat.times))
                    }
            }
        }
        return all[visible.lines.clamped(to: 0..<all.count)]
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
        let room = width - uncovered
        let line: String
        switch message.direction {
        case .incoming: line = pad(pad(avatar?.name ?? "", 3) + (isTail ? "◁" : " ") + text, room)
        case .outgoing: line = pad(left: text + (isTail ? "▷" : " "), room)
        }
        return line + pad(" " + time, Self.time).prefix(uncovered)
    }

    private func centred(_ text: String) -> String { pad(blanks((width - text.columns) / 2) + text, width) }
}
