extension Simulation {
    /// Notes steps instead of making records of them; `nil` for neither. Not for charts that get messages: of these
    /// only records know the events.
    package var scribe: StepScribe? {
        get { engine?.logReader as? StepScribe }
        set {
            if newValue != nil { interpreter.onStep = nil }
            engine?.logReader = newValue
        }
    }
}
