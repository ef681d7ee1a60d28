@testable import Statecharts
@testable import StatechartsCore

/// What must hold in every world.
extension InputWorld {
    /// Which message it is makes no difference, only whose.
    private func sender(_ message: Int?) -> Int { message.map { $0 / 100 } ?? 0 }

    var key: [Int] {
        var flags = 0
        for flag in [
            machine.isBusy, machine.isDraining, machine.isFinished, hasTaker, isDrainer, isTakerBusy,
            machine.mustBePulled, asking.contains(0), asking.contains(1), machine.readinessListeners.isEmpty,
            machine.claimed.contains(0), machine.claimed.contains(1), machine.cancelledMeanwhile.contains(0),
            machine.cancelledMeanwhile.contains(1), producers[0].isReserved, producers[1].isReserved,
            inHand?.isPulled == true,
        ] { flags = 2 * flags + (flag ? 1 : 0) }
        var key = [flags, machine.reserved, sender(inHand?.message), lent.map { $0.consumer + 1 } ?? 0]
        for producer in producers { key += [sender(producer.waits), sender(producer.granted)] }
        for (id, _) in machine.consumers.elements { key.append(10 + id) }
        for (id, _, _) in machine.producers.elements { key.append(20 + id) }
        for parcel in machine.queue.elements { key.append(30 + sender(parcel.parcel.message)) }
        return key
    }

    var mistake: String? {
        if let wrong { return wrong }
        if let mistake = mistakeInAccount { return mistake }
        let isQuiet = !isDrainer && inHand == nil
        return isQuiet ? mistakeAtRest : nil
    }

    /// What is dropped is the message that comes, or the oldest one where the newest are kept.
    func mistakeInDropping(_ message: Int, _ before: [Int]) -> String? {
        let all = before + [message]
        let kept = if case .bufferingNewest = machine.policy { Array(all.dropFirst()) } else { before }
        let waiting = machine.queue.elements.map(\.parcel.message)
        return waiting == kept ? nil : "of \(all) \(waiting) are kept, and not \(kept)"
    }

    /// Nothing is lost, nothing comes twice, and each sender's messages come in order.
    private var mistakeInAccount: String? {
        let waiting = machine.queue.elements.map(\.parcel.message)
        let held = producers.flatMap { [$0.waits, $0.granted].compactMap { $0 } } + (inHand.map { [$0.message] } ?? [])
        let known = (taken + lost + waiting + held).filter { $0 < 300 }
        let sent = producers.indices.flatMap { one in (0..<producers[one].sent).map { 100 * (one + 1) + $0 } }
        if known.sorted() != sent { return "sent \(sent), known \(known.sorted())" }
        for one in producers.indices {
            let own = (taken + (inHand.map { [$0.message] } ?? []) + waiting).filter { $0 / 100 == one + 1 }
            if own != own.sorted() { return "disordered: \(own)" }
        }
        let kept = producers.indices.filter { producers[$0].granted != nil && producers[$0].isReserved }
            .map { Self.places[$0] }
        let (sum, beyond) = (kept.reduce(0, +), kept.reduce(0) { $0 + $1 - 1 })
        if machine.reserved != sum { return "room is kept for \(machine.reserved), but \(sum) may have it" }
        if let limit = machine.policy.limit, waiting.count + (limit > 0 ? machine.reserved : 0) > limit + beyond {
            return "\(waiting.count) wait where there is room for \(limit)"
        }
        return nil
    }

    /// Nobody waits for what is there, while nobody is at work.
    private var mistakeAtRest: String? {
        let queue = machine.queue.elements
        let waitingConsumers = asking.subtracting(lent.map { [$0.consumer] } ?? [])
        if !waitingConsumers.isEmpty, !queue.isEmpty { return "a consumer waits while there is a message" }
        if !waitingConsumers.isEmpty, machine.isFinished { return "a consumer waits at a finished port" }
        if producers.contains(where: { $0.waits != nil }) {
            if machine.hasRoom { return "a producer waits while there is room" }
            if machine.isFinished { return "a producer waits at a finished port" }
        }
        if hasTaker, !isTakerBusy, !queue.isEmpty { return "a taker that is ready does not get what waits" }
        if hasTaker, machine.isBusy != isTakerBusy, machine.policy != .unbounded || machine.mustBePulled {
            return "the port takes its taker for \(machine.isBusy ? "busy" : "ready")"
        }
        return nil
    }
}
