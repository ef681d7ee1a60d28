import IFMLRuntime
import Statecharts

/// The fields of `signIn`.
struct SignIn: FormFields {
    var role = Field<String>()
    var fields: [(name: String, field: any FormField)] { [("role", role)] }
}

/// What `guide` shows.
struct GuideContainerScreen: ContainerScreen {
    var components: [(any ComponentView)?] { [] }
}

/// What `plan` shows.
struct PlanScreen: ContainerScreen {
    var welcome: TextView?
    var signIn: FormView<SignIn>
    var components: [(any ComponentView)?] { [welcome, signIn] }
}

/// What `map` shows.
struct MapScreen: ContainerScreen {
    var exhibitsOnPlan: ListView<Exhibit>
    var components: [(any ComponentView)?] { [exhibitsOnPlan] }
}

/// What `exhibits` shows.
struct ExhibitsScreen: ContainerScreen {
    var exhibitList: ListView<Exhibit>
    var wideHint: TextView?
    var components: [(any ComponentView)?] { [exhibitList, wideHint] }
}

/// What `detail` shows.
struct DetailScreen: ContainerScreen {
    var exhibit: DetailsView<Exhibit>
    var components: [(any ComponentView)?] { [exhibit] }
}

/// What `administration` shows.
struct AdministrationScreen: ContainerScreen {
    var work: TextView
    var components: [(any ComponentView)?] { [work] }
}

/// What the application shows: the containers that are active.
struct GuideScreen: ApplicationScreen {
    var guide: GuideContainerScreen?
    var plan: PlanScreen?
    var map: MapScreen?
    var exhibits: ExhibitsScreen?
    var detail: DetailScreen?
    var administration: AdministrationScreen?
    var frame = ScreenFrame<Guide.Event>()

    var containers: [ContainerView] {
        [
            ContainerView("guide", guide),
            ContainerView("plan", plan),
            ContainerView("map", map, in: "plan", at: 0),
            ContainerView("exhibits", exhibits),
            ContainerView("detail", detail),
            ContainerView("administration", administration),
        ].compactMap(\.self)
    }
}

extension Guide {
    /// The present screen.
    var screen: GuideScreen {
        var screen = GuideScreen()
        if guide.isActive { screen.guide = GuideContainerScreen() }
        if guide.plan.isActive {
            screen.plan = PlanScreen(
                welcome: data.context.isInTheMuseum ? TextView("welcome", "welcome to the museum") : nil,
                signIn: FormView("signIn", guide.plan.signIn))
            screen.frame.buttons.append(EventButton("leaveRole", of: "plan", .leaveRole))
            screen.frame.buttons.append(
                EventButton("inItalian", of: "plan", .inItalian, if: data.context.language != "it"))
            screen.frame.buttons.append(EventButton("enter", of: "signIn", .signInEnter, if: guide.plan.signIn.isValid))
        }
        if guide.plan.map.isActive {
            screen.map = MapScreen(
                exhibitsOnPlan: ListView("exhibitsOnPlan", data.exhibitsOnPlan, as: .annotations) {
                    [Cell("latitude", $0.latitude), Cell("longitude", $0.longitude), Cell("title", $0.title)]
                })
        }
        if guide.exhibits.isActive {
            screen.exhibits = ExhibitsScreen(
                exhibitList: ListView("exhibitList", data.exhibitList) {
                    [Cell("title", $0.title), Cell("room", $0.room)]
                },
                wideHint: data.context.isOnTablets ? TextView("wideHint", "plan and list side by side") : nil)
        }
        if guide.detail.isActive {
            screen.detail = DetailScreen(
                exhibit: DetailsView("exhibit", data.exhibit) {
                    [Cell("title", $0.title), Cell("room", $0.room)]
                })
        }
        if guide.administration.isActive {
            screen.administration = AdministrationScreen(work: TextView("work", "exhibits to be mended"))
        }
        screen.frame.message = data.navigation.message
        if guide.isActive, !guide.plan.isActive { screen.frame.buttons.append(EventButton("go plan", .goPlan)) }
        if guide.isActive, !guide.exhibits.isActive {
            screen.frame.buttons.append(EventButton("go exhibits", .goExhibits))
        }
        if guide.isActive, !guide.administration.isActive, data.context.isForCurators {
            screen.frame.buttons.append(EventButton("go administration", .goAdministration))
        }
        if data.navigation.previous != nil { screen.frame.buttons.append(EventButton("back", .back)) }
        return screen
    }
}
