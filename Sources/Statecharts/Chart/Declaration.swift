#if canImport(Darwin)
    private import Darwin
#elseif canImport(Glibc)
    private import Glibc
#elseif canImport(Musl)
    private import Musl
#elseif canImport(Bionic)
    private import Bionic
#endif

// Unsafe storage of its own. Why it is sound:
//
// - A thread's variable holds one reference to its declaration, which is given back when the thread ends. Only the thread itself reads it, and
//   `configure()` is synchronous, so that what it declares is declared on the same thread.
// - `@exclusivity(unchecked)`: what was declared is read and written as a whole, by one load or store each, and nothing is called meanwhile.
// - `unowned(unsafe)`: the node is named only while its `configure()` runs, whose caller holds it.
// - An array of vertices is taken as one of nodes: every vertex is a node, arrays of references are all laid out alike, and nobody puts
//   anything else into the array that was passed. To copy it would cost more than all else that a known chart needs.

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

    /// Has a node declare what is inside it, and answers with that.
    static func of(_ node: StateNode) -> Contents {
        let declaration = ofThread
        // A node may start another chart meanwhile, whose nodes are configured by the same declaration.
        let outerNode = unsafe declaration.storedNode
        let outer = unsafe declaration.storedContents
        unsafe declaration.storedNode = node
        unsafe declaration.storedContents = Contents()
        node.configure()
        let declared = unsafe declaration.storedContents
        unsafe declaration.storedNode = outerNode
        unsafe declaration.storedContents = outer
        return declared
    }

    /// The declaration of a node whose `configure()` is running.
    static func present(of node: StateNode) -> Declaration? {
        let declaration = ofThread
        return unsafe declaration.storedNode === node ? declaration : nil
    }

    func add(_ children: [StateNode], _ initial: Initial, _ history: HistoryKind, _ areRegions: Bool) {
        var contents = unsafe storedContents
        if contents.calls == 0 { contents.children = children } else { contents.children += children }
        contents.initial = initial
        contents.history = history
        contents.areRegions = areRegions
        contents.calls += 1
        unsafe storedContents = contents
    }

    // MARK: The thread

    private static var ofThread: Declaration {
        if let place = unsafe pthread_getspecific(key) {
            return unsafe Unmanaged<Declaration>.fromOpaque(place).takeUnretainedValue()
        }
        let made = Declaration()
        unsafe pthread_setspecific(key, Unmanaged.passRetained(made).toOpaque())
        return made
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        guard unsafe pthread_key_create(&key, { unsafe Declaration.release($0) }) == 0 else {
            trap("there are no more keys for variables of threads", "use fewer libraries that take them")
        }
        return key
    }()

    private static func release(_ place: UnsafeMutableRawPointer?) {
        if let place = unsafe place { unsafe Unmanaged<Declaration>.fromOpaque(place).release() }
    }
}

extension StateNode {
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
        guard let declaration = Declaration.present(of: self) else {
            trap("\(function) was called outside configure()", "override configure() and declare the children there")
        }
        declaration.add(children, initial, history, regions)
    }
}
