// The screen as lines of text.

import DemoSupport

extension Screen {
    /// The lines, frame included, on a phone of the usual width.
    public var lines: [String] { lines(columns: Drawing.usual + 4) }

    /// The lines, frame included, at most so many columns wide. What is too long for a line is continued on the next;
    /// from 40 columns on nothing is cut off.
    public func lines(columns: Int) -> [String] {
        let lines = Drawing(screen: self, width: min(max(columns - 4, Drawing.least), Drawing.usual)).lines
        return columns >= Drawing.least + 4 ? lines : lines.map { String($0.prefix(columns: max(columns, 0))) }
    }
}

/// A screen and the columns inside its frame.
struct Drawing {
    static let usual = 54
    /// Where numbers, names and times still have their places.
    static let least = 12

    let screen: Screen
    let width: Int
    var today: Int { screen.now.day }

    var lines: [String] {
        let sections: [[String]] =
            switch screen.sheet {
            case .none: [title, content, tabs]
            case .menu(let items):
                [wrapped("Somebody else"), numbered(items.map(\.rawValue)), buttons(screen.possibilities)]
            case .picker(let chosen):
                [
                    wrapped("Pictures"),
                    numbered(Pictures.all.map { "\($0)" + (chosen.firstIndex(of: $0).map { " ✓ \($0 + 1)" } ?? "") }),
                    buttons(screen.possibilities),
                ]
            }
        let rule = String(repeating: "─", count: width + 2)
        let inner = sections.filter { !$0.isEmpty }.map { section in section.map { "│ " + fit($0) + " │" } }
        return ["┌\(rule)┐"] + inner.joined(separator: ["├\(rule)┤"]) + ["└\(rule)┘"]
    }

    private var title: [String] {
        switch screen.body {
        case .chats(_, .off), .chats(_, .loading): return spread("Chats", screen.now.clock)
        case .chats(_, .popular): return wrapped("Chats ⌕ popular")
        case .chats(_, .results(let text)): return wrapped("Chats ⌕ \(text.printable)")
        case .contacts(let contacts): return wrapped("Contacts" + (contacts.search.map { " ⌕ \($0.printable)" } ?? ""))
        case .settings: return wrapped("Settings")
        case .choosing: return wrapped("New chat: who?")
        case .details: return wrapped("New chat")
        case .conversation(let chat):
            let state =
                switch chat.progress {
                case .opening, .loadingFirst, .loadingOlder: "loading…"
                case .restarting: "starting again…"
                case .idle, .complete: ""
                }
            return spread("\(chat.avatar) \(chat.title.printable)", state)
        case .profile: return wrapped("Profile")
        case .group(let group): return wrapped(group.isEditing ? "Group, being edited" : "Group")
        case .gallery: return wrapped("Shared media")
        }
    }

    private var content: [String] {
        switch screen.body {
        case .chats(_, .loading): return wrapped("loading…")
        case .chats(let rows, _):
            return rows.isEmpty ? wrapped("nothing") : rows.enumerated().flatMap { chatLines($0 + 1, $1) }
        case .contacts(let contacts): return contactLines(contacts)
        case .settings: return wrapped("Nothing can be set. The menu has other people do something.")
        case .choosing(let people, let chosen):
            return numbered(people.map { $0.name + (chosen.contains($0.id) ? " ✓" : "") })
        case .details(let title, let picture, let people, _):
            return wrapped("title    \(title.printable)") + wrapped("picture  \(picture?.name ?? "none")")
                + numbered(people.map(\.name))
        case .conversation(let chat): return chatContent(chat)
        case .profile(let contact, let picture, _):
            return wrapped("\(picture) \(contact.name)") + wrapped(presence(contact))
                + contact.phones.flatMap { wrapped("☎ \($0)") }
        case .group(let group): return groupLines(group)
        case .gallery(let pictures, let viewed):
            if let viewed { return wrapped("\(viewed + 1) of \(pictures.count)") + picture(pictures[viewed]) }
            return pictures.isEmpty ? wrapped("no pictures") : numbered(pictures.map(\.name))
        }
    }

    // MARK: Lists

    private func chatLines(_ number: Int, _ row: ChatRow) -> [String] {
        let date = row.date.day == today ? row.date.clock : Moment.name(ofDay: row.date.day, today: today)
        let title = spread("\(pad("\(number)", 2)) \(row.avatar) \(row.title.printable)", date)
        let unread = row.unread == 0 ? "" : "(\(row.unreadText))"
        return title + spread("      \(row.preview.printable)", unread, indent: "      ")
    }

    private func contactLines(_ contacts: ContactsScreen) -> [String] {
        if let search = contacts.search, !search.isEmpty {
            return contacts.found.isEmpty ? wrapped("nobody") : numbered(contacts.found.map(\.name))
        }
        var number = 0
        return contacts.sections.flatMap { section in
            wrapped("— \(section.letter)")
                + section.contacts.flatMap { contact in
                    number += 1
                    let picture = contacts.avatars[.contact(contact.id)] ?? Picture("☺")
                    return spread("\(pad("\(number)", 2)) \(picture) \(contact.name)", presence(contact))
                }
        }
    }

    private func presence(_ contact: Contact) -> String {
        if contact.isOnline { return "online" }
        let day = contact.lastSeen.day
        return "seen " + (day == today ? "" : Moment.name(ofDay: day, today: today) + " ") + contact.lastSeen.clock
    }

    private func groupLines(_ group: GroupScreen) -> [String] {
        let title = group.editing ?? group.title
        return wrapped("\(group.picture) \(title.printable)") + numbered(group.people.map(\.name))
            + (group.strangers.isEmpty
                ? [] : wrapped("can be added:") + numbered(group.strangers.map(\.name)))
    }

    private func numbered(_ texts: [String]) -> [String] {
        texts.enumerated().flatMap { wrapped("\(pad("\($0 + 1)", 2)) \($1)", indent: "   ") }
    }

    private var tabs: [String] {
        let names = Tab.allCases.map { $0 == screen.tab ? "▸ \($0.rawValue)" : $0.rawValue }
        return buttons(screen.possibilities.filter { !$0.hasPrefix("tab ") }) + wrapped(names.joined(separator: "   "))
    }

    private func buttons(_ commands: [String]) -> [String] {
        // Not broken inside.
        var lines: [String] = []
        for command in commands {
            let button = "[\(command)]"
            if button.columns > width {
                lines += button.wrapped(columns: width)
            } else if let last = lines.last, last.columns + 1 + button.columns <= width {
                lines[lines.count - 1] = "\(last) \(button)"
            } else {
                lines.append(button)
            }
        }
        return lines
    }

    // MARK: Columns

    /// One at each end of a line, or on lines of their own where one is too short for both.
    func spread(_ left: String, _ right: String, indent: String = "  ") -> [String] {
        guard left.columns + (left.isEmpty ? 0 : 1) + right.columns > width else {
            return [pad(left, width - right.columns) + right]
        }
        let lines = wrapped(left, indent: indent)
        guard let last = lines.last, last.columns + 1 + right.columns <= width else {
            return lines + (right.isEmpty ? [] : [pad(left: right, width)])
        }
        return lines.dropLast() + [pad(last, width - right.columns) + right]
    }

    func wrapped(_ text: String, indent: String = "  ") -> [String] { text.wrapped(columns: width, indent: indent) }
    func pad(_ text: String, _ room: Int) -> String { text + blanks(room - text.columns) }
    /// A line as wide as the screen; what is still too long, on a screen of few columns, is cut off.
    private func fit(_ line: String) -> String {
        let width = line.columns
        return width > self.width
            ? pad(String(line.prefix(columns: self.width)), self.width) : line + blanks(self.width - width)
    }
    func pad(left text: String, _ room: Int) -> String { blanks(room - text.columns) + text }
    func blanks(_ count: Int) -> String { String(repeating: " ", count: max(count, 0)) }
}
