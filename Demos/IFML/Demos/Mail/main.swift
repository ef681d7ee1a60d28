import IFMLRuntime

try await Program.run { outcomes, stubs in
    Mail(actions: MailStubs(instead: stubs ? nil : Store(), outcomes))
}
