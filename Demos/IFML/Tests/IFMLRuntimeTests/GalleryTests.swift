import IFMLRuntime
import Statecharts
import StatechartsSimulation
import Testing

/// What the gallery did, and the places that it knows.
private actor Log: GalleryActions, GalleryStore {
    private var lines: [String] = []

    func dragged() { lines.append("dragged") }
    func turned() { lines.append("turned") }
    func touched() { lines.append("touched") }
    func dimmed() { lines.append("dimmed") }
    func told(text: String?) { lines += [text.map { "told \($0)" }].compactMap(\.self) }
    func visit(site: Site, others: [Site]) {
        lines.append("visit \(site.name), \(others.map(\.name).joined(separator: " and "))")
    }

    func allShapes() -> [Site] { [Site(latitude: 45.5, longitude: 9, name: "the yard")] }
    func siteOptions() -> [Site] { ["yard", "tower"].map { Site(latitude: 45, longitude: 9, name: $0) } }
    func othersOptions() -> [Site] { siteOptions() }

    func take() -> [String] {
        defer { lines = [] }
        return lines
    }
}

/// What no application has. The model lies beside this file, the plugin generates its chart: all five view events on two
/// windows, gestures of all kinds, variables of the three scopes and all of devices, overlays, conditions, completions,
/// selections among objects.
@Suite struct GalleryTests {
    private let log = Log()

    private func transcript(restoring snapshot: Snapshot? = nil) -> Transcript<Gallery> {
        let log = log
        return Transcript(restoring: snapshot) { Gallery(actions: log, store: log) }
    }

    /// The view events of the last command's steps, each step by itself.
    private func viewEvents(_ transcript: Transcript<Gallery>) -> [[String]] {
        transcript.session.steps.map { step in
            let posted = step.event.map { ["\($0)"] } ?? []
            let raised = step.microsteps.compactMap { if case .raised(let name) = $0.trigger { name } else { nil } }
            return (posted + raised).filter { $0.hasPrefix("first") || $0.hasPrefix("second") }
        }.filter { !$0.isEmpty }
    }

    @Test func `37. all five view events of two windows come in their order`() async throws {
        let transcript = transcript()
        try await transcript.start()
        #expect(viewEvents(transcript) == [["firstLoaded", "firstAppears"], ["firstAppeared"]])
        try await transcript.perform("set text a note")
        try await transcript.perform("next")
        // In one step both windows change, and what has appeared is a step of its own.
        #expect(
            viewEvents(transcript) == [
                ["firstLeaves(text: \"a note\")", "firstLeft", "secondLoaded", "secondAppears"], ["secondAppeared"],
            ])
        // The form is gone, what was in it is not.
        #expect(await log.take() == ["told a note"])
        try await transcript.perform("back")
        #expect(
            viewEvents(transcript) == [["secondLeaves", "secondLeft", "firstAppears"], ["firstAppeared"]])
        try await transcript.perform("device tap on=help")
        #expect(viewEvents(transcript).isEmpty)
        try await transcript.perform("close")
        #expect(viewEvents(transcript).isEmpty)
        try await transcript.perform("device viewWillAppear on=first")
        #expect(viewEvents(transcript) == [["firstAppears"]])
        #expect(try await transcript.perform("device viewDidLoad on=second") == "not now: viewDidLoad")
    }

    @Test func `40. a swipe reaches a pan where no swipe fits, and a touch takes any gesture`() async throws {
        let transcript = transcript()
        try await transcript.start()
        try await transcript.perform("device swipe swipeDirection=right")
        #expect(await log.take() == ["dragged"])
        #expect(try await transcript.perform("device pan fingersCount=2") == "not now: pan")
        #expect(try await transcript.perform("device tap") == "not now: tap (help, turn)")
        try await transcript.perform("device tap on=scene")
        #expect(await log.take() == ["turned"])
        #expect(try await transcript.perform("device tap on=help").contains("** help"))
        #expect(try await transcript.perform("close\ndevice swipe swipeDirection=left").hasPrefix("== second"))
        try await transcript.perform("device rotate")
        #expect(await log.take() == ["touched"])
    }

    @Test func `a selection among objects offers what the store has, by their first text`() async throws {
        let transcript = transcript()
        try await transcript.start()
        #expect(
            try await transcript.perform("next") == """
                == second
                trip:
                  site = - ▾
                  others = [ ] yard [ ] tower
                [touch] (travel) [back]
                """)
        #expect(try await transcript.perform("set site attic") == "not now: set site attic (yard, tower)")
        try await transcript.perform("set site tower\nset others yard\nset others tower")
        // The answer to the queries that follow an action takes no choice back.
        try await transcript.perform("touch")
        #expect(
            try await transcript.text == """
                == second
                trip:
                  site = tower ▾
                  others = [x] yard [x] tower
                [touch] [travel] [back]
                """)
        let snapshot = try await transcript.session.machine.snapshot()
        let copy = self.transcript(restoring: snapshot)
        #expect(try await copy.start() == transcript.text)
        _ = await log.take()
        try await transcript.perform("travel")
        #expect(await log.take() == ["visit tower, yard and tower", "turned"])
    }

    @Test func `a condition fires its event when it begins to hold, in its container at each entry`() async throws {
        let transcript = transcript()
        try await transcript.start()
        for (command, expected) in [
            ("context batteryLevel 0.1", ["dimmed"]), ("context batteryLevel 0.15", []),
            ("context batteryLevel 0.5", []), ("device battery batteryLevel=0.1", ["dimmed"]),
            ("context proximity yes", []), ("next", ["touched"]), ("context proximity no", []),
            ("context proximity yes", ["touched"]), ("back", []), ("next", ["touched"]),
        ] {
            try await transcript.perform(command)
            #expect(await log.take() == expected, "\(command)")
        }
    }

    @Test func `the end of an action fires its event, but for a failed one`() async throws {
        let outcomes = Outcomes(), log = log
        let transcript = Transcript(outcomes: outcomes) {
            let stubs = GalleryStubs(instead: log, outcomes)
            return Gallery(actions: stubs, store: stubs)
        }
        try await transcript.start()
        try await transcript.perform("next\nset site yard\nset others yard\noutcome visit failed\ntravel")
        #expect(await log.take() == [])
        try await transcript.perform("travel")
        #expect(await log.take() == ["visit yard, yard", "turned"])
    }

    static let readings: [(device: String, variable: String, value: String, isNullable: Bool)] = [
        ("accelerometer", "accelerationX", "1", true), ("accelerometer", "accelerationY", "1.5", true),
        ("accelerometer", "accelerationZ", "-1", true), ("gyroscope", "rotationX", "1", true),
        ("gyroscope", "rotationY", "1", true), ("gyroscope", "rotationZ", "1", true), ("motion", "yaw", "1", true),
        ("motion", "pitch", "1", true), ("motion", "roll", "1", true), ("location", "latitude", "45.4", true),
        ("location", "longitude", "9.2", true), ("location", "altitude", "120", true), ("location", "speed", "2", true),
        ("location", "horizontalAccuracy", "5", true), ("location", "verticalAccuracy", "-1", true),
        ("magnetometer", "magneticHeadingDirection", "90", true), ("magnetometer", "trueHeadingDirection", "88", true),
        ("magnetometer", "magneticHeadingAccuracy", "3", true), ("battery", "batteryLevel", "0.5", true),
        ("battery", "batteryStatus", "charging", false), ("orientation", "orientation", "faceUp", true),
        ("proximity", "proximity", "yes", true), ("connection", "wiFi", "yes", false),
        ("connection", "cellular", "yes", false), ("connection", "nfc", "yes", false),
        ("bluetooth", "bluetooth", "yes", false),
    ]

    @Test(arguments: readings)
    func `42. each variable is set by its event and by command, and is in a snapshot`(
        _ reading: (device: String, variable: String, value: String, isNullable: Bool)
    ) async throws {
        let first = GalleryContext()
        var expected = first
        let variable = try #require(GalleryContext.variables.first { $0.name == reading.variable })
        #expect(variable.set(reading.value, in: &expected) && expected != first)

        let transcript = transcript()
        try await transcript.start()
        try await transcript.perform("device \(reading.device) \(reading.variable)=\(reading.value)")
        #expect(try await transcript.session.machine.withTop { $0.context } == expected)
        let snapshot = try await transcript.session.machine.snapshot()
        let copy = self.transcript(restoring: snapshot)
        try await copy.start()
        #expect(try await copy.session.machine.withTop { $0.context } == expected)
        for command in ["device \(reading.device) \(reading.variable)=nil", "context \(reading.variable) nil"] {
            if reading.isNullable {
                try await transcript.perform(command)
                #expect(try await transcript.session.machine.withTop { $0.context } == first)
            } else {
                await #expect(throws: NotUnderstood.self) { try await transcript.perform(command) }
            }
            try await transcript.perform("context \(reading.variable) \(reading.value)")
            #expect(try await transcript.session.machine.withTop { $0.context } == expected)
        }
        await #expect(throws: NotUnderstood.self) {
            try await transcript.perform("device \(reading.device) \(reading.variable)=*")
        }
    }

    @Test(arguments: readings)
    func `42. each variable is read in an expression`(
        _ reading: (device: String, variable: String, value: String, isNullable: Bool)
    ) async throws {
        let transcript = transcript()
        try await transcript.start()
        #expect(try await transcript.perform("device tap on=help").contains("(sense)"))
        try await transcript.perform("device \(reading.device) \(reading.variable)=\(reading.value)")
        #expect(try await transcript.text.contains("[sense]"))
    }

    @Test func `42. the types of variables and their first values`() {
        let own: Set = ["kept", "session", "inside", "userRole", "device", "position"]
        let first = Mirror(reflecting: GalleryContext()).children.compactMap { child in
            child.label.map { ($0, "\(type(of: child.value)): \(child.value)") }
        }.filter { !own.contains($0.0) }
        let others = [
            "batteryStatus": "BatteryStatus: unknown", "orientation": "Optional<DeviceOrientation>: nil",
            "proximity": "Optional<Bool>: nil", "wiFi": "Bool: false", "cellular": "Bool: false", "nfc": "Bool: false",
            "bluetooth": "Bool: false",
        ]
        let expected = Self.readings.map { ($0.variable, others[$0.variable] ?? "Optional<Double>: nil") }
        #expect(Dictionary(first) { one, _ in one } == Dictionary(expected) { one, _ in one })
        #expect(first.count == 26 && Self.readings.count == 26)
    }

    @Test func `47. the three scopes`() async throws {
        let transcript = transcript()
        try await transcript.start()
        try await transcript.perform("next\ncontext kept 2\ncontext session 2\ncontext inside 2")
        let values = { @Sendable (app: Gallery) in [app.context.kept, app.context.session, app.context.inside] }
        #expect(try await transcript.session.machine.withTop(values) == [2, 2, 2])
        let snapshot = try await transcript.session.machine.snapshot()
        let copy = self.transcript(restoring: snapshot)
        try await copy.start()
        #expect(try await copy.session.machine.withTop(values) == [2, 1, 2])
        try await transcript.perform("back\nnext")
        #expect(try await transcript.session.machine.withTop(values) == [2, 2, 1])
    }

    @Test func `48. drawings and overlays have their lines`() async throws {
        let transcript = transcript()
        #expect(
            try await transcript.start() == """
                == first / map
                scene:
                  drawing
                shapes:
                  ~ @45.5,9 | the yard
                note:
                  text = -
                [next swipe left] [drag pan] [help] [turn]
                """)
    }
}
