import Foundation
import Statecharts
import StatechartsDiagrams
import StatechartsSimulation

let formChart = Form(), ledgerChart = Ledger()
connect(formChart.expenses, to: ledgerChart.incoming)

let clock = ManualClock()
let form = Machine(formChart, clock: clock), ledger = Machine(ledgerChart, clock: clock)
let system = System()
await system.add(form, named: "Form")
await system.add(ledger, named: "Ledger")
let messages = system.recorder()
try await form.start()
try await ledger.start()

for expense in [Expense(what: "train", cents: 45_00), Expense(what: "hotel", cents: 80_00)]
{
    try await form.send(.typed(expense))
    try await form.send(.save)
}
await clock.settle()
print(try await ledger.withTop { $0.sum }, await ledger.configuration)
print(MessageTree(messages.records))
try SystemDrawing(system).svg().write(
    toFile: "expenses.svg", atomically: true, encoding: .utf8)
