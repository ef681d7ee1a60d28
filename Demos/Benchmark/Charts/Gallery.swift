import Statecharts

/// Twenty rooms of nine pictures: 200 states below the top, to be drawn.
final class Gallery: TopState<Gallery.Event> {
    enum Event: Sendable { case next, on }

    let rooms = (0..<20).map { _ in Room() }

    override func configure() {
        substates(
            rooms[0], rooms[1], rooms[2], rooms[3], rooms[4], rooms[5], rooms[6], rooms[7], rooms[8], rooms[9],
            rooms[10], rooms[11], rooms[12], rooms[13], rooms[14], rooms[15], rooms[16], rooms[17], rooms[18], rooms[19]
        )
    }

    final class Room: State<Gallery, Gallery> {
        let pictures = (0..<9).map { _ in Picture() }

        override func configure() {
            substates(
                pictures[0], pictures[1], pictures[2], pictures[3], pictures[4], pictures[5], pictures[6], pictures[7],
                pictures[8])
        }
    }

    final class Picture: State<Room, Gallery> {}

    /// Round the pictures of each room, and from room to room.
    static func graph() throws -> ChartGraph {
        let gallery = Interpreter(Gallery())
        try gallery.start()
        var graph = ChartGraph(gallery.vertices)
        func learn(_ places: [Int], _ event: String) {
            for (place, source) in places.enumerated() {
                graph.learn(
                    .init(
                        source: source, targets: [places[(place + 1) % places.count]], kind: .external,
                        trigger: .event(event), origins: [.recorded]))
            }
        }
        let rooms = graph.children(of: 0)
        learn(rooms, "on")
        for room in rooms { learn(graph.children(of: room), "next") }
        return graph
    }
}
