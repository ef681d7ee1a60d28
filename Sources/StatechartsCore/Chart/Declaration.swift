// Unsafe storage of its own. Why it is sound:
//
// - A thread has one declaration, which it keeps until it ends, see `ThreadVariable`. `configure()` is synchronous, so
//   that what it declares is declared on the same thread.
// - `@exclusivity(unchecked)`: what was declared is read and written field by field, and nothing that could do so too
//   is called meanwhile.
// - `unowned(unsafe)`: the node is named only while its `configure()` runs, whose caller holds it.
// - An array of vertices is taken as one of nodes: every vertex is a node, arrays of references are all laid out alike,
//   and nobody puts anything else into the array that was passed. To copy it would cost more than all else that a known
//   chart needs.
//
// Tried against it: configure() that starts other charts, its own chart, or itself, before and after it declares
// (Matryoshka, MeddlingTests); a declaration outside configure(), which traps (TrapTests).

/// What `configure()` declared of one node.
@safe
package final class Declaration {
    enum Initial {
        case first
        case none
        case node(StateNode)
    }

    /// What was declared so far.
    struct Contents {
        var children: [StateNode] = []
        var initial = Initial.first
        var history = HistoryKind.none
        var calls = 0
        var areRegions = false
        /// Whether it has said what becomes of the messages of a port.
        var namesPorts = false
        /// The child machines that the node owns.
        var machines: [EntrySlot] = []
        var namesInitial: Bool {
            if case .node = initial { true } else { false }
        }
    }

    @exclusivity(unchecked) private var storedContents = Contents()
    @exclusivity(unchecked) private unowned(unsafe) var storedNode: StateNode?
    /// What states stand for, while somebody wants to know.
    @exclusivity(unchecked) private var storedRequirements: [Requirement]?

    /// A requirement that a state stands for.
    package struct Requirement {
        package let node: StateNode
        package let name: String
    }

    /// Has a node declare what is inside it.
    static func contents(of node: StateNode) -> Contents {
        unsafe ofThread._withUnsafeGuaranteedRef { declaration in
            // A node may start another chart meanwhile, whose nodes are configured by the same declaration.
            let outerNode = unsafe declaration.storedNode
            var contents = Contents()
            unsafe swap(&contents, &declaration.storedContents)
            unsafe declaration.storedNode = node
            node.configure()
            unsafe declaration.storedNode = outerNode
            unsafe swap(&contents, &declaration.storedContents)
            return contents
        }
    }

    /// Whether the node's `configure()` is running.
    static func isOpen(for node: StateNode) -> Bool {
        unsafe ofThread._withUnsafeGuaranteedRef { unsafe $0.storedNode === node }
    }

    /// Adds to what the present node declares.
    static func add(_ children: [StateNode], _ initial: Initial, _ history: HistoryKind, _ areRegions: Bool) {
        unsafe ofThread._withUnsafeGuaranteedRef { declaration in
            if unsafe declaration.storedContents.calls == 0 {
                unsafe declaration.storedContents.children = children
            } else {
                unsafe declaration.storedContents.children += children
            }
            unsafe declaration.storedContents.initial = initial
            unsafe declaration.storedContents.history = history
            unsafe declaration.storedContents.areRegions = areRegions
            unsafe declaration.storedContents.calls += 1
        }
    }

    /// Adds a child machine to what the present node declares.
    package static func add(_ machine: EntrySlot) {
        unsafe ofThread._withUnsafeGuaranteedRef { unsafe $0.storedContents.machines.append(machine) }
    }

    /// Notes that the present node says what becomes of the messages of a port. Answers whether that is the first time
    /// in its `configure()`, which may have been called before.
    package static func beginPorts() -> Bool {
        unsafe ofThread._withUnsafeGuaranteedRef { declaration in
            if unsafe declaration.storedContents.namesPorts { return false }
            unsafe declaration.storedContents.namesPorts = true
            return true
        }
    }

    /// Answers what the nodes say that they stand for that are configured meanwhile on this thread.
    package static func collectingRequirements(_ body: () throws -> Void) rethrows -> [Requirement] {
        try unsafe ofThread._withUnsafeGuaranteedRef { declaration in
            var collected: [Requirement]? = []
            unsafe swap(&collected, &declaration.storedRequirements)
            defer { unsafe swap(&collected, &declaration.storedRequirements) }
            try body()
            return unsafe declaration.storedRequirements ?? []
        }
    }

    /// Notes what the present node stands for, if somebody wants to know.
    static func addRequirement(_ name: String, of node: StateNode) {
        unsafe ofThread._withUnsafeGuaranteedRef { declaration in
            unsafe declaration.storedRequirements?.append(Requirement(node: node, name: name))
        }
    }

    // MARK: The thread

    private static let variable = ThreadVariable<Declaration>(owns: true)

    private static var ofThread: Unmanaged<Declaration> {
        if let known = unsafe variable.object { return unsafe known }
        let made = unsafe Unmanaged.passRetained(Declaration())
        unsafe variable.set(made)
        return unsafe made
    }
}

extension StateNode {
    /// Declares in `configure()` that a requirement is met by what this state does.
    ///
    ///     final class Playing: State<Radio, Radio> {
    ///         override func configure() { requirement("R-12") }
    ///     }
    ///
    /// The requirement is covered once the state is active in a step that a test counts; see `Coverage` of the test
    /// kit. A machine takes no notice of it. A state may declare several, and several states the same one. Outside
    /// `configure()` the call is a mistake of the step; it traps while no machine runs the chart.
    public final func requirement(_ name: String) {
        guard mayDeclare("requirement(\"\(name)\")", fix: "override configure() and say it there") else { return }
        Declaration.addRequirement(name, of: self)
    }

    /// Declares children of a chart, as `declare(_:initial:history:regions:function:)` does.
    final func declare<Top: Statechart>(
        vertices: [Vertex<Top>], initial: Declaration.Initial, history: HistoryKind, regions: Bool,
        function: StaticString = #function
    ) {
        declare(
            unsafe unsafeBitCast(vertices, to: [StateNode].self), initial: initial, history: history, regions: regions,
            function: function)
    }

    final func declare(
        _ children: [StateNode], initial: Declaration.Initial, history: HistoryKind, regions: Bool,
        function: StaticString = #function
    ) {
        guard mayDeclare("\(function)", fix: "override configure() and declare the children there") else { return }
        Declaration.add(children, initial, history, regions)
    }

    /// Whether the node's `configure()` is running. Otherwise it is a mistake, of the step if there is one.
    package final func mayDeclare(_ what: @autoclosure () -> String, fix: String) -> Bool {
        if Declaration.isOpen(for: self) { return true }
        guard let engine else { trap("\(what()) was called outside configure()", fix) }
        engine.reportMistake(
            .declaredLate, at: index,
            "\(what()) of \(path) was called outside configure(), where nothing can be declared any more", fix: fix)
        return false
    }
}
