/// A step on its way to a reader.
@usableFromInline
enum StepNote<Event: Sendable>: Sendable {
    /// What a record can be made of: the reader makes it, in its own time.
    case plain(Event, PlainStep)
    /// A record.
    case whole(Macrostep<Event>)
    /// Where a note was that has been read.
    case read
}

/// The steps that one reader has not taken yet.
@usableFromInline typealias StepQueue<Event: Sendable> = ReaderQueue<StepNote<Event>>

/// Who waits for a step.
@usableFromInline typealias StepWaiter<Event: Sendable> = ReaderWaiter<StepNote<Event>>
