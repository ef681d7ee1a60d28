import IFMLRuntime

try await Program.run { outcomes, stubs in
    BookingApp(actions: BookingAppStubs(instead: stubs ? nil : Store(), outcomes))
}
