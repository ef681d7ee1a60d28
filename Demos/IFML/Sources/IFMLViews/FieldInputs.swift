#if canImport(SwiftUI)
    public import IFMLRuntime
    public import SwiftUI

    /// A field for a value that is typed: a text field, or an editor for several lines.
    public struct TypedInput<Value: FieldValue>: View {
        private let name: String
        private let field: Field<Value>
        private let set: @MainActor (String) -> Void

        /// Shows a field.
        /// - Parameter set: gets what is typed.
        public init(_ name: String, _ field: Field<Value>, set: @escaping @MainActor (String) -> Void) {
            self.name = name
            self.field = field
            self.set = set
        }

        private var text: Binding<String> {
            Binding { @MainActor in
                field.text
            } set: { @MainActor text in
                set(text)
            }
        }

        /// The field, with a mark if what was typed will not do.
        public var body: some View {
            HStack {
                Text(verbatim: field.text.isEmpty || field.isValid ? name : "\(name) !")
                if field.hasLines { TextEditor(text: text) } else { TextField(name, text: text) }
            }
        }
    }

    /// A field for a number between two bounds: with a step plus and minus, else a slider, without bounds a text field.
    public struct RangeInput<Value: RangeValue>: View {
        private let name: String
        private let field: RangeField<Value>
        private let set: @MainActor (String) -> Void

        /// Shows a field.
        /// - Parameter set: gets what is typed, or `+` and `-`.
        public init(_ name: String, _ field: RangeField<Value>, set: @escaping @MainActor (String) -> Void) {
            self.name = name
            self.field = field
            self.set = set
        }

        private var number: Binding<Double> {
            Binding { @MainActor in
                field.value?.asDouble ?? field.minimum?.asDouble ?? 0
            } set: { @MainActor number in
                set(Value(nearest: number).fieldText)
            }
        }

        private var text: Binding<String> {
            Binding { @MainActor in
                field.text
            } set: { @MainActor text in
                set(text)
            }
        }

        /// The field.
        public var body: some View {
            if field.step != nil {
                Stepper("\(name): \(field.text)", onIncrement: { set("+") }, onDecrement: { set("-") })
            } else if let minimum = field.minimum, let maximum = field.maximum, minimum.asDouble < maximum.asDouble {
                HStack {
                    Text(verbatim: "\(name): \(field.text)")
                    Slider(value: number, in: minimum.asDouble...maximum.asDouble)
                }
            } else {
                TextField(name, text: text)
            }
        }
    }

    /// A field that offers options: a menu, all of them, or, of several, a switch for each.
    public struct SelectionInput<Option: FieldOption>: View {
        private let name: String
        private let field: SelectionField<Option>
        private let set: @MainActor (String) -> Void

        /// Shows a field.
        /// - Parameter set: gets the text of an option that is chosen, or taken back.
        public init(_ name: String, _ field: SelectionField<Option>, set: @escaping @MainActor (String) -> Void) {
            self.name = name
            self.field = field
            self.set = set
        }

        private var choice: Binding<String> {
            Binding { @MainActor in
                field.value?.optionText ?? ""
            } set: { @MainActor text in
                if !text.isEmpty { set(text) }
            }
        }

        private func isChosen(_ option: Option) -> Binding<Bool> {
            Binding { @MainActor in
                field.values.contains(option)
            } set: { @MainActor _ in
                set(option.optionText)
            }
        }

        private var options: some View {
            ForEach(0..<field.choices.count, id: \.self) { number in
                Text(verbatim: field.choices[number].optionText).tag(field.choices[number].optionText)
            }
        }

        /// The field.
        public var body: some View {
            if field.isMultiple {
                ForEach(0..<field.choices.count, id: \.self) { number in
                    Toggle(field.choices[number].optionText, isOn: isChosen(field.choices[number]))
                }
            } else if field.isExpanded {
                Picker(name, selection: choice) { options }.pickerStyle(.inline)
            } else {
                Picker(name, selection: choice) {
                    Text(verbatim: "-").tag("")
                    options
                }
                .pickerStyle(.menu)
            }
        }
    }
#endif
