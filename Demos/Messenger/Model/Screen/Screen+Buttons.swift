extension Screen {
    /// What can be done now, as commands.
    var possibilities: [String] {
        switch sheet {
        case .menu(let items): return ["choose 1…\(items.count)", "cancel"]
        case .picker(let chosen):
            return ["choose 1…\(Pictures.all.count)"] + (chosen.isEmpty ? [] : ["done"]) + ["cancel"]
        case .none: break
        }
        let tabs = Tab.allCases.filter { $0 != tab }.map { "tab \($0.rawValue)" }
        return buttons + tabs
    }

    private func choices(_ word: String, _ people: [Contact]) -> [String] {
        people.isEmpty ? [] : ["\(word) 1…\(people.count)"]
    }

    private var buttons: [String] {
        switch body {
        case .chats(let rows, let searched):
            let taps = rows.isEmpty ? [] : ["tap 1…\(rows.count)"]
            switch searched {
            case .loading, .off: return taps + ["search", "add", "menu"]
            case .popular, .results: return taps + ["type TEXT", "cancel", "add", "menu"]
            }
        case .contacts(let contacts):
            let count =
                contacts.search == nil ? contacts.sections.reduce(0) { $0 + $1.contacts.count } : contacts.found.count
            return (count == 0 ? [] : ["tap 1…\(count)"])
                + (contacts.search == nil ? ["search"] : ["type TEXT", "cancel"]) + ["menu"]
        case .settings: return ["menu"]
        case .choosing(let people, let chosen):
            return ["choose 1…\(people.count)"] + (chosen.isEmpty ? [] : ["next"]) + ["menu", "back"]
        case .details(_, _, let people, let canCreate):
            return ["type TEXT", "picture"] + choices("remove", people) + ["more"] + (canCreate ? ["create"] : [])
                + ["menu", "back"]
        case .conversation(let chat): return chat.buttons
        case .profile(_, _, let isPeer): return (isPeer ? ["media"] : []) + ["chat", "menu", "back"]
        case .group(let group):
            return group.isEditing
                ? ["type TEXT", "picture"] + choices("remove", group.people) + choices("choose", group.strangers)
                    + ["done", "cancel", "media", "menu", "back"]
                : choices("tap", group.people) + ["edit", "media", "delete", "menu", "back"]
        case .gallery(let pictures, let viewed):
            guard let viewed else { return (pictures.isEmpty ? [] : ["tap 1…\(pictures.count)"]) + ["menu", "back"] }
            return (viewed > 0 ? ["previous"] : []) + (viewed + 1 < pictures.count ? ["following"] : []) + [
                "close", "menu", "back",
            ]
        }
    }
}

extension ConversationScreen {
    fileprivate var buttons: [String] {
        if viewed != nil { return (isDragging ? ["release"] : []) + ["close", "attach", "avatar", "menu", "back"] }
        var list = ["type TEXT"]
        if canSend { list.append("send") }
        list += ["attach", "up N", "down N"]
        let messages = rows.count { $0.row.message != nil }
        if messages > 0 { list.append("tap 1…\(messages)") }
        list.append(isKeyboardShown ? "keyboard off" : "keyboard")
        list.append("drag N")
        if isDragging { list.append("release") }
        return list + ["avatar", "menu", "back"]
    }
}
