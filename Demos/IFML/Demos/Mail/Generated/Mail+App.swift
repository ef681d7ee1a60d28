import IFMLRuntime
import Statecharts

extension Mail: Application {
    static let modelName = "mail"

    static let inputs = Inputs<Event>(
        events: ["logOut", "load", "open", "delete", "yes", "no", "save", "send", "logIn"],
        lists: ["messageList": { .messageListSelect(row: $0) }],
        rowEvents: [
            "messageList.open": { .messageListOpen(row: $0) },
            "messageList.delete": { .messageListDelete(row: $0) },
        ],
        fields: [
            "accountForm.signature": { .accountFormSignature($0) },
            "accountForm.priority": { .accountFormPriority($0) },
            "accountForm.labels": { .accountFormLabels($0) },
            "draftForm.body": { .draftFormBody($0) },
            "loginForm.password": { .loginFormPassword($0) },
        ],
        landmarks: ["mailbox", "settings", "account", "display"],
        outcomes: [
            "deleteMessage": ["deleted", "failed"],
            "saveSettings": [],
            "send": [],
            "authenticate": ["accepted", "rejected"],
            "fetchMessages": [],
        ],
        samples: ["advance 60s"])
}
