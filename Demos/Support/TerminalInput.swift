/// What comes from the person at the terminal, or from the system on their behalf.
public enum TerminalInput: Sendable, Hashable {
    /// A printable character, composed ones included.
    case character(Character)
    /// Return or Enter.
    case enter
    /// The key that deletes backwards.
    case backspace
    /// The tabulator key.
    case tab
    /// The escape key alone.
    case escape
    /// An arrow key.
    case up, down, left, right
    /// The window has another size, or the program was suspended and continues: draw again.
    case resized
}
