import Statecharts

//   AddExpense
//   ┌──────────────────────────────────────────────────┐
//   │ amount:   Field         Invalid ⇄ Valid (> 0)    │  amount, category: take the value
//   ├──────────────────────────────────────────────────┤  clear: forgets both
//   │ category: Field         Invalid ⇄ Valid (≥ 3)    │
//   ├──────────────────────────────────────────────────┤
//   │ button:   SubmitButton  Inactive ⇄ Active        │  create [active]: hands over and forgets both
//   └──────────────────────────────────────────────────┘

/// The form for a new expense. It stays alive while it is not shown: a draft is still there after `cancel`.
final class AddExpense: TopState<AddExpense.Event> {
    enum Event {
        case amount(Money), category(String), create, clear
        /// Raised, for whoever embeds the form: this is to be created.
        case submitted(Money, String)
    }

    private(set) var amountValue: Money?
    private(set) var categoryText = ""

    let amount = Field<AddExpense, AddExpense> { ($0.amountValue ?? .zero) > .zero }
    let category = Field<AddExpense, AddExpense> { $0.categoryText.count >= 3 }
    let button = SubmitButton<AddExpense, AddExpense> {
        $0.amount.valid.isActive && $0.category.valid.isActive
    } press: { form, event in
        switch event {
        case .create: .handled { form.create() }
        case .amount, .category, .clear, .submitted: .unhandled
        }
    }
    override func configure() { regions(amount, category, button) }

    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .amount(let amount): .handled { amountValue = amount }
        case .category(let text): .handled { categoryText = text }
        case .clear: .handled { clear() }
        default: .unhandled
        }
    }

    private func create() {
        guard let amountValue else { return }
        raise(.submitted(amountValue, categoryText))
        clear()
    }

    private func clear() {
        amountValue = nil
        categoryText = ""
    }
}
