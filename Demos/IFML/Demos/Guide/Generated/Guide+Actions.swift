import IFMLRuntime

/// The actions of the model, to be written by hand.
protocol GuideActions: Sendable {
    func nearest() async throws -> [Exhibit]
}

/// The queries of the model, to be written by hand.
protocol GuideStore: Sendable {
    /// What `exhibitsOnPlan` shows.
    func exhibits() async throws -> [Exhibit]
}

/// Answers in place of a store that is not written yet, and where the command `outcome` has set an answer.
struct GuideStubs: GuideActions, GuideStore {
    private let store: (any GuideActions & GuideStore)?
    private let outcomes: Outcomes

    init(instead store: (any GuideActions & GuideStore)? = nil, _ outcomes: Outcomes = Outcomes()) {
        self.store = store
        self.outcomes = outcomes
    }

    func nearest() async throws -> [Exhibit] {
        _ = try outcomes.answer("nearest")
        return try await store?.nearest() ?? Exhibit.stubs
    }

    func exhibits() async throws -> [Exhibit] {
        try await store?.exhibits() ?? Exhibit.stubs
    }
}

extension Exhibit {
    static let stubs = [
        Exhibit(title: "title 1", latitude: 1, longitude: 1, room: "room 1"),
        Exhibit(title: "title 2", latitude: 2, longitude: 2, room: "room 2"),
    ]
}
