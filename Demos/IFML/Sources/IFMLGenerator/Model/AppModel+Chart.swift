extension AppModel {
    /// A state of the chart.
    public struct State: Sendable, Hashable {
        /// What it stands for.
        public enum Kind: Sendable, Hashable {
            /// The application.
            case top
            /// A container, by index.
            case container(Int)
            /// What a container, or the application, shows beside its modal windows.
            case content(Int?)
            /// A modal container: a region that is hidden or shown.
            case modal(Int)
            /// A modal container that is not shown, or is.
            case hidden(Int), shown(Int)
            /// A container that waits for its user.
            case showing(Int)
            /// A container whose action is under way.
            case performing(container: Int, action: Int)
        }

        /// What it stands for.
        public var kind: Kind
        /// Its class.
        public var typeName: String
        /// The property of the state around it.
        public var property: String
        /// True if all its children are active together.
        public var isOrthogonal = false
        /// Children, in the model's order.
        public var children: [State] = []
        /// The child that is active at first; of an orthogonal state all are.
        public var initial = 0
        /// The events of a container that fire at its first entry and lead to an action.
        public var start: Transition?
        /// Indices of components whose queries are asked on entry.
        public var asks: [Int] = []
        /// Variables that have their first value again at each entry.
        public var resets: [String] = []
        /// Events that are raised at the first entry.
        public var loads: [String] = []
        /// Events that are raised at each entry, and at each exit.
        public var entries: [String] = [], exits: [String] = []
        /// Events that come in a step of their own, once the container is on the screen.
        public var appearances: [String] = []
        /// Events that time brings.
        public var timers: [Timer] = []
        /// Events that are raised when a condition begins to hold.
        public var watches: [Watch] = []
        /// Its reactions, in the model's order.
        public var transitions: [Transition] = []
    }

    /// An event that time brings while a state is active.
    public struct Timer: Sendable, Hashable {
        /// The event.
        public var event: String
        /// The time.
        public var milliseconds: Int
        /// True if it comes again and again.
        public var isRepeated: Bool
    }

    /// An event that is raised whenever a condition begins to hold while a state is active.
    public struct Watch: Sendable, Hashable {
        /// The event.
        public var event: String
        /// The property of the data that knows whether the condition held before.
        public var property: String
        /// The condition.
        public var condition: TypedExpression
    }

    /// What a state does about an event.
    public struct Transition: Sendable, Hashable {
        /// The event.
        public var event: String
        /// The device event that it takes, as a pattern; the event is then `sensed`.
        public var sensed: String?
        /// The outcome of the action that has ended, by index.
        public var outcome: Int?
        /// What must be the case, beside the branches' own guards.
        public var conditions: [Condition] = []
        /// The first whose guard holds is taken.
        public var branches: [Branch] = []
    }

    /// What must be the case for a transition.
    public enum Condition: Sendable, Hashable {
        /// No modal window is over the container, by index.
        case onTop(Int?)
        /// One of these viewpoints holds.
        case viewpoint([Int])
        /// A container is active.
        case active(container: Int)
        /// The event's row is there.
        case row(component: Int)
        /// Details have an object.
        case object(component: Int)
        /// A form is valid.
        case valid(component: Int)
        /// A parameter has a value, which is used.
        case value(Int)
        /// An expression of the model holds.
        case expression(TypedExpression)
        /// A landmark's container is not active.
        case inactive(container: Int)
        /// There is a way back.
        case back
    }

    /// One way a transition goes.
    public struct Branch: Sendable, Hashable {
        /// Nil is `else`.
        public var condition: TypedExpression?
        /// The effects, in order.
        public var effects: [Effect] = []
        /// Where it leads.
        public var target = Target.stay
    }

    /// Where a branch leads.
    public enum Target: Sendable, Hashable {
        /// Nothing is left or entered.
        case stay
        /// To a container, by index.
        case container(Int)
        /// To a container, unless it is active: then nothing is left or entered.
        case ensure(Int)
        /// To a container without leaving the one around it.
        case local(Int)
        /// The container's action begins.
        case perform(container: Int, action: Int)
        /// The container's action has ended; it waits for its user again.
        case showing(Int)
        /// A modal container is closed.
        case hide(Int)
        /// A modal container is closed, and another container is shown; nil if what is around it is left.
        case leave(modal: Int?, for: Int)
        /// To the place before.
        case previous
    }

    /// What a transition does.
    public enum Effect: Sendable, Hashable {
        /// The row of the event is selected.
        case select(component: Int)
        /// The way back is told.
        case show(container: Int, from: Int?)
        /// The way back is forgotten.
        case beginAnew
        /// A value is copied; `row` stands for the row of the event.
        case assign(to: Storage, from: Value)
        /// The arguments of an action are put together.
        case prepare(action: Int, [Value?])
        /// An action begins in the background.
        case start(action: Int, [Value?])
        /// A modal container is to be shown.
        case open(Int)
        /// An event is raised.
        case raise(String)
        /// The answer to a query is kept.
        case keep(component: Int)
        /// The answer to a query is what a field offers.
        case offer(component: Int, property: String)
        /// The text of the event is put into a field.
        case type(component: Int, property: String)
        /// A variable is set.
        case set(variable: String, Value?)
        /// Variables take what the device event reads, and its kind is raised.
        case takeReadings
        /// All variables are replaced by the event's.
        case setContext
        /// The queries of all active containers are asked again.
        case ask
        /// The user is told of an error.
        case tell
    }

    /// Where an effect takes a value from.
    public enum Value: Sendable, Hashable {
        /// The row that the event belongs to.
        case row(component: Int)
        /// A property of that row.
        case rowProperty(component: Int, String)
        /// From where it is kept.
        case stored(Storage)
        /// A result of the action that has ended, by parameter.
        case result(Int)
        /// An expression of the model.
        case expression(TypedExpression)
    }
}
