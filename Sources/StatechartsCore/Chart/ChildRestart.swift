/// When a child machine that has ended is started again, while its state is active.
///
///     let player = Child(of: Playing.self) { Player(song: $0.top.song) }
///         .restart(.transient, limit: RestartLimit(3, in: .seconds(60)), backOff: .none)
public enum ChildRestart: String, Sendable, Hashable, Codable, CaseIterable {
    /// Always: even a child that has done its work is restarted.
    case permanent
    /// When it has failed.
    case transient
    /// Never.
    case temporary
}
