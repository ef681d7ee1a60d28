// What the engine counts, by name. All are plain numbers; -1 stands for none.

/// The number of a vertex in document order. What is inside a vertex comes after it and before its `NodeInfo.end`.
@usableFromInline
package typealias VertexIndex = Int32

/// The place of a leaf among the active leaves.
package typealias LeafPosition = Int32

/// The place of an answer among the answers of a microstep.
typealias AnswerIndex = Int32

/// The number of a chart within its machine: 0 for the machine's own chart, more for embedded ones.
@usableFromInline
package typealias ScopeIndex = Int16
