import Statecharts

/// Everything that an application can show, and which command leads from where to where: what a page needs that only
/// looks things up.
///
///     let walkthrough = try await Walkthrough.of { MovieManager(actions: MovieManagerStubs($0)) }
///     print(walkthrough.json)
///
/// It is made by doing it: from each situation every command that the screen offers is performed, fields with samples,
/// then what the model reacts to besides (``Inputs/samples``), and what actions can answer.
public struct Walkthrough: Sendable, Hashable {
    /// A situation of the application.
    public struct Situation: Sendable, Hashable {
        /// The screen.
        public let lines: [String]
        /// The paths of the active states, the top first.
        public let active: [String]
        /// What can be done here, in order; empty if that was not explored.
        public internal(set) var steps: [Step] = []
        /// True if it was found out what can be done here.
        public internal(set) var isExplored = false
    }

    /// A command, and the number of the situation that it leads to.
    public struct Step: Sendable, Hashable {
        /// The command, as a script has it.
        public let command: String
        /// The number of the situation.
        public let target: Int
    }

    /// The situations; the first is the beginning.
    public private(set) var situations: [Situation] = []

    /// True if every situation was explored.
    public var isComplete: Bool { situations.allSatisfy(\.isExplored) }

    /// Walks through an application: first along scripts, then breadth first.
    /// - Parameters:
    ///   - limit: the most situations from which commands are tried; what they lead to is among the situations as well.
    ///   - commands: the most commands that are tried, `nil` for any number; the situation at hand is finished.
    ///   - scripts: lines of commands that are tried whether a screen offers them or not, each script from the start.
    ///   - application: makes the application, always the same; it gets what its stubs ask.
    /// - Throws: what a session throws.
    public static func of<App: Application>(
        limit: Int = 2_000, commands: Int? = nil, along scripts: [[String]] = [],
        _ application: (Outcomes) -> sending App
    ) async throws -> Walkthrough {
        var walk = Walk<App>()
        try await walk.begin(application)
        for script in scripts { try await walk.follow(script, limit: limit, application) }
        while walk.explored < limit, walk.tried < commands ?? .max, let next = walk.nextOpen {
            try await walk.explore(next, application)
        }
        return walk.walkthrough
    }

    /// The walkthrough as JSON: an array of situations, each with `lines`, `active` and `steps`, the latter as pairs of
    /// a command and a number, or `null` where nothing was tried.
    public var json: String {
        let situations = situations.map { situation in
            let steps = situation.steps.map { "[\(Self.quoted($0.command)),\($0.target)]" }.joined(separator: ",")
            return "{\"lines\":\(Self.array(situation.lines)),\"active\":\(Self.array(situation.active)),\"steps\":"
                + (situation.isExplored || !situation.steps.isEmpty ? "[\(steps)]}" : "null}")
        }
        return "[\(situations.joined(separator: ",\n"))]"
    }

    private static func array(_ texts: [String]) -> String { "[\(texts.map(quoted).joined(separator: ","))]" }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            // No tag can begin in a page.
            case "<": result += "\\u003C"
            case _ where scalar.value < 32:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// Adds a situation. Answers with its number.
    fileprivate mutating func add(_ situation: Situation) -> Int {
        situations.append(situation)
        return situations.count - 1
    }

    fileprivate mutating func explored(_ number: Int, _ steps: [Step]) {
        situations[number].steps = steps
        situations[number].isExplored = true
    }

    fileprivate mutating func add(_ step: Step, to number: Int) { situations[number].steps.append(step) }
}

/// A walkthrough in the making.
private struct Walk<App: Application> {
    /// Where a session can continue.
    struct Place {
        let snapshot: Snapshot
        let context: App.Context
        let answers: [String: String]
        let commands: [String]
    }

    /// What tells situations apart: not the numbers that a machine gives its timers and activities.
    struct Key: Hashable {
        let configuration: [String]
        let data: [String: SnapshotValue]
        let scoped: [String: [String: SnapshotValue]]
        let remaining: [Duration]
        let answers: [String: String]
    }

    var walkthrough = Walkthrough()
    /// How many situations were explored, and how many commands tried for that.
    private(set) var explored = 0, tried = 0
    private var next = 0
    private var places: [Place] = []
    private var numbers: [Key: Int] = [:]

    init() {}

    mutating func begin(_ application: (Outcomes) -> sending App) async throws {
        let outcomes = Outcomes()
        let session = Session(outcomes: outcomes) {
            application(outcomes)
        } printing: { _ in
        }
        try await session.start()
        _ = try await number(of: session)
        try await session.machine.stop()
    }

    /// The first situation that was not explored.
    var nextOpen: Int? {
        mutating get {
            while next < walkthrough.situations.count, walkthrough.situations[next].isExplored { next += 1 }
            return next < walkthrough.situations.count ? next : nil
        }
    }

    /// Tries everything in a situation.
    mutating func explore(_ number: Int, _ application: (Outcomes) -> sending App) async throws {
        var steps: [Walkthrough.Step] = []
        for command in places[number].commands {
            if let target = try await result(of: command, in: number, application) {
                steps.append(Walkthrough.Step(command: command, target: target))
            }
        }
        walkthrough.explored(number, steps)
        explored += 1
    }

    /// Goes along a script, and explores each situation there as long as the limit allows. What cannot be done, or
    /// means nothing, is passed over.
    mutating func follow(_ script: [String], limit: Int, _ application: (Outcomes) -> sending App) async throws {
        var number = 0
        for line in script {
            if !walkthrough.situations[number].isExplored, explored < limit { try await explore(number, application) }
            guard let command = (try? Command(line)) ?? nil, command.isStep else { continue }
            if let step = walkthrough.situations[number].steps.first(where: { $0.command == line }) {
                number = step.target
            } else if let target = try? await result(of: line, in: number, application) {
                walkthrough.add(Walkthrough.Step(command: line, target: target), to: number)
                number = target
            }
        }
    }

    /// The number of the situation that a command leads to; `nil` if it is refused.
    private mutating func result(
        of command: String, in number: Int, _ application: (Outcomes) -> sending App
    ) async throws -> Int? {
        let place = places[number]
        let outcomes = Outcomes(place.answers)
        var isRefused = false
        let session = Session(outcomes: outcomes, restoring: place.snapshot) {
            application(outcomes)
        } printing: {
            isRefused = isRefused || $0.hasPrefix("not now:")
        }
        session.printsScreens = false
        tried += 1
        try await session.start(isLaunched: false)
        // A snapshot does not keep variables of the session; here the session goes on.
        if try await session.context != place.context, let event = App.event(setting: place.context) {
            _ = try await session.send(event)
        }
        try await session.perform(command)
        let target = isRefused ? nil : try await self.number(of: session)
        try await session.machine.stop()
        return target
    }

    /// Data without the parameters of actions, which matter only while one is performed.
    private static func withoutActions(_ data: SnapshotValue) -> SnapshotValue {
        guard case .object(var members) = data else { return data }
        for action in App.inputs.outcomes.keys { members[action] = nil }
        return .object(members)
    }

    private mutating func number(of session: Session<App>) async throws -> Int {
        let snapshot = try await session.machine.snapshot()
        let answers = session.outcomes.present
        let key = Key(
            configuration: snapshot.configuration, data: snapshot.data.mapValues(Self.withoutActions),
            scoped: snapshot.scoped,
            remaining: snapshot.timers.map(\.remaining), answers: answers)
        if let number = numbers[key] { return number }
        let screen = try await session.screen
        let active = await session.machine.configuration.states.map(\.path)
        let number = walkthrough.add(Walkthrough.Situation(lines: screen.lines, active: active))
        var commands = screen.offers(App.inputs).map(\.command) + screen.gestures(App.inputs) + App.inputs.samples
        if answers.isEmpty {
            for (action, events) in App.inputs.outcomes.sorted(by: { $0.key < $1.key }) {
                commands += events.dropFirst().map { "outcome \(action) \($0)" }
            }
        }
        let context = try await session.context
        places.append(Place(snapshot: snapshot, context: context, answers: answers, commands: commands))
        numbers[key] = number
        return number
    }
}

extension ApplicationScreen {
    /// The gestures that fit the buttons of this screen, as commands.
    fileprivate func gestures(_ inputs: Inputs<Event>) -> [String] {
        frame.buttons.flatMap { button -> [String] in
            guard let gesture = button.gesture else { return [] }
            let command = gesture.command
            let list = lists.first { $0.name == button.element && $0.isEnabled }
            let isOfRow = inputs.rowEvents["\(button.element).\(button.name)"] != nil
            guard let list, isOfRow else { return button.isPossible ? [command] : [] }
            return (0..<list.count).map { "\(command) row=\($0 + 1)" }
        }
    }
}

extension Gesture {
    /// The command that does what an event with this gesture wants.
    fileprivate var command: String {
        var words = ["device", kind.rawValue]
        if kind == .swipe { words.append("swipeDirection=\((swipeDirection ?? .left).rawValue)") }
        if let fingersCount, fingersCount != (kind == .pinch || kind == .rotate ? 2 : 1) {
            words.append("fingersCount=\(fingersCount)")
        }
        if let pressDuration, pressDuration > 1 { words.append("pressDuration=\(pressDuration.fieldText)") }
        return words.joined(separator: " ")
    }
}
