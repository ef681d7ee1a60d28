/// Children that were stopped and may not have ended: the next one of the same key begins after them.
@usableFromInline
struct LeavingChildren<Key: Hashable> {
    @usableFromInline var lives: [Key: ChildLife] = [:]
    /// When there are more, those that have ended are removed. Afterwards it is twice as many as are left, or 16.
    @usableFromInline var limit = 16

    @inlinable init() {}

    subscript(_ key: Key) -> ChildLife? { lives[key] }

    @inlinable
    mutating func take(_ key: Key) -> ChildLife? { lives.removeValue(forKey: key)?.unfinished }

    @inlinable
    mutating func add(_ key: Key, _ life: ChildLife) {
        lives[key] = life
        guard lives.count > limit else { return }
        lives = lives.filter { $0.value.unfinished != nil }
        limit = max(16, 2 * lives.count)
    }
}
