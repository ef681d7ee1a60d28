#if canImport(Darwin)
    private import Darwin
#elseif canImport(Glibc)
    private import Glibc
#elseif canImport(Musl)
    private import Musl
#elseif canImport(Bionic)
    private import Bionic
#endif

// The thread's variable is a pointer without a reference: it is set and reset within one synchronous call, `configure(_:)`, which the
// declaration outlives. Only the thread that runs this call reads it.
//
// `@exclusivity(unchecked)`: what was declared is read and written as a whole, by one load or store, and nothing is called meanwhile.
//
// An array of vertices is taken as one of nodes: every vertex is a node, arrays of references are all laid out alike, and nobody puts
// anything else into an array that was passed here. To copy it costs more than all else that a known chart needs.

/// What `configure()` declared of one node.
@safe
final class Declaration {
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
    }

    @exclusivity(unchecked) private var storedContents = Contents()
    @exclusivity(unchecked) private unowned(unsafe) var storedNode: StateNode?

    private(set) var contents: Contents {
        get { unsafe storedContents }
        set { unsafe storedContents = newValue }
    }

    /// Has a node declare what is inside it, and answers with that.
    func configure(_ node: StateNode) -> Contents {
        // A node may configure another chart meanwhile, with a declaration of its own.
        let outer = unsafe pthread_getspecific(Self.key)
        unsafe storedContents = Contents()
        unsafe storedNode = node
        unsafe pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
        node.configure()
        unsafe pthread_setspecific(Self.key, outer)
        unsafe storedNode = nil
        return unsafe storedContents
    }

    /// The declaration of a node whose `configure()` is running.
    static func present(of node: StateNode) -> Declaration? {
        guard let place = unsafe pthread_getspecific(key) else { return nil }
        let declaration = unsafe Unmanaged<Declaration>.fromOpaque(place).takeUnretainedValue()
        return unsafe declaration.storedNode === node ? declaration : nil
    }

    fileprivate func add(_ children: [StateNode], _ initial: Initial, _ history: HistoryKind, _ areRegions: Bool) {
        var contents = contents
        if contents.children.isEmpty { contents.children = children } else { contents.children += children }
        contents.initial = initial
        contents.history = history
        contents.areRegions = areRegions
        contents.calls += 1
        self.contents = contents
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        guard unsafe pthread_key_create(&key, nil) == 0 else {
            trap("there are no more keys for variables of threads", "use fewer libraries that take them")
        }
        return key
    }()
}

extension StateNode {
    final func declare<Top: Statechart>(
        _ children: [Vertex<Top>], initial: Declaration.Initial, history: HistoryKind, regions: Bool,
        function: StaticString = #function
    ) {
        declare(
            nodes: unsafe unsafeBitCast(children, to: [StateNode].self), initial, history, regions, function: function)
    }

    private func declare(
        nodes: [StateNode], _ initial: Declaration.Initial, _ history: HistoryKind, _ regions: Bool,
        function: StaticString
    ) {
        guard let declaration = Declaration.present(of: self) else {
            trap("\(function) was called outside configure()", "override configure() and declare the children there")
        }
        declaration.add(nodes, initial, history, regions)
    }
}
