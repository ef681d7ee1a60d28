import Statecharts

/// A link that listens, and sends away whoever comes when it serves as many as it may.
protocol AdmittingLink: BridgeLink {
    /// From now on there may be so many connections at a time; those that are there stay.
    func admit(_ count: Int)
}

extension UnixSocketLink: AdmittingLink {
    func admit(_ count: Int) { listener?.admit(count) }
}

extension TCPLink: AdmittingLink {
    func admit(_ count: Int) { listener?.admit(count) }
}

extension PipeLink: AdmittingLink {
    func admit(_ count: Int) { listener?.admit(count) }
}
