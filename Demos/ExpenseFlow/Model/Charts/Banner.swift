import Statecharts

//   Banner
//   ┌──────────────────────────────────────────────────────────┐
//   │            createFailed, deleteFailed, serviceFailed     │
//   │  ●──▶ Hidden ──────────────────────▶ Visible ⟲ the same  │
//   │          ▲                              │                │
//   │          └──────── after 4 s, signedOut ┘                │
//   └──────────────────────────────────────────────────────────┘

/// Says for a while what went wrong with something that was asked for earlier.
final class Banner: State<Application, Application> {
    let hidden = Hidden(), visible = Visible()
    private(set) var text = ""
    override func configure() { substates(hidden, visible) }

    override func handle(_ event: Event) -> Reaction {
        guard case .notice(let notice) = event else { return .unhandled }
        guard let text = Self.text(of: notice), top.isCurrent(notice) else { return .unhandled }
        return .local(to: visible) { self.text = text }
    }

    private static func text(of notice: ModelNotice) -> String? {
        switch notice.content {
        case .createFailed(let category, let amount, let reason): "\(category) \(amount) was not created: \(reason)"
        case .deleteFailed(let expense, let reason): "\(expense.category) was not deleted: \(reason)"
        case .serviceFailed: "the service has broken down and is started again"
        case .expenses, .debts, .fetchFailed, .debtsFailed: nil
        }
    }

    final class Hidden: State<Banner, Application> {}

    final class Visible: State<Banner, Application> {
        override func entry() { after(.seconds(4), send: .bannerTimeout) }
        override func exit() { superior.text = "" }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .bannerTimeout, .signedOut: .to(superior.hidden)
            default: .unhandled
            }
        }
    }
}
