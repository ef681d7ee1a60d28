import IFMLRuntime

try await Program.run { outcomes, stubs in
    MovieManager(actions: MovieManagerStubs(instead: stubs ? nil : Store(), outcomes))
}
