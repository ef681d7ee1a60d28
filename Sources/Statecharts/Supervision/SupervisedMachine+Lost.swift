extension SupervisedMachine {
    /// Tells of events that were accepted while there was no machine, and that none will ever take. Who awaits one is
    /// answered, and messages of ports are counted there.
    func tellLost(_ envelopes: [Envelope<Event>]) {
        let events = envelopes.compactMap { envelope -> Event? in
            switch envelope {
            case .event(let event, .nobody), .event(let event, .cause): event
            case .event, .inside, .resource, .request, .failure, .stop: nil
            }
        }
        guard let first = events.first else { return }
        let text = ValueText.of(first).clipped()
        let what = events.count == 1 ? "an event (\(text)) is" : "\(events.count) events (\(text), …) are"
        Misuse.tell(
            "the supervised machine \(name) has ended while it had no machine, and \(what) lost that it had "
                + "accepted; await send(_:), which tells its caller, or end it while it runs")
    }
}
