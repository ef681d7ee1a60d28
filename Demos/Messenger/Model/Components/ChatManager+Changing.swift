import Statecharts

// What is done to chats and messages.

extension ChatManager {
    func perform(_ request: ChatRequest) {
        switch request {
        case .page: break  // Takes its time, see above.
        case .gallery(let chat): galleries.send(Gallery(chat: chat, pictures: log(of: chat).pictures))
        case .send(let chat, let text): add(to: chat, from: .me, text: text)
        case .sendPictures(let chat, let pictures):
            for picture in pictures { add(to: chat, .media, from: .me, attachment: picture) }
        case .read(let chat): markRead(chat)
        case .open(let contact):
            let known = list.first { $0.peer == contact.id }
            opened.send(known ?? create(title: contact.name, [.me, contact.id], peer: contact.id))
        case .create(let title, let participants):
            let chat = create(title: title, [.me] + participants, peer: nil)
            opened.send(chat)
            say("Me created the chat", in: chat.id, by: .me)
        case .rename(let chat, let title): rename(chat, title, by: .me)
        case .add(let contact, let chat):
            guard change(chat, { if !$0.participants.contains(contact) { $0.participants.append(contact) } }) else {
                return
            }
            say("Me added \(name(contact))", in: chat, by: .me)
        case .remove(let contact, let chat):
            guard change(chat, { $0.participants.removeAll { $0 == contact } }) else { return }
            say("Me removed \(name(contact))", in: chat, by: .me)
        case .delete(let chat):
            guard let place = place(of: chat) else { return }
            list.remove(at: place)
            cache[chat] = nil
            store.removeChat(chat)
            chats.send(ListDelta(.remove(place..<place + 1)))
        }
    }

    func perform(_ event: ChatEvent) {
        switch event {
        case .message(let chat, let sender, let text): add(to: chat, from: sender, text: text)
        case .picture(let chat, let sender, let picture): add(to: chat, .media, from: sender, attachment: picture)
        case .newChat(let title, let participants, let peer): _ = create(title: title, participants, peer: peer)
        case .renamed(let chat, let person, let title): rename(chat, title, by: person)
        }
    }

    private func create(title: String, _ participants: [ContactID], peer: ContactID?) -> Chat {
        let chat = Chat(
            id: store.addChat(), title: title, participants: participants, peer: peer, date: calendar.now())
        list.insert(chat, at: 0)
        chats.send(ListDelta(.insert([chat], at: 0)))
        return chat
    }

    private func rename(_ chat: ChatID, _ title: String, by person: ContactID) {
        guard change(chat, { $0.title = title }) else { return }
        say("\(name(person)) named the chat \(title)", in: chat, by: person)
    }

    private func say(_ text: String, in chat: ChatID, by person: ContactID) {
        add(to: chat, .system, from: person, text: text)
    }

    /// Sent or received: the same way. The chat goes to the place of its new date.
    private func add(
        to chat: ChatID, _ kind: Message.Kind = .text, from sender: ContactID, text: String = "",
        attachment: Picture? = nil
    ) {
        guard let old = place(of: chat) else { return }
        let isOwn = sender == .me || kind == .system
        let message = Message(
            id: store.nextMessage(), chat: chat, kind: kind, sender: sender, date: calendar.now(), isRead: isOwn,
            text: text, attachment: attachment)
        log(of: chat).append(message)
        var changed = list.remove(at: old)
        changed.last = message
        changed.date = message.date
        if !isOwn { changed.unread += 1 }
        let new = list.firstIndex { $0.date <= changed.date } ?? list.count
        list.insert(changed, at: new)
        messages.send(message)
        chats.send(ListDelta(.move(from: old, to: new), .reload(changed, at: new)))
    }

    private func markRead(_ chat: ChatID) {
        log(of: chat).markRead()
        change(chat) {
            $0.unread = 0
            $0.last = $0.last?.read
        }
    }

    /// Changes a chat that stays in its place. Answers whether there is such a chat; if nothing is other than before,
    /// nobody is told.
    @discardableResult
    private func change(_ chat: ChatID, _ body: (inout Chat) -> Void) -> Bool {
        guard let place = place(of: chat) else { return false }
        let former = list[place]
        body(&list[place])
        if list[place] != former { chats.send(ListDelta(.reload(list[place], at: place))) }
        return true
    }

    func place(of chat: ChatID) -> Int? { list.firstIndex { $0.id == chat } }

    private func name(_ contact: ContactID) -> String {
        store.contacts.first { $0.id == contact }?.name ?? "somebody"
    }
}
