import IFMLRuntime

try await Program.run { outcomes, stubs in
    let stubs = stubs ? DictionaryAppStubs(outcomes) : DictionaryAppStubs(instead: Store(), outcomes)
    return DictionaryApp(actions: stubs, store: stubs)
}
