import IFMLRuntime
import Statecharts

extension Guide: Application {
    static let modelName = "guide"

    static let inputs = Inputs<Event>(
        events: ["leaveRole", "inItalian", "enter"],
        lists: ["exhibitList": { .exhibitListShow(row: $0) }, "exhibitsOnPlan": { .exhibitsOnPlanSelect(row: $0) }],
        rowEvents: ["exhibitList.show": { .exhibitListShow(row: $0) }],
        fields: ["signIn.role": { .signInRole($0) }],
        landmarks: ["plan", "exhibits", "administration"],
        outcomes: ["nearest": []],
        samples: [
            "device location",
            "context gpsIsAvailable yes",
            "context gpsIsAvailable no",
            "context gpsIsEnabled yes",
            "context gpsIsEnabled no",
            "context language it",
            "context latitude 45.45",
            "context longitude 9.2",
            "context screenHeight 384",
            "context screenHeight 768",
            "context screenWidth 512",
            "context screenWidth 1024",
            "context userRole curator",
            "context userRole visitor",
            "context userRole nil",
        ])

    var devicePort: InputPort<DeviceEvent>? { device }

    static func event(setting context: GuideContext) -> Event? { .context(context) }

    var context: GuideContext { data.context }

    /// Variables of the session begin anew.
    func restore(_ saved: Data) {
        data = saved
        data.context.language = GuideContext().language
    }
}
