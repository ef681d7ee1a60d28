import Statecharts

/// What came to a system after it was drawn, and may go before it is drawn again.
enum Undrawn: Sendable {
    /// A component, behind those that it is inside of or belongs to.
    case members([System.Member])
    case remote(System.Remote)
    case message(MessageWay)
}

/// The way of a message as its record has it: by what its ports were called then.
struct MessageWay: Sendable, Hashable {
    let sender: SystemDrawing.End
    let proxies: [SystemDrawing.End]
    let receivers: [SystemDrawing.End]
    /// The type of the message.
    let type: String
    let isForeign: Bool
}

extension MessageWay {
    init(_ record: MessageRecord) {
        func end(_ label: PortLabel) -> SystemDrawing.End { .init(component: label.owner, port: label.name) }
        self.init(
            sender: end(record.sender), proxies: record.proxies.map(end), receivers: record.receivers.map(end),
            type: record.type, isForeign: record.isForeign)
    }
}

extension SystemDrawing {
    /// Everything that this drawing or a newer one shows, and what came between the two and has gone again.
    /// - Parameter newer: `nil` if the system has gone.
    func merged(
        with newer: SystemDrawing?, _ undrawn: [Undrawn], composites: [String: [String]]
    ) -> SystemDrawing {
        if undrawn.isEmpty { return newer.map { merged(with: $0) } ?? self }
        var members: [System.Member] = []
        var places: [Int: Int] = [:]
        var remotes: [SystemDrawing] = []
        var ways: [MessageWay] = []
        for news in undrawn {
            switch news {
            case .members(let others):
                for member in others {
                    if let place = places[member.id] {
                        members[place] = member
                    } else {
                        places[member.id] = members.count
                        members.append(member)
                    }
                }
            case .remote(let remote): remotes.append(SystemDrawing(members: [], connections: [], remotes: [remote]))
            case .message(let way): ways.append(way)
            }
        }
        let local = SystemDrawing(members: members, connections: [], composites: composites)
        // Of those that are still there the newer drawing knows best.
        var names = Set((components + (newer?.components ?? [])).map(\.name))
        let gone = (local.components + remotes.flatMap(\.components)).filter { names.insert($0.name).inserted }
        let all = SystemDrawing(components: components + gone, connections: connections)
        let taken = all.connectionsTaken(by: ways, besides: newer)
        // Known by its owner from now on.
        let bare = Set(taken.map { Pair(from: $0.from, to: End(component: "", port: $0.to.port)) })
        let former = connections.filter { !bare.contains(Pair(from: $0.from, to: $0.to)) }
        let whole = SystemDrawing(components: all.components, connections: former + taken)
        return newer.map { whole.merged(with: $0) } ?? whole
    }

    private struct Pair: Hashable {
        let from: End
        let to: End
    }

    /// The connections that messages took, between components of this process, and that neither drawing shows.
    ///
    /// A record does not say from which port a message came to which. So what is not known is taken from the order of
    /// passing: a proxy gets a message from the one before it, a receiver from the last one that leads nowhere else.
    private func connectionsTaken(by ways: [MessageWay], besides newer: SystemDrawing?) -> [Connection] {
        if ways.isEmpty { return [] }
        let local = (components + (newer?.components ?? [])).filter { $0.process == nil }
        let names = Set(local.map(\.name))
        var types: [End: String] = [:]
        for component in local {
            for port in component.ports {
                let end = End(component: component.name, port: port.name)
                // What is entered may be called like what is left.
                if port.isInput || types[end] == nil { types[end] = port.type }
            }
        }
        var known: [Pair: Connection] = [:]
        for connection in connections + (newer?.connections ?? []) {
            known[Pair(from: connection.from, to: connection.to)] = connection
        }
        var taken: [Connection] = []
        for way in ways {
            // The sender of a message from another process is not here.
            let left = (way.isForeign ? [] : [way.sender]) + way.proxies
            let entered = way.proxies + way.receivers
            func isKnown(_ from: End, _ to: End) -> Bool { known[Pair(from: from, to: to)] != nil }
            var leading = Set(left.filter { from in entered.contains { isKnown(from, $0) } })
            for (place, end) in entered.enumerated() {
                if !names.contains(end.component) || left.contains(where: { isKnown($0, end) }) { continue }
                // A port whose owner has left since is connected still, and is that of nobody.
                let bare = End(component: "", port: end.port)
                let sure = left.first { isKnown($0, bare) }
                let same = sure.flatMap { known[Pair(from: $0, to: bare)] }
                var likely: End?
                if !way.isForeign {
                    let last = left.last { !leading.contains($0) } ?? left.last
                    likely = place < way.proxies.count ? left[place] : last
                }
                guard let from = sure ?? likely, names.contains(from.component) else { continue }
                let type = same?.type ?? (from == way.sender ? way.type : types[from] ?? way.type)
                let connection = Connection(
                    from: from, to: end, type: type, isMapped: same?.isMapped ?? (types[end] ?? type != type),
                    process: nil)
                known[Pair(from: from, to: end)] = connection
                leading.insert(from)
                taken.append(connection)
            }
        }
        return taken
    }
}
