/// Children that were stopped and may not have ended: the next one of the same key begins after them.
struct LeavingChildren<Key: Hashable> {
    private var lives: [Key: ChildLife] = [:]
    /// So many are looked through for those that have ended, which keeps their number below twice that of the others.
    private var limit = 16

    mutating func take(_ key: Key) -> ChildLife? { lives.removeValue(forKey: key)?.unfinished }

    mutating func add(_ key: Key, _ life: ChildLife) {
        lives[key] = life
        guard lives.count > limit else { return }
        lives = lives.filter { $0.value.unfinished != nil }
        limit = max(16, 2 * lives.count)
    }
}
