import IFMLRuntime
import Statecharts
import StatechartsSimulation
import Testing

@Suite struct GalleryTests {
    private func transcript(restoring snapshot: Snapshot? = nil) -> Transcript<Gallery> {
        Transcript(restoring: snapshot) { Gallery() }
    }

    private func log(_ transcript: Transcript<Gallery>) async throws -> [String] {
        try await transcript.session.machine.withTop { app in
            let log = app.data.log
            app.data.log = []
            return log
        }
    }

    @Test func `37. all five view events of two screens come in their order`() async throws {
        let transcript = transcript()
        try await transcript.start()
        #expect(
            try await log(transcript) == ["first viewDidLoad 1", "first viewWillAppear 1", "first viewDidAppear 1"])
        try await transcript.perform("next")
        // In one step both screens change, and what has appeared is a step of its own.
        #expect(transcript.session.steps.map { $0.microsteps.count } == [5, 1])
        #expect(
            try await log(transcript) == [
                "first viewWillDisappear 1", "first viewDidDisappear 1", "second viewDidLoad 2",
                "second viewWillAppear 2", "second viewDidAppear 2",
            ])
        try await transcript.perform("back")
        #expect(
            try await log(transcript) == [
                "second viewWillDisappear 2", "second viewDidDisappear 2", "first viewWillAppear 3",
                "first viewDidAppear 3",
            ])
        try await transcript.perform("help")
        #expect(try await log(transcript).isEmpty)
        try await transcript.perform("close")
        #expect(try await log(transcript).isEmpty)
        try await transcript.perform("device viewWillAppear on=first")
        #expect(try await log(transcript) == ["first viewWillAppear 0"])
        #expect(try await transcript.perform("device viewDidLoad on=second") == "not now: viewDidLoad")
    }

    @Test func `40. a swipe reaches a pan where no swipe fits, and a touch takes any gesture`() async throws {
        let transcript = transcript()
        try await transcript.start()
        _ = try await log(transcript)
        try await transcript.perform("device swipe swipeDirection=right")
        #expect(try await log(transcript) == ["drag"])
        #expect(try await transcript.perform("device pan fingersCount=2") == "not now: pan")
        #expect(try await transcript.perform("device tap") == "not now: tap (help, turn)")
        try await transcript.perform("device tap on=scene")
        #expect(try await log(transcript) == ["turn"])
        #expect(try await transcript.perform("device tap on=help").contains("** help"))
        #expect(try await transcript.perform("close\ndevice swipe swipeDirection=left").hasPrefix("== second"))
        _ = try await log(transcript)
        try await transcript.perform("device rotate")
        #expect(try await log(transcript) == ["touch"])
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

    @Test func `48. pages of the web, advertisements, drawings and overlays have their lines`() async throws {
        let transcript = transcript()
        let screen = try await transcript.start()
        #expect(
            screen == """
                == first
                site:
                  web: -
                banner:
                  ad
                scene:
                  drawing
                shapes:
                  ~ @45.5,9 | the yard
                [next swipe left] [drag pan] [help] [turn]
                """)
        #expect(try await transcript.perform("context wiFi yes").contains("web: https://example.org"))
    }
}
