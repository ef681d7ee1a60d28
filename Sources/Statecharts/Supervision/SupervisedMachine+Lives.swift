/// What happens to a supervised machine from one life to the next.
enum LifeTurn: Sendable {
    /// The present life is over, and another one may follow.
    case failed
    /// The next life begins.
    case restarted
    /// There will be no other life, unless the supervisor runs again.
    case ended
}

extension SupervisedMachine {
    /// Has a closure called about lives from now on, where they begin and end. If there is no life to come, that is
    /// told at once.
    func follow(_ follower: @escaping @Sendable (LifeTurn) -> Void) {
        let isOver = contents.withLock { contents in
            // Who was given up is never run again.
            if !contents.isGivenUp { contents.followers.append(follower) }
            guard case .over = contents.phase else { return false }
            // Else it is told with the others.
            return contents.hasToldEnd || contents.isGivenUp
        }
        callingOut()
        if isOver { follower(.ended) }
    }

    /// Tells that a life begins, unless it is the first one.
    func tellRestart() {
        let hasLived = contents.withLock { contents in
            defer { (contents.hasLived, contents.hasToldEnd) = (true, false) }
            return contents.hasLived
        }
        if hasLived { tell(.restarted) }
    }

    func tell(_ turn: LifeTurn) {
        let followers = contents.withLock { contents -> [@Sendable (LifeTurn) -> Void] in
            guard turn == .ended else { return contents.followers }
            // The end of the last machine and of the supervisor's run are one.
            if contents.hasToldEnd { return [] }
            contents.hasToldEnd = true
            return contents.followers
        }
        callingOut()
        for follower in followers { follower(turn) }
    }

    /// Nobody is told of anything any more.
    func dropFollowers() {
        let followers = contents.withLock { contents in
            contents.isGivenUp = true
            defer { contents.followers = [] }
            return contents.followers
        }
        withExtendedLifetime(followers) {}
    }
}

extension Contract {
    /// Lets the rules judge the lives of a supervised component, as events that do not come with a message.
    ///
    ///     contract.follow(shop, restarted: .forgotten)  // the new life owes nothing of what was asked before
    ///
    /// Each is judged where it happens: `failed` before anything else is done about it, `restarted` when the next
    /// machine has been made and before it takes anything. The contract is kept as long as the component is followed:
    /// until the component is removed from its supervisor or released.
    /// - Parameters:
    ///   - child: the component; it is not kept.
    ///   - failed: the present life is over, and another one may follow.
    ///   - restarted: the next life begins.
    ///   - ended: there will be no other life, unless the supervisor runs again, or is started again by one above it;
    ///     then `restarted` comes next.
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
