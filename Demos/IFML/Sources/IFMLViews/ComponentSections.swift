#if canImport(SwiftUI)
    import Foundation
    public import IFMLRuntime
    public import SwiftUI

    /// An attribute of an object: its text, or the picture at its address.
    public struct CellText: View {
        private let cell: Cell

        /// Shows an attribute.
        public init(_ cell: Cell) { self.cell = cell }

        /// The text or picture.
        public var body: some View {
            if cell.isImage, let text = cell.text, let address = URL(string: text) {
                AsyncImage(url: address)
            } else {
                Text(verbatim: cell.shown)
            }
        }
    }

    /// A list: a row for each object, which selects it.
    public struct ListSection<Row: Sendable & Hashable & Codable>: View {
        private let list: ListView<Row>
        private let select: (@MainActor (Int) -> Void)?

        /// Shows a list.
        /// - Parameter select: gets the number of a row that is chosen, from 0; nil if none can be.
        public init(_ list: ListView<Row>, select: (@MainActor (Int) -> Void)? = nil) {
            self.list = list
            self.select = select
        }

        /// The rows, or that there are none.
        public var body: some View {
            Section(list.name) {
                if list.rows.isEmpty { Text(verbatim: "(empty)") }
                ForEach(0..<list.rows.count, id: \.self) { row in
                    Button {
                        select?(row)
                    } label: {
                        HStack {
                            Text(verbatim: row == list.selected ? "•" : "")
                            ForEach(0..<list.cells[row].count, id: \.self) { CellText(list.cells[row][$0]) }
                        }
                    }
                    .disabled(select == nil || !list.isEnabled)
                }
            }
        }
    }

    /// The details of one object: a line for each attribute.
    public struct DetailsSection<Object: Sendable & Hashable & Codable>: View {
        private let details: DetailsView<Object>

        /// Shows details.
        public init(_ details: DetailsView<Object>) { self.details = details }

        /// The attributes, or that there is nothing.
        public var body: some View {
            Section(details.name) {
                if details.object == nil { Text(verbatim: "(nothing)") }
                ForEach(0..<details.cells.count, id: \.self) { number in
                    HStack {
                        Text(verbatim: details.cells[number].name)
                        CellText(details.cells[number])
                    }
                }
            }
        }
    }

    /// A component that is shown by lines.
    public struct TextSection: View {
        private let text: TextView

        /// Shows lines.
        public init(_ text: TextView) { self.text = text }

        /// The lines.
        public var body: some View {
            Section(text.name) {
                ForEach(0..<text.lines.count, id: \.self) { Text(verbatim: text.lines[$0]) }
            }
        }
    }

    /// The events that plain buttons stand for.
    public struct ButtonSection<Event: Sendable & Hashable & Codable>: View {
        private let buttons: [EventButton<Event>]
        private let send: @MainActor (Event) -> Void

        /// Shows buttons; those with a gesture of their own are left out.
        public init(_ buttons: [EventButton<Event>], send: @escaping @MainActor (Event) -> Void) {
            self.buttons = buttons.filter { $0.gesture.map { $0.kind == .tap || $0.kind == .touch } ?? true }
            self.send = send
        }

        /// The buttons.
        public var body: some View {
            ForEach(0..<buttons.count, id: \.self) { number in
                Button(buttons[number].name) { send(buttons[number].event) }
                    .disabled(!buttons[number].isPossible)
            }
        }
    }
#endif
