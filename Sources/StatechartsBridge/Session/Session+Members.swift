// What is told of components.

extension Session {
    /// The components that the other side is to know: the first ones, of which as many are told as go into a frame, and
    /// how many there are.
    mutating func show(_ members: [RemoteMember], of count: Int) -> BridgeUrgency? {
        self.members = Frame.clipped(members, of: count, to: limits.frameLength)
        owesMembers = phase == .running
        return owesMembers ? .soon : nil
    }

    /// So many lists of the other side are shown between two looks of the watchman. Of the others the newest one is
    /// shown then: they need no credit, and whoever follows the system gets each.
    static var mostShown: Int { 256 }

    mutating func take(_ members: [RemoteMember]) -> Effect {
        guard shownLately < Self.mostShown else {
            notShown = members
            return .nothing
        }
        shownLately += 1
        notShown = nil
        return .members(members, number: numberShown())
    }

    mutating func numberShown() -> UInt64 {
        shownCount += 1
        return shownCount
    }

    /// The list that was left out, when there was time enough.
    mutating func takeNotShown() -> (members: [RemoteMember], number: UInt64)? {
        shownLately = 0
        return notShown.take().map { ($0, numberShown()) }
    }
}

extension Frame {
    /// The first members that go into a frame of this length, and one in place of the others that says how many.
    static func clipped(_ members: [RemoteMember], of all: Int, to limit: Int) -> [RemoteMember] {
        // The frame around them, and the last one.
        var room = limit - 256, count = 0
        for member in members {
            room -= JSONWriter.length(of: member) + 1
            if room < 0 { break }
            count += 1
        }
        if count == all { return members }
        return members.prefix(count) + [RemoteMember(name: "… and \(all - count) more", type: "", ports: [])]
    }

    /// An error whose text is as long as a frame may be; `nil` if the other side is not to hear of it.
    static func error(_ error: BridgeError, within limit: Int) -> Frame? {
        guard let code = error.told else { return nil }
        var text = error.message
        while true {
            let frame = Frame.error(code: code.description, text: text)
            if text.isEmpty || frame.bytes.count <= limit { return frame }
            text = String(text.prefix(text.count / 2))
        }
    }
}
