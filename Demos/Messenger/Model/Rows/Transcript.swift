/// The rows of the messages that are loaded of a chat, oldest first. Each change says what it did to them.
struct Transcript: Sendable {
    private(set) var rows: [MessageRow] = []
    /// Where each row ends, in points from the beginning: so what is in view is found without looking at all rows.
    private(set) var ends: [Int] = []
    /// Of all rows together, in points.
    var height: Int { ends.last ?? 0 }
    private var avatars: [AvatarOwner: Picture]

    init(_ messages: [Message] = [], avatars: [AvatarOwner: Picture] = [:]) {
        self.avatars = avatars
        rows = Self.rows(of: messages, avatars: avatars)
        ends = Self.ends(of: rows, from: 0)
    }

    /// The rows of messages, made at once: what all changes together have to lead to.
    static func rows(of messages: [Message], avatars: [AvatarOwner: Picture]) -> [MessageRow] {
        var rows: [MessageRow] = []
        rows.reserveCapacity(messages.count + 2)
        var section: Section?, joinsPrevious = false
        for (place, message) in messages.enumerated() {
            let own = Section(of: message, after: section)
            if own != section { rows.append(MessageRow(header: own)) }
            let next = place + 1 < messages.count ? messages[place + 1] : nil
            let joinsNext = next.map { message.joins($0) && Section(of: $0, after: own) == own } ?? false
            rows.append(
                MessageRow(
                    message, Tail(joinsPrevious: joinsPrevious, joinsNext: joinsNext), in: own, avatars: avatars))
            section = own
            joinsPrevious = joinsNext
        }
        return rows
    }

    var oldest: Message? { rows.first { $0.message != nil }?.message }
    var newest: Message? { rows.last?.message }
    var messages: [Message] { rows.compactMap(\.message) }

    /// A new message goes to the end, perhaps below a header of its own, or else perhaps into the group of the last
    /// one, whose tail then changes.
    mutating func append(_ message: Message) -> ListDelta<MessageRow> {
        let last = rows.last
        let section = Section(of: message, after: last?.section)
        var edits: [ListDelta<MessageRow>.Edit] = []
        var isJoined = false
        if let last, let previous = last.message, let tail = last.tail, last.section == section {
            isJoined = previous.joins(message)
            if isJoined {
                let joined = Tail(joinsPrevious: tail.joinsPrevious, joinsNext: true)
                edits.append(
                    .reload(MessageRow(previous, joined, in: section, avatars: avatars), at: rows.count - 1))
            }
        } else {
            edits.append(.insert([MessageRow(header: section)], at: rows.count))
        }
        let tail = Tail(joinsPrevious: isJoined, joinsNext: false)
        let place = rows.count + (last?.section == section ? 0 : 1)
        edits.append(.insert([MessageRow(message, tail, in: section, avatars: avatars)], at: place))
        return change(edits)
    }

    /// A page of older messages goes to the front. The oldest message that was there, with its header, is taken out and
    /// put in again, since the header may move up and the tail may change.
    mutating func join(_ page: [Message]) -> ListDelta<MessageRow> {
        guard !page.isEmpty else { return ListDelta() }
        guard rows.count > 1, let oldest = rows[1].message, let tail = rows[1].tail else {
            return change([.remove(0..<rows.count), .insert(Self.rows(of: page, avatars: avatars), at: 0)])
        }
        var joined = Self.rows(of: page + [oldest], avatars: avatars)
        guard let end = joined.last, end.section == rows[1].section else {
            // Something in the page is not read, and so the sections of all after it are others.
            return change([
                .remove(0..<rows.count), .insert(Self.rows(of: page + messages, avatars: avatars), at: 0),
            ])
        }
        joined[joined.count - 1] = MessageRow(
            oldest, Tail(joinsPrevious: end.tail?.joinsPrevious ?? false, joinsNext: tail.joinsNext), in: end.section,
            avatars: avatars)
        return change([.remove(0..<2), .insert(joined, at: 0)])
    }

    /// Somebody has another picture: the rows that show it are made again.
    mutating func show(_ avatars: [AvatarOwner: Picture]) -> ListDelta<MessageRow> {
        self.avatars = avatars
        return change(
            rows.indices.compactMap { place in
                guard case .message(let message, let tail, let avatar) = rows[place].content, avatar != nil,
                    avatar != avatars[.contact(message.sender)]
                else { return nil }
                let row = MessageRow(message, tail, in: rows[place].section, avatars: avatars)
                return row == rows[place] ? nil : .reload(row, at: place)
            })
    }

    private mutating func change(_ edits: [ListDelta<MessageRow>.Edit]) -> ListDelta<MessageRow> {
        for edit in edits {
            switch edit {
            case .insert(let new, let place):
                let top = top(of: place), ends = Self.ends(of: new, from: top)
                self.ends.insert(contentsOf: ends, at: place)
                shift(from: place + new.count, by: (ends.last ?? top) - top)
            case .remove(let places):
                let height = top(of: places.upperBound) - top(of: places.lowerBound)
                ends.removeSubrange(places)
                shift(from: places.lowerBound, by: -height)
            case .move: break  // Messages stay in their order.
            case .reload(let row, let place): shift(from: place, by: row.height - rows[place].height)
            }
            ListDelta(edit).apply(to: &rows)
        }
        return ListDelta(edits)
    }

    private static func ends(of rows: [MessageRow], from top: Int) -> [Int] {
        var end = top
        return rows.map { row in
            end += row.height
            return end
        }
    }

    private func top(of place: Int) -> Int { place == 0 ? 0 : ends[place - 1] }

    private mutating func shift(from place: Int, by way: Int) {
        if way == 0 { return }
        for index in place..<ends.count { ends[index] += way }
    }
}
