extension SwiftWriter {
    func entry(_ state: AppModel.State, scope: CodeScope, _ text: inout SwiftText) {
        var statements: [String] = []
        if case .shown(let index) = state.kind, let place = app.containers[index].place {
            statements.append("\(scope.data)navigation.open(.\(place))")
        }
        for name in state.resets {
            statements.append("\(scope.data)context.\(name) = \(app.typeName)Context().\(name)")
        }
        // What holds at an entry begins to hold there.
        if state.kind != .top {
            statements += state.watches.map { "\(scope.data)\(code($0.property)) = false" }
        }
        for timer in state.timers {
            let time =
                timer.milliseconds % 1000 == 0
                ? ".seconds(\(timer.milliseconds / 1000))" : ".milliseconds(\(timer.milliseconds))"
            statements.append("\(timer.isRepeated ? "every" : "after")(\(time), send: .\(timer.event))")
        }
        if !state.loads.isEmpty {
            if let index = state.holder, let place = app.containers[index].place {
                statements.append("if !\(scope.data)navigation.isLoaded(.\(place)) {")
                statements.append("    \(scope.data)navigation.load(.\(place))")
                statements += state.loads.map { "    raise(.\($0))" }
                statements.append("}")
            } else {
                statements += state.loads.map { "raise(.\($0))" }
            }
        }
        statements += state.entries.map { "raise(.\($0))" }
        statements += state.appearances.map { "\(scope.top)appearances.send(.\($0))" }
        if !state.asks.isEmpty { statements.append("ask()") }
        block("override func entry()", statements, &text)
        var exits: [String] = []
        if case .shown(let index) = state.kind, let place = app.containers[index].place {
            exits.append("\(scope.data)navigation.close(.\(place))")
        }
        exits += state.exits.map { "raise(.\($0)\(leavingValues($0, scope)))" }
        block("override func exit()", exits, &text)
        guard !state.asks.isEmpty else { return }
        text.blank()
        text.line("override func restored() { ask() }")
        text.blank()
        text.comment("Asks the queries of its components.")
        text.block("func ask()") { text in
            for query in state.asks.flatMap({ app.components[$0].queries }) {
                let arguments = query.arguments.map { argument in
                    "\(argument.name): \(app.storage[argument.element].map { read($0, scope) } ?? "nil")"
                }
                let names = query.arguments.map { $0.name }
                if arguments.isEmpty {
                    run(
                        query.function, "store", "\(scope.top)store", "try await store.\(query.function)()",
                        ".\(query.event)($0)",
                        &text)
                } else {
                    for (name, argument) in zip(names, query.arguments) {
                        text.line(
                            "let \(code(name)) = \(app.storage[argument.element].map { read($0, scope) } ?? "nil")")
                    }
                    let arguments = names.map { "\($0): \(code($0))" }.joined(separator: ", ")
                    let call = "try await store.\(query.function)(\(arguments))"
                    run(query.function, "store", "\(scope.top)store", call, ".\(query.event)($0)", &text)
                }
            }
        }
    }

    /// The fields that an event takes along, in parentheses.
    private func leavingValues(_ event: String, _ scope: CodeScope) -> String {
        guard case .values(let values) = self.event(event)?.payload else { return "" }
        let pairs = values.map { "\($0.name): \(app.storage[$0.element].map { read($0, scope) } ?? "nil")" }
        return "(\(pairs.joined(separator: ", ")))"
    }

    func block(_ header: String, _ statements: [String], _ text: inout SwiftText) {
        guard !statements.isEmpty else { return }
        text.blank()
        text.block(header, isShort: true) { text in for statement in statements { text.line(statement) } }
    }

    func performing(
        _ state: AppModel.State, _ action: AppModel.Action, _ scope: CodeScope, _ text: inout SwiftText
    ) {
        text.block("override func entry()") { text in
            text.line("\(scope.data)navigation.message = nil")
            if !action.arguments.isEmpty {
                text.line("guard let action = \(scope.data)\(action.property) else { return }")
            }
            run(action.name, "actions", "top.actions", call(action) { "action.\($0)" }, done(action), &text)
        }
        text.blank()
        text.line("override func restored() { entry() }")
        handle(state, scope: scope, &text)
        text.blank()
        // R8: an error is the outcome `failed`, if there is one.
        let message = "\(scope.data)navigation.message = \"\\(error)\""
        text.block("override func failed(_ error: any Error) -> Reaction") { text in
            guard let branch = app.failure(of: state) else {
                return text.line(".to(superior.showing) { \(message) }")
            }
            failed(branch, message, state, scope, &text)
        }
    }

    /// A container of a viewpoint that does not hold any more is left for the default one; conditions are watched.
    func always(_ state: AppModel.State, scope: CodeScope, _ text: inout SwiftText) {
        var own: (locks: [Int], container: AppModel.Container, substitute: Int)?
        if case .container(let index) = state.kind, let substitute = app.containers[index].substitute,
            let locks = app.locks[app.containers[index].element]
        {
            own = (locks, app.containers[index], substitute)
        }
        guard own != nil || !state.watches.isEmpty else { return }
        text.blank()
        text.block("override func always() -> Reaction") { text in
            if let own {
                if state.watches.isEmpty {
                    text.line("if \(holds(own.locks, scope)) { return .unhandled }")
                    leave(own.container, for: own.substitute, scope, &text)
                    return
                }
                text.block("if !\(holds(own.locks, scope))") {
                    leave(own.container, for: own.substitute, scope, &$0)
                }
            }
            for watch in state.watches { self.watch(watch, scope, &text) }
            text.line("return .unhandled")
        }
    }

    private func leave(
        _ container: AppModel.Container, for substitute: Int, _ scope: CodeScope, _ text: inout SwiftText
    ) {
        text.line("return .to(top.\(path(app.containers[substitute].path))) {")
        text.indented { text in
            if let show = effect(.show(container: leaf(substitute), from: nil), scope) { text.line(show) }
            let message = SwiftText.literal("\(container.name) is not available")
            text.line("top.data.navigation.message = \(message)")
        }
        text.line("}")
    }

    /// Raises the event once, when the condition begins to hold.
    private func watch(_ watch: AppModel.Watch, _ scope: CodeScope, _ text: inout SwiftText) {
        let name = code(watch.property)
        text.line("let \(name) = \(condition(watch.condition, scope))")
        text.block("if \(name) != \(scope.data)\(name)") { text in
            text.block("return .handled") { text in
                text.line("\(scope.data)\(name) = \(name)")
                text.line("if \(name) { raise(.\(watch.event)) }")
            }
        }
    }
}
