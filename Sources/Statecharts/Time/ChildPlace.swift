/// The place of a child machine, which is an activity of its state; what more is known of it is for higher floors.
protocol ChildPlace: AnyObject {
    /// What its state calls it: `player`, or `rows[7]` in a list.
    var title: String { get }
    /// The child is told to stop: its state is left, it is removed, or the machine of its state comes to its end.
    func stops()
    /// Decides what follows the end of the child while its state is active.
    func succession(after end: ActivityEnd) -> ActivitySuccession
}

/// Where a child machine stands among those of its owner, whichever of its lives it has: by its state, its property and
/// its place in a list.
package struct ChildRank: Comparable {
    let node: Int32
    let property: Int
    let place: Int

    package static func < (a: Self, b: Self) -> Bool {
        (a.node, a.property, a.place) < (b.node, b.property, b.place)
    }
}

extension Services {
    /// True if the states that are active have child machines, or ends of child machines wait.
    var hasChildren: Bool { activities.values.contains { $0.values.contains { $0.child != nil } } }

    /// Takes over a child machine of a snapshot, before `restored()` is called. It begins when this step is over, or
    /// has ended, and its end waits.
    func resume(_ node: Int32, _ activity: Activity) {
        keep(activity, activity.number, of: node)
        if activity.isDetached { detached[node, default: 0] += 1 }
        if activity.awaited == nil { return }
        beginning.append((node, activity.number))
        engine.pending.insert(.work)
    }
}
