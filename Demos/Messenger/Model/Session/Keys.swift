public import DemoSupport
import Statecharts

// What a person at a terminal does without typing a command.

extension Screen {
    /// The command that a key is short for while nothing is typed; `nil` for keys that mean nothing here.
    ///
    /// Escape leaves what is in front, tab goes to the next tab. In a chat the arrows scroll, drag the rows and let
    /// them go; among pictures they go to the previous and the next one.
    public func command(for key: TerminalInput) -> String? {
        let forms = Set(possibilities)
        func offered(_ commands: (form: String, line: String)...) -> String? {
            commands.first { forms.contains($0.form) }?.line
        }
        return switch key {
        case .escape: offered(("close", "close"), ("cancel", "cancel"), ("back", "back"))
        case .tab:
            sheet == .none ? "tab \(tab.next.rawValue)" : nil
        case .up: offered(("up N", "up 3"))
        case .down: offered(("down N", "down 3"))
        case .left: offered(("drag N", "drag -40"), ("previous", "previous"))
        case .right: offered(("release", "release"), ("following", "following"))
        case .character, .enter, .backspace, .resized: nil
        }
    }
}

extension Tab {
    /// The one at its right; after the last one the first.
    var next: Tab {
        let all = Tab.allCases
        return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
    }
}

/// The part of a drawing that a window shows which is lower than it. Chats keep their end in it, everything else begins
/// at its beginning.
public struct Excerpt: Sendable {
    private var offset = 0

    /// Begins at the beginning.
    public init() {}

    /// Goes up or down, as far as there is something.
    public mutating func move(by lines: Int) { offset += lines }

    /// The part of these lines that fits into so many rows.
    public mutating func lines(of drawing: [String], in rows: Int, of screen: Screen) -> [String] {
        let most = max(drawing.count - max(rows, 1), 0)
        offset = screen.isConversation ? most : min(max(offset, 0), most)
        return Array(drawing[offset..<min(offset + max(rows, 1), drawing.count)])
    }
}

extension Screen {
    /// Whether a chat is to be seen, which scrolls by itself.
    var isConversation: Bool {
        guard sheet == .none, case .conversation = body else { return false }
        return true
    }

    /// How high the rows of a chat have to be together, in points, so that all of the screen fits into so many lines,
    /// between 7 lines and the usual; `nil` if no chat is to be seen.
    func frame(fitting lines: Int, columns: Int) -> Int? {
        guard isConversation, case .conversation(let chat) = body else { return nil }
        let keyboard = chat.isKeyboardShown ? Conversation.keyboardHeight : 0
        let others = self.lines(columns: columns).count - chat.viewport.frame / MessageRow.line
        return min(max((lines - others) * MessageRow.line + keyboard, 7 * MessageRow.line), Messenger.Frame.usual)
    }
}

extension Messenger {
    /// Has chats be so high that the screen fits into so many lines.
    /// - Returns: the screen as it is then.
    public func screen(fitting lines: Int, columns: Int) async -> Screen {
        let present = await screen
        guard let height = present.frame(fitting: lines, columns: columns), frame.change(to: height) else {
            return present
        }
        for machine in openChats.machines {
            machine.post(.command(.frame(height)))
            // Answered behind what was posted.
            _ = await machine.isActive(\.scroll)
        }
        return await screen
    }
}
