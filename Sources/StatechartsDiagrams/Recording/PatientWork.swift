/// Something for a task of its own, which runs it where its maker runs.
///
/// Why it may cross, although what it holds may not: the task runs on the isolation of the maker, who waits for it and
/// touches nothing of it meanwhile. A maker who gives up lets go of all that the work uses, and never touches it again.
/// So the work never runs beside its maker.
struct PatientWork: @unchecked Sendable {
    let body: () async throws -> Bool
}
