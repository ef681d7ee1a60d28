extension Simulation {
    /// Notes steps, besides the records that ``onStep`` gets if there is one. To be set when the chart is prepared.
    package var scribe: StepScribe? {
        get { engine?.logReader as? StepScribe }
        set { engine?.logReader = newValue }
    }
}
