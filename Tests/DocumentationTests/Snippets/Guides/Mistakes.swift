import Statecharts

/// The five mistakes of the article *Modelling guide*, each with its repair.
enum Mistakes {
    enum Flags {
        // snippet: flags, wrong
        final class Player: TopState<Player.Event> {
            enum Event { case play, pause, stop }

            var isPlaying = false, isPaused = false  // four combinations, one of which makes no sense
            let on = On()
            override func configure() { substates(on) }

            final class On: State<Player, Player> {
                override func handle(_ event: Event) -> Reaction {
                    switch event {
                    case .play: .handled { top.isPlaying = true }  // and isPaused?
                    case .pause: top.isPlaying ? .handled { top.isPaused = true } : .unhandled
                    case .stop: .handled { top.isPlaying = false }
                    }
                }
            }
        }
        // end snippet
    }

    enum States {
        // snippet: flags, repaired
        final class Player: TopState<Player.Event> {
            enum Event { case play, pause, stop }

            let stopped = Stopped(), playing = Playing(), paused = Paused()
            override func configure() { substates(stopped, playing, paused) }
            override func handle(_ event: Event) -> Reaction { event == .stop ? .to(stopped) : .unhandled }

            final class Stopped: State<Player, Player> {
                override func handle(_ event: Event) -> Reaction {
                    event == .play ? .to(superior.playing) : .unhandled
                }
            }

            final class Playing: State<Player, Player> {
                override func handle(_ event: Event) -> Reaction {
                    event == .pause ? .to(superior.paused) : .unhandled
                }
            }

            final class Paused: State<Player, Player> {
                override func handle(_ event: Event) -> Reaction {
                    event == .play ? .to(superior.playing) : .unhandled
                }
            }
        }
        // end snippet
    }

    enum Counting {
        // snippet: counting, wrong
        final class Lock: TopState<Lock.Event> {
            enum Event { case digit(Int) }

            let none = None(), one = One(), open = Open()  // and two, three, …: a state for each number of digits
            override func configure() { substates(none, one, open) }

            final class None: State<Lock, Lock> {
                override func handle(_ event: Event) -> Reaction { .to(superior.one) }
            }

            final class One: State<Lock, Lock> {
                override func handle(_ event: Event) -> Reaction { .to(superior.open) }
            }

            final class Open: State<Lock, Lock> {}
        }
        // end snippet
    }

    enum Data {
        // snippet: counting, repaired
        final class Lock: TopState<Lock.Event> {
            enum Event { case digit(Int) }

            let typing = Typing(), open = Open()
            override func configure() { substates(typing, open) }

            final class Typing: State<Lock, Lock> {
                @Scoped var digits: [Int] = []  // data that live as long as the state
                override func handle(_ event: Event) -> Reaction {
                    switch event {
                    case .digit(let digit): .handled { digits.append(digit) }
                    }
                }
                override func always() -> Reaction { digits.count == 2 ? .to(superior.open) : .unhandled }
            }

            final class Open: State<Lock, Lock> {}
        }
        // end snippet
    }

    enum Acting {
        // snippet: acting, wrong
        final class Till: TopState<Till.Event> {
            enum Event: Equatable { case pay(Int) }

            var sum = 0
            let open = Open()
            override func configure() { substates(open) }

            final class Open: State<Till, Till> {
                override func handle(_ event: Event) -> Reaction {
                    if case .pay(let amount) = event { top.sum += amount }  // acts while it is asked
                    return .handled
                }
            }
        }
        // end snippet
    }

    enum Deciding {
        // snippet: acting, repaired
        final class Till: TopState<Till.Event> {
            enum Event: Equatable { case pay(Int) }

            var sum = 0
            let open = Open()
            override func configure() { substates(open) }

            final class Open: State<Till, Till> {
                override func handle(_ event: Event) -> Reaction {
                    if case .pay(let amount) = event { .handled { top.sum += amount } } else { .unhandled }
                }
            }
        }
        // end snippet
    }

    enum Across {
        // snippet: across, wrong
        final class Car: TopState<Car.Event> {
            enum Event { case crash }

            let driving = Driving()
            override func configure() { substates(driving) }

            final class Driving: OrthogonalState<Car, Car> {
                let radio = Radio(), lights = Lights()
                override func configure() { regions(radio, lights) }

                final class Radio: State<Driving, Car> {
                    let quiet = Quiet(), loud = Loud()
                    override func configure() { substates(quiet, loud, initial: loud) }
                    final class Quiet: State<Radio, Car> {}
                    final class Loud: State<Radio, Car> {
                        override func handle(_ event: Event) -> Reaction {
                            .to(top.driving.lights.flashing)  // from one region into the other: both begin anew
                        }
                    }
                }

                final class Lights: State<Driving, Car> {
                    let normal = Normal(), flashing = Flashing()
                    override func configure() { substates(normal, flashing) }
                    final class Normal: State<Lights, Car> {}
                    final class Flashing: State<Lights, Car> {}
                }
            }
        }
        // end snippet
    }

    enum Beside {
        // snippet: across, repaired
        final class Car: TopState<Car.Event> {
            enum Event { case crash }

            let driving = Driving()
            override func configure() { substates(driving) }

            final class Driving: OrthogonalState<Car, Car> {
                let radio = Radio(), lights = Lights()
                override func configure() { regions(radio, lights) }

                final class Radio: State<Driving, Car> {
                    let quiet = Quiet(), loud = Loud()
                    override func configure() { substates(quiet, loud, initial: loud) }
                    final class Quiet: State<Radio, Car> {}
                    final class Loud: State<Radio, Car> {
                        override func handle(_ event: Event) -> Reaction { .to(superior.quiet) }
                    }
                }

                final class Lights: State<Driving, Car> {
                    let normal = Normal(), flashing = Flashing()
                    override func configure() { substates(normal, flashing) }
                    final class Normal: State<Lights, Car> {
                        override func handle(_ event: Event) -> Reaction { .to(superior.flashing) }  // each for itself
                    }
                    final class Flashing: State<Lights, Car> {}
                }
            }
        }
        // end snippet
    }

    enum Tasks {
        // snippet: task, wrong
        final class Searching: State<Search, Search> {
            override func entry() {
                Task { [found = top.found, look = top.look] in found(await look()) }  // nobody cancels it
            }
        }
        // end snippet

        final class Search: TopState<Search.Event> {
            enum Event { case stop }
            let found: @Sendable (String) -> Void, look: @Sendable () async -> String
            let searching = Searching()
            init(look: @escaping @Sendable () async -> String, found: @escaping @Sendable (String) -> Void) {
                self.look = look
                self.found = found
            }
            override func configure() { substates(searching) }
        }
    }

    enum Work {
        // snippet: task, repaired
        final class Search: TopState<Search.Event> {
            enum Event { case found(String), stop }

            var result = ""
            let look: @Sendable () async -> String
            let searching = Searching(), idle = Idle()
            init(look: @escaping @Sendable () async -> String) { self.look = look }
            override func configure() { substates(searching, idle) }

            final class Searching: State<Search, Search> {
                override func entry() { run(top.look, done: { .found($0) }) }  // ends with the state
                override func handle(_ event: Event) -> Reaction {
                    switch event {
                    case .found(let text): .to(superior.idle) { top.result = text }
                    case .stop: .to(superior.idle)
                    }
                }
            }

            final class Idle: State<Search, Search> {}
        }
        // end snippet
    }
}
