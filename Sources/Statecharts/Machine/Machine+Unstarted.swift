extension Machine {
    /// Tells of events that nobody will ever take, because the machine is released and was never started.
    nonisolated func tellUnstarted(_ envelopes: [Envelope<Event>]) {
        let events = envelopes.compactMap { envelope -> Event? in
            switch envelope {
            case .event(_, .question), .inside, .resource, .request, .failure, .stop: nil
            case .event(let event, _): event
            }
        }
        guard let first = events.first else { return }
        let count = events.count == 1 ? "an event" : "\(events.count) events"
        Misuse.tell(
            "the machine \(name) was released before start(), and \(count) with it (\(first)\(events.count == 1 ? "" : ", …")); "
                + "call start(), and keep the machine until it is done")
    }
}
