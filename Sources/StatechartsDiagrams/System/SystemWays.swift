/// Which connections of a system a message takes.
///
/// A message knows where it left, which proxies it passed and where it arrived. It took each connection between two of
/// these. A message that crosses a bridge is known here by one end only: the other one is a channel of the other
/// process.
struct SystemWays {
    private let drawing: SystemDrawing
    /// The components of this process.
    private let local: Set<String>

    init(_ drawing: SystemDrawing) {
        self.drawing = drawing
        local = Set(drawing.components.filter { $0.process == nil }.map(\.name))
    }

    /// Their places in ``SystemDrawing/connections``.
    func connections(of message: Recording.Message) -> [Int] {
        // What is entered and left: a proxy both.
        let left = Set([message.sender] + message.proxies)
        let entered = Set(message.proxies + message.receivers)
        /// The ports that belong to nobody here, without their owners: a bridge calls them by its channels.
        func channels(_ ports: Set<String>) -> Set<Substring> {
            Set(ports.filter { !local.contains(owner($0)) }.map { $0.suffix($0.count - owner($0).count) })
        }
        let leaving = channels(entered)
        return drawing.connections.indices.filter { place in
            let connection = drawing.connections[place]
            let (from, to) = (connection.from.description, connection.to.description)
            guard connection.process != nil else { return left.contains(from) && entered.contains(to) }
            if local.contains(connection.to.component) || connection.to.component.isEmpty {
                return message.isForeign && entered.contains(to)
            }
            return left.contains(from) && leaving.contains(".\(connection.to.port)")
        }
    }

    /// The component of a port; empty for a port of none.
    private func owner(_ port: String) -> String { port.lastIndex(of: ".").map { String(port[..<$0]) } ?? "" }
}
