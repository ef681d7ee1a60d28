import IFMLRuntime

try await Program.run { outcomes, stubs in
    Podcasts(actions: PodcastsStubs(instead: stubs ? nil : Store(), outcomes))
}
