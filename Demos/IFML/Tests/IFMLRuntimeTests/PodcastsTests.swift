import IFMLRuntime
import Statecharts
import StatechartsSimulation
import Testing

@testable import podcasts

@Suite struct PodcastsTests {
    private let store = Store()

    private func transcript() -> Transcript<Podcasts> {
        let store = store
        return Transcript { Podcasts(actions: store) }
    }

    @Test func `17. the scripts print what is expected`() async throws {
        try await performScripts(of: "Podcasts") { Podcasts(actions: PodcastsStubs(instead: Store(), $0)) }
    }

    @Test func `37. loaded comes once at the start, not after the way back`() async throws {
        let transcript = transcript()
        try await transcript.start()
        let raised = { (session: Session<Podcasts>) in
            session.steps.flatMap(\.microsteps).map(\.trigger).filter { $0 == .raised("loaded") }.count
        }
        #expect(raised(transcript.session) == 1)
        try await transcript.perform("select 1\nback")
        #expect(raised(transcript.session) == 0)
        #expect(transcript.session.steps.count == 1)
    }

    @Test(arguments: ApplicationEvent.allCases)
    func `38. each application event comes by command`(_ event: ApplicationEvent) async throws {
        let transcript = transcript()
        try await transcript.start()
        try await transcript.perform("device longPress row=1")
        let answer = try await transcript.perform("device \(event.rawValue)")
        let isTaken = event == .appWillResignActive
        #expect(answer == (isTaken ? "" : "not now: \(event.rawValue)"))
        #expect(transcript.session.steps.compactMap(\.event).first == .device(.application(event)))
        #expect(await store.saved == (isTaken ? ["The sea"] : []))
    }

    @Test func `38. launching and terminating come by themselves, and without a player no position is saved`()
        async throws
    {
        let transcript = transcript()
        try await transcript.start()
        #expect(transcript.session.steps.compactMap(\.event).contains(.device(.application(.appDidLaunch))))
        #expect(try await transcript.perform("device appWillResignActive") == "not now: appWillResignActive")
        #expect(await store.saved.isEmpty)
        try await transcript.session.end()
        #expect(transcript.session.steps.compactMap(\.event) == [.device(.application(.appWillTerminate))])
    }

    @Test func `39. downloading needs Wi-Fi, which has always a value`() async throws {
        let transcript = transcript()
        try await transcript.start()
        #expect(try await transcript.perform("select 1").hasSuffix("[play] (download) [back]"))
        #expect(try await transcript.perform("context wiFi true").hasSuffix("[play] [download] [back]"))
        await #expect(throws: NotUnderstood("context wiFi VALUE, yes or no, not 'nil'")) {
            try await transcript.perform("context wiFi nil")
        }
        try await transcript.perform("download")
        #expect(try await transcript.perform("back").contains("1. <sea.png> | The sea | 30 | yes"))
    }

    @Test func `40. gestures fit by their attributes`() async throws {
        let transcript = transcript()
        try await transcript.start()
        for gesture in ["pressDuration=0.4", "fingersCount=2"] {
            #expect(try await transcript.perform("device longPress row=2 \(gesture)") == "not now: longPress")
        }
        #expect(
            try await transcript.perform("device longPress row=2") == """
                == episodes
                episodeList:
                  1. <sea.png> | The sea | 30 | no
                * 2. <sky.png> | The sky | 45 | yes
                  3. <> | The rest | 5 | no
                ** player
                playing:
                  cover: <sky.png>
                  title: The sky
                (playNow longPress) [close swipe down] [details pinch]
                """)
        #expect(try await transcript.perform("device swipe swipeDirection=up") == "not now: swipe")
        #expect(
            try await transcript.perform("device swipe swipeDirection=down") == """
                == episodes
                episodeList:
                  1. <sea.png> | The sea | 30 | no
                * 2. <sky.png> | The sky | 45 | yes
                  3. <> | The rest | 5 | no
                [playNow longPress]
                """)
    }

    @Test func `40. a window closes also when its flow leads to another page`() async throws {
        let transcript = transcript()
        try await transcript.start()
        let player = try await transcript.perform("device longPress row=2\ndevice pinch")
        #expect(player.hasPrefix("== episode\n") && player.hasSuffix("[play] (download) [back]"))
        #expect(try await transcript.perform("device tap").contains("** player"))
        #expect(try await transcript.perform("close").hasPrefix("== episodes\n"))
        #expect(try await transcript.perform("back") == "not now: back")
    }

    @Test func `41. guards see the readings that come with the event`() async throws {
        let transcript = transcript()
        try await transcript.start()
        try await transcript.perform("device battery batteryLevel=0.5 batteryStatus=unplugged")
        #expect(await store.pauses == 0)
        try await transcript.perform("device battery batteryLevel=0.1")
        #expect(await store.pauses == 1)
        try await transcript.perform("device battery batteryLevel=nil")
        #expect(await store.pauses == 1)
        try await transcript.perform("device memory")
        #expect(await store.pauses == 2)
    }

    @Test func `41. the most special event that is enabled is followed, one only`() async throws {
        let transcript = transcript()
        try await transcript.start()
        #expect(try await transcript.perform("device accelerometer accelerationX=1") == "not now: accelerometer")
        try await transcript.perform("device longPress row=1\ndevice shake")
        #expect(await store.saved.isEmpty)
        #expect(try await transcript.text.contains("1. <> | The rest"))
        try await transcript.perform("device accelerometer accelerationX=1")
        #expect(await store.saved == ["The sea"])
    }

    @Test(arguments: [
        "device swipe", "device smell", "device battery charge=1", "device battery batteryLevel=much",
        "device shake strength=2", "device tap fingersCount=two", "device battery batteryStatus=nil",
        "device viewDidLoad", "context colour red", "fly", "select x", "advance soon", "go home", "set name x",
        "outcome fly done",
        "device tap row=0", "device tap row=-9223372036854775808", "select 99999999999999999999", "select 0",
        "advance 86401s", "advance 999999999999s", "outcome shuffle done",
    ])
    func `41. what is unknown or of another type is not understood`(_ command: String) async throws {
        let transcript = transcript()
        try await transcript.start()
        await #expect(throws: NotUnderstood.self) { try await transcript.perform(command) }
    }

    @Test(
        arguments: zip(
            ["device swipe", "device battery charge=1", "device battery batteryLevel=much", "device smell"],
            [
                "device swipe swipeDirection=", "device battery with batteryLevel, batteryStatus, not 'charge'",
                "device battery batteryLevel=", "device touch | tap | longPress | pan | ",
            ]))
    func `41. what is not understood says what was expected`(_ command: String, _ expected: String) async throws {
        let transcript = transcript()
        try await transcript.start()
        let error = try #require(
            await #expect(throws: NotUnderstood.self) { try await transcript.perform(command) })
        #expect(error.description.hasPrefix(expected), "\(error)")
    }

    @Test func `32. everything that is offered is handled, and 51. the chart is the model's`() async throws {
        try await walk(
            ["episodes", "episode", "player"],
            of: ModelGraph(path: "Podcasts/podcasts.core"),
            also: [
                .device(.shake), .device(.battery(["batteryLevel": "0.1", "batteryStatus": "unplugged"])),
                .device(.application(.appWillResignActive)), .context(online),
            ],
            work: { explorer in
                explorer.outcomes(of: [Episode].self, returns: Episode.stubs, throws: Failing())
                explorer.outcomes(of: Void.self, returns: (), throws: Failing())
            }
        ) { Podcasts(actions: PodcastsStubs()) }
    }

    private var online: PodcastsContext {
        var context = PodcastsContext()
        context.wiFi = true
        return context
    }

    @Test func `33. a snapshot and its restoration give the same screen, and 49. JSON gives the same one`() async throws
    {
        let transcript = transcript()
        try await transcript.start()
        for command in ["select 2", "context wiFi true", "play", "details", "back"] {
            try await transcript.perform(command)
            let snapshot = try await transcript.session.machine.snapshot()
            let copy = Transcript(restoring: snapshot) { Podcasts(actions: Store()) }
            #expect(try await copy.start() == transcript.text)
            let screen = try await transcript.session.screen
            #expect(try readBack(screen) == screen)
        }
    }
}
