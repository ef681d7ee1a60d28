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
let news = OutputPort<String>("news"), chart = Order()
connect(news, to: chart.news)
let nextDay = Machine(restoring: snapshot, chart)
try await nextDay.start()
print(await nextDay.configuration, try await nextDay.withTop { $0.items })

let supervisor = Supervisor()
let parcel = supervisor.add("parcel", restart: .fromLastSnapshot) {
    Machine(Parcel(news: news))
}
parcel.post(.scanned("Leipzig"))
parcel.post(.scanned(""))
parcel.post(.scanned("Vienna"))
parcel.post(.delivered)
try await supervisor.run()
for await configuration in nextDay.configurations where await nextDay.isActive(\.done) {
    print(configuration, try await nextDay.withTop { $0.items })
    break
}
