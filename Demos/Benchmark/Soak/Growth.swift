/// By how much the heap has grown over the rounds of a soak, and whether that is more than noise.
///
/// The heap at rest goes up and down, by some hundred kilobytes on a busy machine, however long the run is: buffers
/// that were needed once, pulses in between. What is lost grows with the work. In ten seconds even the debug build
/// restarts some six hundred machines and does twenty thousand jobs on such a machine; if the machines were not
/// released, or 64 bytes of each job, that would be more than a megabyte. A bound in between tells one from the other
/// in short runs, and in long ones the more.
struct Growth: CustomStringConvertible {
    /// More than noise was ever seen to make of it.
    static let bound = 1_048_576.0

    /// The growth from the first round to the last, by the slope of those after the first third, which still fill
    /// buffers.
    let bytes: Double

    init(_ heaps: [Double]) {
        bytes = Slope(heaps.dropFirst(heaps.count / 3)).perStep * Double(heaps.count)
    }

    var isFlat: Bool { bytes < Self.bound }

    var description: String {
        "\(Number.fixed(bytes / 1_024, 0)) KiB, of at most \(Number.fixed(Self.bound / 1_024, 0)): \(isFlat ? "flat" : "grows")"
    }
}
