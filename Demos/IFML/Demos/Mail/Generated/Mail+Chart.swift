import IFMLRuntime
import Statecharts

/// The application `mail`.
final class Mail: TopState<Mail.Event> {
    enum Event: Sendable, Hashable, Codable {
        case mainMenuLogOut
        case load
        case messageListOpen(row: Int)
        case messageListDelete(row: Int)
        case questionYes
        case questionNo
        case accountFormSave
        case draftFormSend
        case loginFormLogIn
        case refresh
        case signedOff
        case messageListSelect(row: Int)
        case accountFormSignature(String)
        case accountFormPriority(String)
        case accountFormLabels(String)
        case draftFormBody(String)
        case loginFormPassword(String)
        case goMailbox
        case goSettings
        case goAccount
        case goDisplay
        case deleteMessageEnded(DeleteMessageOutcome)
        case saveSettingsEnded
        case sendEnded
        case authenticateEnded(AuthenticateOutcome)
        case fetchMessagesEnded([Message])
        case showConfirmDelete
        case back
    }

    /// The containers that the way back knows, and modal ones.
    enum Place: String, Sendable, Hashable, Codable {
        case mailbox
        case confirmDelete
        case account
        case display
        case reader
        case editor
        case loginPage
    }

    /// The parameters of components and actions.
    struct Data: Sendable, Hashable, Codable {
        var navigation = Navigation<Place>()
        var messageList = Rows<Message>() { didSet { preview = messageList.selection } }
        var preview: Message?
        var question: Message?
        var reading: Message?
        var draftFormDraft: Message?
        var beginUser: String?
        var doneUser: String?
        var loginFormUser: String?
        var deleteMessage: DeleteMessage?
        var saveSettings: SaveSettings?
        var send: Send?
        var authenticate: Authenticate?
    }

    /// The arguments of the action `deleteMessage`.
    struct DeleteMessage: Sendable, Hashable, Codable {
        var message: Message
    }

    /// The arguments of the action `saveSettings`.
    struct SaveSettings: Sendable, Hashable, Codable {
        var signature: String
        var priority: Priority
        var labels: [String]
    }

    /// The arguments of the action `send`.
    struct Send: Sendable, Hashable, Codable {
        var draft: Message
        var body: String
    }

    /// The arguments of the action `authenticate`.
    struct Authenticate: Sendable, Hashable, Codable {
        var user: String?
        var password: String
    }

    let actions: any MailActions
    var data = Data()

    let mailbox = Mailbox()
    let settings = Settings()
    let reader = Reader()
    let editor = Editor()
    let loginPage = LoginPage()
    let previous = Choice<Mail, Mail> { app in
        .to(app.place(app.data.navigation.previous)) { app.data.navigation.goBack() }
    }

    init(actions: any MailActions) { self.actions = actions }

    override func configure() { substates(mailbox, settings, reader, editor, loginPage, previous) }

    override func entry() { every(.seconds(60), send: .refresh) }

    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .goMailbox:
            guard isOnTop, !mailbox.isActive else { return .unhandled }
            return .to(mailbox) { data.navigation.show(.mailbox) }
        case .goSettings:
            guard isOnTop, !settings.isActive else { return .unhandled }
            return .to(settings) { data.navigation.show(.account) }
        case .mainMenuLogOut:
            guard isOnTop else { return .unhandled }
            return .handled { raise(.signedOff) }
        case .refresh: return .handled { fetchMessages() }
        case .signedOff:
            if loginPage.isActive {
                return .handled {
                    data.loginFormUser = data.beginUser
                    data.navigation.beginAnew()
                }
            }
            return .to(loginPage) {
                data.navigation.show(.loginPage)
                data.loginFormUser = data.beginUser
                data.navigation.beginAnew()
            }
        case .fetchMessagesEnded(let messages): return .handled { data.messageList.rows = messages }
        case .back:
            guard isOnTop, data.navigation.previous != nil else { return .unhandled }
            return .to(previous)
        default: return .unhandled
        }
    }

    override func failed(_ error: any Error) -> Reaction {
        error is StepError ? .unhandled : .handled { data.navigation.message = "\(error)" }
    }

    /// True if no modal window is shown.
    var isOnTop: Bool { data.navigation.isOnTop() }

    func place(_ place: Place?) -> Vertex<Mail> {
        switch place {
        case .mailbox, nil: mailbox
        case .confirmDelete: mailbox.confirmDelete
        case .account: settings.account
        case .display: settings.display
        case .reader: reader
        case .editor: editor
        case .loginPage: loginPage
        }
    }

    /// Performs the action `fetchMessages` in the background.
    func fetchMessages() {
        run("fetchMessages", { [actions] in try await actions.fetchMessages() }, done: { .fetchMessagesEnded($0) })
    }
}
