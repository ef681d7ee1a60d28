public import Statecharts
public import StatechartsDiagrams
import StatechartsSimulation

/// A session that leads through all that the components do: what their charts are drawn from.
public enum Tour {
    private static let lines = [
        "advance 300ms; search; type li; type zz; cancel; search; type; tap 1; advance 300ms; message Bo: one; advance 200ms; up 2; down 2",
        "type  ; type hello; send; advance 200ms; keyboard; keyboard; tap 1; keyboard; keyboard off; drag -60; release",
        "advance 200ms; attach; choose 1; choose 3; done; advance 200ms; attach; cancel; tap 6; close; menu; choose 1; menu",
        "choose 3; menu; cancel; avatar; media; tap 1; following; previous; close; back; chat; back; tap 2; advance 300ms; up 99",
        "advance 300ms; up 99; advance 300ms; back; tap 3; advance 300ms; message Compilers: x; up 4; message Compilers: y",
        "avatar; tap 1; back; edit; type Machines; picture; remove 1; choose 1; done; edit; cancel; media; back; back; crash; advance 2s",
        "avatar; delete; tab contacts; search; type al; tap 1; advance 300ms; back; tab contacts; cancel; tap 3; advance 300ms",
        "back; tab chats; add; choose 1; choose 2; next; type Club; picture; remove 1; more; choose 1; next; create",
        "advance 1s; back; add; back; add; choose 1; next; remove 1; back; tab settings; menu; choose 4; tab chats",
        "newchat Boats; rename Boats: Ships; image Ships; face Ada; login Ada; logout Ada; live on; advance 9s; live off",
        "tap 1; crash; advance 1s; crash; advance 1s; crash; advance 1s; crash; advance 11s; back",
    ]

    /// Takes the tour and answers with the charts of all machines.
    public static func charts() async throws -> [(name: String, graph: ChartGraph)] {
        let clock = ManualClock(), recorder = Recorder(clock: clock)
        let messenger = Messenger(manual: clock, on: Lane())
        messenger.record(by: recorder)
        try await messenger.start()
        messenger.deliverInTurns()
        let session = Session(messenger)
        for line in lines.flatMap({ $0.split(separator: ";") }) { _ = await session.perform(String(line)) }
        try await messenger.stop()
        recorder.stop()
        return recorder.recording.machines.map { ($0.name, $0.graph) }
    }

    /// The components and their connections while a chat is open.
    public static func drawing() async throws -> SystemDrawing {
        let messenger = Messenger(manual: ManualClock(), on: Lane())
        try await messenger.start()
        _ = await messenger.advance(by: .milliseconds(300))
        _ = await messenger.give(.tap(2))
        let drawing = messenger.drawing
        try await messenger.stop()
        return drawing
    }

    /// What all machines take turns on.
    private actor Lane {}
}
