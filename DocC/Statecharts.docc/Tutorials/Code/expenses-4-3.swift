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
let recorder = Recorder(clock: clock)
recorder.record(form, named: "Form")
recorder.record(ledger, named: "Ledger")
try await form.start()
try await ledger.start()

for expense in [Expense(what: "train", cents: 45_00), Expense(what: "hotel", cents: 80_00)]
{
    try await form.send(.typed(expense))
    try await form.send(.save)
}
await clock.settle()
print(try await ledger.withTop { $0.sum }, await ledger.configuration)
let recording = recorder.recording
try recording.html(title: "Expenses").write(
    toFile: "expenses.html", atomically: true, encoding: .utf8)
print(try await recording.replay("Ledger") { Ledger() })
