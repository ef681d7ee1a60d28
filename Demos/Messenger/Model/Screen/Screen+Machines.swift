import Statecharts

extension Conversation {
    /// What is visible, from the configuration and the data.
    var screen: ConversationScreen {
        let progress: ConversationScreen.Progress =
            pages.loadingFirst.isActive
            ? .loadingFirst
            : pages.loadingOlder.isActive ? .loadingOlder : pages.complete.isActive ? .complete : .idle
        return ConversationScreen(
            title: info?.title ?? "", progress: progress, rows: visible, viewport: viewport,
            isGliding: scroll.gliding.isActive, text: composer.text, canSend: composer.ready.isActive,
            isKeyboardShown: keyboard.shown.isActive, times: times.offset, isDragging: times.dragging.isActive,
            viewed: viewer.open.isActive ? viewer.open.picture : nil)
    }
}

extension ChatsList {
    var searched: Screen.Searched {
        if rowsRegion.loading.isActive { return .loading }
        if search.popular.isActive { return .popular }
        return search.results.isActive ? .results(search.text) : .off
    }
    var screen: Screen.Body { .chats(shown, searched) }
}

extension Contacts {
    var screen: ContactsScreen {
        let text = search.on.isActive ? search.on.text : nil
        return ContactsScreen(
            sections: sections, search: text,
            found: text.map { Search.results(sections.flatMap(\.contacts), $0) } ?? [],
            avatars: pictures.whole ?? [:])
    }
}

/// What the shell knows of the screen: all but the rows of lists and chats, which others have.
struct ShellScreen: Sendable, Hashable {
    let tab: Tab
    let sheet: Screen.Sheet
    /// `nil` for the list of chats and for an open chat.
    let body: Screen.Body?
    /// The chat that is open, with its name and picture.
    let chat: ChatID?
    let title: String
    let avatar: Picture
}

extension Shell {
    var screen: ShellScreen {
        ShellScreen(
            tab: front.tab, sheet: shownSheet, body: shownBody,
            chat: stack.talk.open.isActive && front.tab == .chats ? chat : nil,
            title: opened?.title ?? "", avatar: opened.map { picture(of: $0.avatarOwner) } ?? Picture("☺"))
    }

    private var shownSheet: Screen.Sheet {
        if sheet.menu.isActive { return .menu(sheet.items) }
        return sheet.picker.isActive ? .picker(chosen: sheet.picker.chosen) : .none
    }

    private var shownBody: Screen.Body? {
        guard front.tab == .chats else { return front.tab == .settings ? .settings : nil }
        if stack.making.isActive {
            let form = stack.making.chart
            if form.choosing.isActive { return .choosing(people(form.candidates), chosen: form.chosen) }
            return .details(
                title: form.title, form.picture, people(form.chosen),
                canCreate: form.details.isActive && !form.title.allSatisfy(\.isWhitespace))
        }
        guard stack.talk.isActive, let opened else { return nil }
        if stack.talk.profile.isActive, let person = stack.talk.person, let contact = contact(person) {
            return .profile(contact, picture(of: .contact(person)), isPeer: person == opened.peer)
        }
        if stack.talk.group.isActive { return .group(groupScreen(opened)) }
        if stack.talk.gallery.isActive {
            let gallery = stack.talk.gallery
            return .gallery(gallery.pictures, viewed: gallery.viewing.isActive ? gallery.viewing.place : nil)
        }
        return nil
    }

    private func groupScreen(_ chat: Chat) -> GroupScreen {
        let settings = stack.talk.group.chart, isEditing = settings.editing.isActive
        return GroupScreen(
            title: chat.title, picture: picture(of: .chat(chat.id)), people: people(others(in: chat)),
            strangers: isEditing ? strangers(to: chat) : [],
            editing: isEditing ? settings.editing.title : nil, isEditing: isEditing)
    }

    private func people(_ ids: [ContactID]) -> [Contact] { ids.compactMap { contact($0) } }
}

extension Messenger {
    /// What the phone shows. To be asked between start and stop.
    ///
    /// A value of one moment: what the shell says holds before and after the rest was asked for, otherwise that is
    /// asked again.
    public var screen: Screen {
        get async {
            var shell = await shell.port(\.screen)
            while true {
                let body = await body(shell), now = calendar.now(), later = await self.shell.port(\.screen)
                if later == shell || Task.isCancelled {
                    return Screen(tab: shell.tab, body: body, sheet: shell.sheet, now: now)
                }
                shell = later
            }
        }
    }

    private func body(_ shell: ShellScreen) async -> Screen.Body {
        if let chat = shell.chat {
            var open = await conversation(chat)
            open.title = shell.title
            open.avatar = shell.avatar
            return .conversation(open)
        }
        if let body = shell.body { return body }
        return shell.tab == .contacts ? .contacts(await contacts.port(\.screen)) : await chatsList.port(\.screen)
    }

    private func conversation(_ chat: ChatID) async -> ConversationScreen {
        guard let open = openChats[chat]?.machine else { return ConversationScreen() }
        if let screen = try? await open.port(\.screen) { return screen }
        return ConversationScreen(progress: open.status == .new ? .opening : .restarting)
    }
}
