import Testing

extension MistakeTests {
    struct Slip: Sendable, CustomTestStringConvertible {
        let before: [String]
        let event: String
        /// The record of the step, with the error, as it is if nobody handles that.
        let record: String
        var testDescription: String { event }
    }

    /// Each use of scoped data where there is none, with the whole record of its step.
    static let slips = [
        Slip(
            before: ["try"], event: "retry",
            record: """
                retry: handled → Trying.Waiting
                  event, Trying → Trying.Waiting, exits Trying.Waiting Trying, effects Trying, entries Trying \
                Trying.Waiting
                  failed: Trying: used Trying.attempts, but the transition leaves Trying before its effect runs; use \
                .local(to:) to stay in it, or take attempts in the handler, before it answers [notActive]
                """),
        Slip(
            before: ["try"], event: "again",
            record: """
                again: handled → Trying.Waiting
                  event, Trying → Trying, exits Trying.Waiting Trying, effects Trying, entries Trying Trying.Waiting
                  failed: Trying: used Trying.attempts, but the transition leaves Trying before its effect runs; use \
                .handled { … } to stay in it, or take attempts in the handler, before it answers [notActive]
                """),
        Slip(
            before: ["try"], event: "give up",
            record: """
                give up: handled → Idle
                  event, Trying → Idle, exits Trying.Waiting Trying, effects Trying, entries Idle
                  failed: Trying: used Trying.attempts, but the transition leaves Trying before its effect runs; take \
                attempts in the handler, before it answers, or keep it in a state that stays, such as Slips [notActive]
                """),
        Slip(
            before: ["try"], event: "reach",
            record: """
                reach: handled → Idle
                  event, Trying.Waiting → Idle, exits Trying.Waiting Trying, effects Trying.Waiting, entries Idle
                  failed: Trying.Waiting: used Trying.attempts, but the transition leaves Trying before its effect \
                runs; \
                take attempts in the handler, before it answers, or keep it in a state that stays, such as Slips \
                [notActive]
                """),
        Slip(
            before: [], event: "set",
            record: """
                set: handled → Trying.Waiting
                  event, Idle → Trying, exits Idle, effects Idle, entries Trying Trying.Waiting
                  failed: Idle: used Trying.attempts, but the transition enters Trying only after its effect; hand it \
                over in a property of a state around both, or of the top, and have Trying take it from there in \
                entry(), \
                or as its initial value: @Scoped(\\Trying.top.…) [notActive]
                """),
        Slip(
            before: [], event: "guard",
            record: """
                guard: handled → Broken
                  event, Idle → Broken, exits Idle, entries Broken
                  failed: Idle: used Trying.attempts while Trying is not active; use it from the own actions and \
                handlers \
                of Trying, and from those of its substates [notActive]
                """),
        Slip(
            before: [], event: "ask",
            record: """
                ask: unhandled → Idle
                  failed: Idle: used Trying.attempts while Trying is not active; use it from the own actions and \
                handlers \
                of Trying, and from those of its substates [notActive]
                """),
        Slip(
            before: [], event: "later",
            record: """
                later: deferred → Idle
                  failed: Idle: used Trying.attempts while Trying is not active; use it from the own actions and \
                handlers \
                of Trying, and from those of its substates [notActive]
                """),
        Slip(
            before: [], event: "note",
            record: """
                note: handled → Idle
                  event, Idle ↺, effects Idle
                  failed: Idle: used Trying.notes while Trying is not active; use it from the own actions and \
                handlers of \
                Trying, and from those of its substates [notActive]
                """),
        Slip(
            before: [], event: "gate",
            record: """
                gate: handled → Idle
                  event, Idle → Idle, exits Idle, entries Idle
                  failed: gate: used Trying.attempts while Trying is not active; use it from the own actions and \
                handlers \
                of Trying, and from those of its substates [notActive]
                """),
        Slip(
            before: [], event: "throw",
            record: """
                throw: handled → Idle
                  event, Idle ↺, effects Idle
                  failed: Idle: used Trying.attempts while Trying is not active; use it from the own actions and \
                handlers \
                of Trying, and from those of its substates [notActive]
                """),
        Slip(
            before: [], event: "watch",
            record: """
                watch: handled → Idle
                  event, Idle ↺, effects Idle
                  failed: Idle: used Trying.attempts while Trying is not active; use it from the own actions and \
                handlers \
                of Trying, and from those of its substates [notActive]
                """),
        Slip(
            before: [], event: "done",
            record: """
                done: handled → Done
                  event, Idle → Done, exits Idle, entries Done
                  failed: Done: used Trying.attempts while Trying is not active; use it from the own actions and \
                handlers \
                of Trying, and from those of its substates [notActive]
                """),
        Slip(
            before: ["try"], event: "choose",
            record: """
                choose: handled → Idle
                  event, Trying → decided, exits Trying.Waiting Trying
                  choice decided, decided → Idle, entries Idle
                  failed: decided: used Trying.attempts while Trying is not active; use it from the own actions and \
                handlers of Trying, and from those of its substates [notActive]
                """),
        Slip(
            before: ["try"], event: "form",
            record: """
                form: handled → Form
                  event, Trying → Form, exits Trying.Waiting Trying, entries Form
                  failed: Form: used Trying.attempts, which was destroyed when Trying was left; use it in exit() of \
                Trying, or of a state inside it [notActive]
                """),
        Slip(
            before: ["try"], event: "overlap",
            record: """
                overlap: handled → Trying.Waiting
                  event, Trying ↺, effects Trying
                  failed: Trying: used Trying.notes while it was being changed; read it before the change, or change a \
                copy and put that in its place [overlappingAccess]
                """),
        Slip(
            before: ["pair"], event: "cross",
            record: """
                cross: handled → (Pair.Left.One, Pair.Right.Three)
                  event, Pair.Left.One → Pair.Right.Three, exits Pair.Right.Three Pair.Right Pair.Left.One Pair.Left \
                Pair, effects Pair.Left.One, entries Pair Pair.Left Pair.Left.One Pair.Right Pair.Right.Three
                  failed: Pair.Left.One: used Pair.Left.side, but the transition leaves Pair.Left before its effect \
                runs; \
                take side in the handler, before it answers, or keep it in a state that stays, such as Slips [notActive]
                """),
        Slip(
            before: ["pair"], event: "both",
            record: """
                both: handled → (Pair.Left.Two, Pair.Right.Three)
                  event, Pair.Left.One → Pair.Left.Two; Pair.Right.Three → Pair.Right.Three, exits Pair.Right.Three \
                Pair.Left.One, effects Pair.Left.One, entries Pair.Left.Two Pair.Right.Three
                  failed: Pair.Left.One: used Trying.attempts while Trying is not active; use it from the own actions \
                and \
                handlers of Trying, and from those of its substates [notActive]
                """),
        Slip(
            before: ["pair"], event: "part",
            record: """
                part: handled → Idle
                  event, Pair.Left.One ↺; Pair.Right.Three → Idle, exits Pair.Right.Three Pair.Right Pair.Left.One \
                Pair.Left Pair, effects Pair.Left.One, entries Idle
                  failed: Pair.Left.One: used Pair.Left.side, but that of another region leaves Pair.Left before this \
                effect runs; \
                take side in the handler, before it answers, or keep it in a state that stays, such as Slips [notActive]
                """),
        Slip(
            before: ["try", "look inside"], event: "leave",
            record: """
                leave: handled → Idle
                  event, Trying → Idle, exits Trying.Waiting Trying, entries Idle
                  failed: Trying: used Trying.Waiting.ticks, which was destroyed when Trying.Waiting was left; use it \
                in \
                exit() of Trying.Waiting, or of a state inside it [notActive]
                """),
        Slip(
            before: ["try", "look inside"], event: "again",
            record: """
                again: handled → Trying.Waiting
                  event, Trying → Trying, exits Trying.Waiting Trying, effects Trying, entries Trying Trying.Waiting
                  failed: Trying: used Trying.Waiting.ticks, which was destroyed when Trying.Waiting was left; use it \
                in \
                exit() of Trying.Waiting, or of a state inside it [notActive]
                """),
    ]
}
