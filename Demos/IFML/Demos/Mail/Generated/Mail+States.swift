import IFMLRuntime
import Statecharts

extension Mail {
    /// The container `mailbox`.
    final class Mailbox: OrthogonalState<Mail, Mail> {
        let content = MailboxContent(), confirmDelete = ConfirmDelete()

        override func configure() { regions(content, confirmDelete) }
    }

    /// What `mailbox` shows beside its modal windows.
    final class MailboxContent: State<Mailbox, Mail> {
        override func entry() {
            if !top.data.navigation.isLoaded(.mailbox) {
                top.data.navigation.load(.mailbox)
                raise(.load)
            }
        }

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .load:
                guard top.isOnTop else { return .unhandled }
                return .handled { top.fetchMessages() }
            case .messageListOpen(let row):
                guard top.isOnTop, let selected = top.data.messageList.row(row) else { return .unhandled }
                if selected.isDraft {
                    return .to(top.editor) {
                        top.data.messageList.select(row)
                        top.data.navigation.show(.editor, from: .mailbox)
                        top.data.draftFormDraft = selected
                    }
                }
                return .to(top.reader) {
                    top.data.messageList.select(row)
                    top.data.navigation.show(.reader, from: .mailbox)
                    top.data.reading = selected
                }
            case .messageListDelete(let row):
                guard top.isOnTop, let selected = top.data.messageList.row(row) else { return .unhandled }
                return .handled {
                    top.data.messageList.select(row)
                    top.data.question = selected
                    top.raise(.showConfirmDelete)
                }
            case .messageListSelect(let row):
                guard top.isOnTop, top.data.messageList.row(row) != nil else { return .unhandled }
                return .handled { top.data.messageList.select(row) }
            default: return .unhandled
            }
        }
    }

    /// The modal window `confirmDelete`.
    final class ConfirmDelete: State<Mailbox, Mail> {
        let hidden = Hidden(), shown = Shown()

        override func configure() { substates(hidden, shown) }

        final class Hidden: State<ConfirmDelete, Mail> {
            override func handle(_ event: Event) -> Reaction {
                event == .showConfirmDelete ? .to(superior.shown) : .unhandled
            }
        }

        final class Shown: State<ConfirmDelete, Mail> {
            let showing = Showing(), performingDeleteMessage = PerformingDeleteMessage()

            override func configure() { substates(showing, performingDeleteMessage) }

            override func entry() { top.data.navigation.open(.confirmDelete) }

            override func exit() { top.data.navigation.close(.confirmDelete) }

            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .back:
                    guard top.data.navigation.isOnTop(.confirmDelete) else { return .unhandled }
                    return .to(top.mailbox.confirmDelete.hidden)
                default: return .unhandled
                }
            }

            final class Showing: State<Shown, Mail> {
                override func handle(_ event: Event) -> Reaction {
                    switch event {
                    case .questionYes:
                        guard top.data.navigation.isOnTop(.confirmDelete),
                            let object = top.data.question
                        else { return .unhandled }
                        return .to(superior.performingDeleteMessage) {
                            top.data.deleteMessage = DeleteMessage(message: object)
                        }
                    case .questionNo:
                        guard top.data.navigation.isOnTop(.confirmDelete),
                            top.data.question != nil
                        else { return .unhandled }
                        return .to(top.mailbox.confirmDelete.hidden)
                    default: return .unhandled
                    }
                }
            }

            final class PerformingDeleteMessage: State<Shown, Mail> {
                override func entry() {
                    top.data.navigation.message = nil
                    guard let action = top.data.deleteMessage else { return }
                    run(
                        "deleteMessage",
                        { [actions = top.actions] in
                            try await actions.deleteMessage(message: action.message)
                        }, done: { .deleteMessageEnded($0) })
                }

                override func restored() { entry() }

                override func handle(_ event: Event) -> Reaction {
                    switch event {
                    case .deleteMessageEnded(.deleted(let messages)):
                        return .to(top.mailbox.confirmDelete.hidden) { top.data.messageList.rows = messages }
                    case .deleteMessageEnded(.failed): return .to(superior.showing)
                    default: return .unhandled
                    }
                }

                override func failed(_ error: any Error) -> Reaction {
                    .to(superior.showing) {
                        top.data.navigation.message = "\(error)"
                    }
                }
            }
        }
    }

    /// The container `settings`.
    final class Settings: State<Mail, Mail> {
        let account = Account(), display = Display()

        override func configure() { substates(account, display) }

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .goAccount:
                guard top.isOnTop, !top.settings.account.isActive else { return .unhandled }
                return .local(to: account) { top.data.navigation.show(.account) }
            case .goDisplay:
                guard top.isOnTop, !top.settings.display.isActive else { return .unhandled }
                return .local(to: display) { top.data.navigation.show(.display) }
            default: return .unhandled
            }
        }
    }

    /// The container `account`.
    final class Account: State<Settings, Mail> {
        @Scoped var accountForm = AccountForm()
        let showing = Showing(), performingSaveSettings = PerformingSaveSettings()

        override func configure() { substates(showing, performingSaveSettings) }

        final class Showing: State<Account, Mail> {
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .accountFormSave:
                    guard top.isOnTop,
                        superior.accountForm.isValid,
                        let signature = superior.accountForm.signature.value,
                        let priority = superior.accountForm.priority.value
                    else { return .unhandled }
                    let labels = superior.accountForm.labels.values
                    return .to(superior.performingSaveSettings) {
                        top.data.saveSettings = SaveSettings(signature: signature, priority: priority, labels: labels)
                    }
                case .accountFormSignature(let text):
                    guard top.isOnTop else { return .unhandled }
                    return .handled { superior.accountForm.signature.set(text) }
                case .accountFormPriority(let text):
                    guard top.isOnTop, superior.accountForm.priority.takes(text) else { return .unhandled }
                    return .handled { superior.accountForm.priority.set(text) }
                case .accountFormLabels(let text):
                    guard top.isOnTop, superior.accountForm.labels.takes(text) else { return .unhandled }
                    return .handled { superior.accountForm.labels.set(text) }
                default: return .unhandled
                }
            }
        }

        final class PerformingSaveSettings: State<Account, Mail> {
            override func entry() {
                top.data.navigation.message = nil
                guard let action = top.data.saveSettings else { return }
                run(
                    "saveSettings",
                    { [actions = top.actions] in
                        try await actions.saveSettings(
                            signature: action.signature,
                            priority: action.priority,
                            labels: action.labels)
                    }, done: { .saveSettingsEnded })
            }

            override func restored() { entry() }

            override func handle(_ event: Event) -> Reaction {
                event == .saveSettingsEnded ? .to(superior.showing) : .unhandled
            }

            override func failed(_ error: any Error) -> Reaction {
                .to(superior.showing) { top.data.navigation.message = "\(error)" }
            }
        }
    }

    /// The container `display`.
    final class Display: State<Settings, Mail> {}

    /// The container `reader`.
    final class Reader: State<Mail, Mail> {}

    /// The container `editor`.
    final class Editor: State<Mail, Mail> {
        @Scoped({ (state: Editor) in DraftForm(state.top.data.draftFormDraft) }) var draftForm: DraftForm
        let showing = Showing(), performingSend = PerformingSend()

        override func configure() { substates(showing, performingSend) }

        final class Showing: State<Editor, Mail> {
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .draftFormSend:
                    guard top.isOnTop,
                        superior.draftForm.isValid,
                        let value = top.data.draftFormDraft,
                        let body = superior.draftForm.body.value
                    else { return .unhandled }
                    return .to(superior.performingSend) { top.data.send = Send(draft: value, body: body) }
                case .draftFormBody(let text):
                    guard top.isOnTop else { return .unhandled }
                    return .handled { superior.draftForm.body.set(text) }
                default: return .unhandled
                }
            }
        }

        final class PerformingSend: State<Editor, Mail> {
            override func entry() {
                top.data.navigation.message = nil
                guard let action = top.data.send else { return }
                run(
                    "send",
                    { [actions = top.actions] in
                        try await actions.send(draft: action.draft, body: action.body)
                    }, done: { .sendEnded })
            }

            override func restored() { entry() }

            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .sendEnded: return .to(top.mailbox) { top.data.navigation.show(.mailbox, from: .editor) }
                default: return .unhandled
                }
            }

            override func failed(_ error: any Error) -> Reaction {
                .to(superior.showing) { top.data.navigation.message = "\(error)" }
            }
        }
    }
}
