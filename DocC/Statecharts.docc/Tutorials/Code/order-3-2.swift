import Foundation
import Statecharts

let file = URL(filePath: "order.json")

let order = Machine(Order())
try await order.start()
try await order.send(.add("book"))
try await order.send(.pay)
print(await order.configuration)
try JSONEncoder().encode(await order.snapshot()).write(to: file)
try await order.stop()

let snapshot = try JSONDecoder().decode(Snapshot.self, from: Data(contentsOf: file))
let nextDay = Machine(restoring: snapshot, Order())
try await nextDay.start()
print(await nextDay.configuration, try await nextDay.withTop { $0.items })

let news = OutputPort<String>("news"), supervisor = Supervisor()
let parcel = supervisor.add("parcel", restart: .fromLastSnapshot) {
    Machine(Parcel(news: news))
}
let running = Task { try await supervisor.run() }
try await parcel.send(.scanned("Leipzig"))
try? await parcel.send(.scanned(""))
try await parcel.send(.scanned("Vienna"))
print(try await parcel.withTop { $0.places })
running.cancel()
