/// What happens to a supervised machine from one life to the next.
enum LifeTurn: Sendable {
    /// The present life is over, and another one may follow.
    case failed
    /// The next life begins.
    case restarted
    /// There will be no other life.
    case ended
}

extension SupervisedMachine {
    /// Has a closure called about lives from now on, where they begin and end. If there will be no other one, that is
    /// told at once.
    func follow(_ follower: @escaping @Sendable (LifeTurn) -> Void) {
        let isOver = contents.withLock { contents in
            if case .over = contents.phase { return true }
            contents.followers.append(follower)
            return false
        }
        callingOut()
        if isOver { follower(.ended) }
    }

    /// Tells that a life begins, unless it is the first one.
    func tellRestart() {
        let hasLived = contents.withLock { contents in
            defer { contents.hasLived = true }
            return contents.hasLived
        }
        if hasLived { tell(.restarted) }
    }

    func tell(_ turn: LifeTurn) {
        let followers = contents.withLock { contents in
            defer { if turn == .ended { contents.followers = [] } }
            return contents.followers
        }
        callingOut()
        for follower in followers { follower(turn) }
    }
}

extension Contract {
    /// Has the rules judge the lives of a supervised component, as events that no message brings.
    ///
    ///     contract.follow(shop, restarted: .forgotten)  // the new life owes nothing of what was asked before
    ///
    /// Each is judged where it happens: `failed` before anything else is done about it, `restarted` when the next
    /// machine has been made and before it takes anything.
    /// - Parameters:
    ///   - child: the component; it is not kept.
    ///   - failed: the present life is over, and another one may follow.
    ///   - restarted: the next life begins.
    ///   - ended: there will be no other life.
    public func follow<Top: Statechart>(
        _ child: SupervisedMachine<Top>, failed: Rules.Event? = nil, restarted: Rules.Event? = nil,
        ended: Rules.Event? = nil
    ) {
        child.follow { [core] turn in
            let event =
                switch turn {
                case .failed: failed
                case .restarted: restarted
                case .ended: ended
                }
            if let event { core.judge(event) }
        }
    }
}
