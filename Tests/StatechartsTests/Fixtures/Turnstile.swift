/// Lets tests hold an action up and go on when they want, without time.
actor Turnstile {
    private var isOpen = false
    private var arrived = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var watching: [(count: Int, CheckedContinuation<Void, Never>)] = []

    /// Returns when the gate is open.
    func pass() async {
        arrived += 1
        for watcher in watching where watcher.count <= arrived { watcher.1.resume() }
        watching.removeAll { $0.count <= arrived }
        if isOpen { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Lets everybody pass from now on.
    func open() {
        isOpen = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    /// Lets those pass who wait now.
    func letThrough() {
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    /// Returns when so many have arrived in all.
    func arrival(_ count: Int = 1) async {
        if arrived >= count { return }
        await withCheckedContinuation { watching.append((count, $0)) }
    }
}
