import IFMLRuntime

try await Program.run { outcomes, stubs in
    let stubs = stubs ? GuideStubs(outcomes) : GuideStubs(instead: Store(), outcomes)
    return Guide(actions: stubs, store: stubs)
}
