import IFMLRuntime
import Statecharts

/// The fields of `accountForm`.
struct AccountForm: FormFields {
    var signature = Field<String>()
    var priority = SelectionField<Priority>([.low, .normal, .high])
    var labels = SelectionField<String>(["work", "home"], isMultiple: true, isRequired: true)
    var fields: [(name: String, field: any FormField)] {
        [("signature", signature), ("priority", priority), ("labels", labels)]
    }
}

/// The fields of `draftForm`.
struct DraftForm: FormFields {
    var body = Field<String>()
    var fields: [(name: String, field: any FormField)] { [("body", body)] }

    init() {}

    /// With what was bound to it.
    init(_ object: Message?) {
        self.body.fill(object?.body)
    }
}

/// The fields of `loginForm`.
struct LoginForm: FormFields {
    var password = Field<String>()
    var fields: [(name: String, field: any FormField)] { [("password", password)] }
}

/// What `mailbox` shows.
struct MailboxScreen: ContainerScreen {
    var messageList: ListView<Message>
    var preview: DetailsView<Message>
    var components: [(any ComponentView)?] { [messageList, preview] }
}

/// What `confirmDelete` shows.
struct ConfirmDeleteScreen: ContainerScreen {
    var question: DetailsView<Message>
    var components: [(any ComponentView)?] { [question] }
}

/// What `settings` shows.
struct SettingsScreen: ContainerScreen {
    var components: [(any ComponentView)?] { [] }
}

/// What `account` shows.
struct AccountScreen: ContainerScreen {
    var accountForm: FormView<AccountForm>
    var components: [(any ComponentView)?] { [accountForm] }
}

/// What `display` shows.
struct DisplayScreen: ContainerScreen {
    var about: TextView
    var components: [(any ComponentView)?] { [about] }
}

/// What `reader` shows.
struct ReaderScreen: ContainerScreen {
    var reading: DetailsView<Message>
    var components: [(any ComponentView)?] { [reading] }
}

/// What `editor` shows.
struct EditorScreen: ContainerScreen {
    var draftForm: FormView<DraftForm>
    var components: [(any ComponentView)?] { [draftForm] }
}

/// What `loginPage` shows.
struct LoginPageScreen: ContainerScreen {
    var loginForm: FormView<LoginForm>
    var components: [(any ComponentView)?] { [loginForm] }
}

/// What the application shows: the containers that are active.
struct MailScreen: ApplicationScreen {
    var mailbox: MailboxScreen?
    var confirmDelete: ConfirmDeleteScreen?
    var settings: SettingsScreen?
    var account: AccountScreen?
    var display: DisplayScreen?
    var reader: ReaderScreen?
    var editor: EditorScreen?
    var loginPage: LoginPageScreen?
    var frame = ScreenFrame<Mail.Event>()

    var containers: [ContainerView] {
        [
            ContainerView("mailbox", mailbox),
            ContainerView("confirmDelete", confirmDelete, isModal: true),
            ContainerView("settings", settings),
            ContainerView("account", account),
            ContainerView("display", display),
            ContainerView("reader", reader),
            ContainerView("editor", editor),
            ContainerView("loginPage", loginPage),
        ].compactMap(\.self)
    }
}

extension Mail {
    /// The present screen.
    var screen: MailScreen {
        var screen = MailScreen()
        screen.frame.buttons.append(EventButton("logOut", of: "mainMenu", .mainMenuLogOut, if: isOnTop))
        if mailbox.isActive {
            let isOpen = isOnTop
            screen.mailbox = MailboxScreen(
                messageList: ListView("messageList", data.messageList, if: isOpen) {
                    [Cell("subject", $0.subject), Cell("sender", $0.sender)]
                },
                preview: DetailsView("preview", data.preview) {
                    [Cell("subject", $0.subject), Cell("body", $0.body)]
                })
            screen.frame.buttons.append(EventButton("load", of: "mailbox", .load, if: isOpen))
            screen.frame.buttons.append(
                EventButton(
                    "open",
                    of: "messageList",
                    .messageListOpen(row: data.messageList.selected ?? 0),
                    if: isOpen && data.messageList.selected != nil))
            screen.frame.buttons.append(
                EventButton(
                    "delete",
                    of: "messageList",
                    .messageListDelete(row: data.messageList.selected ?? 0),
                    if: isOpen && data.messageList.selected != nil && data.messageList.selection != nil))
        }
        if mailbox.confirmDelete.shown.isActive {
            let isOpen = mailbox.confirmDelete.shown.showing.isActive && data.navigation.isOnTop(.confirmDelete)
            screen.confirmDelete = ConfirmDeleteScreen(
                question: DetailsView("question", data.question) {
                    [Cell("subject", $0.subject)]
                })
            screen.frame.buttons.append(
                EventButton("yes", of: "question", .questionYes, if: isOpen && data.question != nil))
            screen.frame.buttons.append(
                EventButton("no", of: "question", .questionNo, if: isOpen && data.question != nil))
            if mailbox.confirmDelete.shown.performingDeleteMessage.isActive {
                screen.frame.busy.append("deleteMessage")
            }
        }
        if settings.isActive { screen.settings = SettingsScreen() }
        if settings.account.isActive {
            let isOpen = settings.account.showing.isActive && isOnTop
            screen.account = AccountScreen(
                accountForm: FormView("accountForm", settings.account.accountForm, if: isOpen))
            screen.frame.buttons.append(
                EventButton(
                    "save",
                    of: "accountForm",
                    .accountFormSave,
                    if: isOpen && settings.account.accountForm.isValid))
            if settings.account.performingSaveSettings.isActive { screen.frame.busy.append("saveSettings") }
        }
        if settings.display.isActive { screen.display = DisplayScreen(about: TextView("about", "Mail 1.0")) }
        if reader.isActive {
            screen.reader = ReaderScreen(
                reading: DetailsView("reading", data.reading) {
                    [Cell("subject", $0.subject), Cell("sender", $0.sender), Cell("body", $0.body)]
                })
        }
        if editor.isActive {
            let isOpen = editor.showing.isActive && isOnTop
            screen.editor = EditorScreen(draftForm: FormView("draftForm", editor.draftForm, if: isOpen))
            screen.frame.buttons.append(
                EventButton(
                    "send",
                    of: "draftForm",
                    .draftFormSend,
                    if: isOpen && editor.draftForm.isValid && data.draftFormDraft != nil))
            if editor.performingSend.isActive { screen.frame.busy.append("send") }
        }
        if loginPage.isActive {
            let isOpen = loginPage.showing.isActive && isOnTop
            screen.loginPage = LoginPageScreen(loginForm: FormView("loginForm", loginPage.loginForm, if: isOpen))
            screen.frame.buttons.append(
                EventButton("logIn", of: "loginForm", .loginFormLogIn, if: isOpen && loginPage.loginForm.isValid))
            if loginPage.performingAuthenticate.isActive { screen.frame.busy.append("authenticate") }
        }
        screen.frame.message = data.navigation.message
        if !mailbox.isActive { screen.frame.buttons.append(EventButton("go mailbox", .goMailbox, if: isOnTop)) }
        if !settings.isActive { screen.frame.buttons.append(EventButton("go settings", .goSettings, if: isOnTop)) }
        if settings.isActive, !settings.account.isActive {
            screen.frame.buttons.append(EventButton("go account", .goAccount, if: isOnTop))
        }
        if settings.isActive, !settings.display.isActive {
            screen.frame.buttons.append(EventButton("go display", .goDisplay, if: isOnTop))
        }
        if isOnTop && data.navigation.previous != nil || data.navigation.isOnTop(.confirmDelete) {
            screen.frame.buttons.append(EventButton("back", .back))
        }
        return screen
    }
}
