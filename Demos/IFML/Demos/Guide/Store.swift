/// The exhibits of a museum in Milan.
struct Store: GuideActions, GuideStore {
    private let all = [
        Exhibit(title: "David", latitude: 45.4, longitude: 9.2, room: "1"),
        Exhibit(title: "Supper", latitude: 45.45, longitude: 9.17, room: "2"),
    ]

    func nearest() -> [Exhibit] { all.reversed() }

    func exhibits() -> [Exhibit] { all }
}
