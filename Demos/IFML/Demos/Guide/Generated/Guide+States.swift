import IFMLRuntime
import Statecharts

extension Guide {
    /// The container `guide`.
    final class GuideContainer: State<Guide, Guide> {
        let plan = Plan(), exhibits = Exhibits(), detail = Detail(), administration = Administration()

        override func configure() { substates(plan, exhibits, detail, administration) }

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .goPlan:
                guard !top.guide.plan.isActive else { return .unhandled }
                return .local(to: plan) { top.data.navigation.show(.plan) }
            case .goExhibits:
                guard !top.guide.exhibits.isActive else { return .unhandled }
                return .local(to: exhibits) { top.data.navigation.show(.exhibits) }
            case .goAdministration:
                guard !top.guide.administration.isActive, top.data.context.isForCurators else { return .unhandled }
                return .local(to: administration) { top.data.navigation.show(.administration) }
            default: return .unhandled
            }
        }
    }

    /// The container `plan`.
    final class Plan: State<GuideContainer, Guide> {
        @Scoped var signIn = SignIn()
        let map = Map()

        override func configure() { substates(map) }

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .leaveRole: return .handled { top.data.context.userRole = "visitor" }
            case .inItalian:
                guard top.data.context.language != "it" else { return .unhandled }
                return .handled { top.data.context.language = "it" }
            case .signInEnter:
                guard signIn.isValid else { return .unhandled }
                let role = signIn.role.value
                return .handled { top.data.context.userRole = role }
            case .signInRole(let text): return .handled { signIn.role.set(text) }
            default: return .unhandled
            }
        }
    }

    /// The container `map`.
    final class Map: State<Plan, Guide> {
        override func entry() { ask() }

        override func restored() { ask() }

        /// Asks the queries of its components.
        func ask() {
            run("exhibits", { [store = top.store] in try await store.exhibits() }, done: { .exhibitsOnPlanFilled($0) })
        }

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .exhibitsOnPlanFilled(let answer): return .handled { top.data.exhibitsOnPlan.rows = answer }
            case .exhibitsOnPlanSelect(let row):
                guard top.data.exhibitsOnPlan.row(row) != nil else { return .unhandled }
                return .handled { top.data.exhibitsOnPlan.select(row) }
            default: return .unhandled
            }
        }
    }

    /// The container `exhibits`.
    final class Exhibits: State<GuideContainer, Guide> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .exhibitListShow(let row):
                guard let selected = top.data.exhibitList.row(row) else { return .unhandled }
                return .to(top.guide.detail) {
                    top.data.exhibitList.select(row)
                    top.data.navigation.show(.detail, from: .exhibits)
                    top.data.exhibit = selected
                }
            default: return .unhandled
            }
        }
    }

    /// The container `detail`.
    final class Detail: State<GuideContainer, Guide> {}

    /// The container `administration`.
    final class Administration: State<GuideContainer, Guide> {
        override func always() -> Reaction {
            if top.data.context.isForCurators { return .unhandled }
            return .to(top.guide.plan) {
                top.data.navigation.show(.plan)
                top.data.navigation.message = "administration is not available"
            }
        }
    }
}
