@testable import Statecharts
@testable import StatechartsCore
import TestSupport

/// Two producers at a mailbox, and a machine that is told of letters, in any order of calls.
///
/// The mailbox is an object: each world is made anew, by its way.
struct MailboxWorld: ExploredWorld {
    enum Move: Int, CustomStringConvertible {
        case post, postPort, postLast, close, open, arrive, take, takeLingering, takeLastOne, send

        var description: String {
            switch self {
            case .post: "a letter is put in"
            case .postPort: "a message of a port is put in"
            case .postLast: "the last letter is put in"
            case .close: "the mailbox is closed"
            case .open: "the machine starts"
            case .arrive: "the machine gets its turn"
            case .take: "it takes letters"
            case .takeLingering: "it takes letters and means to look again"
            case .takeLastOne: "it takes letters and rests after one"
            case .send: "somebody sends"
            }
        }
    }

    private var way: [Move] = []
    private(set) var key: [Int] = []
    private(set) var mistake: String?
    private(set) var moves: [Move] = []

    init() { play() }

    static func isCall(_ move: Move) -> Bool {
        switch move {
        case .post, .postPort, .postLast, .close, .open, .send: true
        case .arrive, .take, .takeLingering, .takeLastOne: false
        }
    }

    mutating func make(_ move: Move) {
        way.append(move)
        play()
    }

    private mutating func play() {
        let mailbox = Mailbox<Int>()
        var put = 0, taken: [Int] = []
        var isOpen = false, isServing = false, isClosed = false, wakes = 0
        /// What the mailbox says about a letter.
        func note(_ result: Mailbox<Int>.PutResult, _ count: Int) {
            switch result {
            case .kept: put += count
            case .wake:
                put += count
                wakes += 1
                if isServing { mistake = "the machine is told of a letter while it is at work" }
                if !isOpen { mistake = "the machine is told of a letter before its start" }
            case .refused: if !isClosed { mistake = "a letter is refused by a mailbox that is open" }
            }
        }
        func take(lingers: Bool = false, restsAfterOne: Bool = false) {
            var inbox = Inbox<Int>()
            let count = mailbox.moveEnvelopes(into: &inbox, lingers: lingers, restsAfterOne: restsAfterOne)
            let letters = inbox.envelopes
            for case .event(let number, _) in letters { taken.append(number) }
            if letters.count != count { mistake = "a wrong number of letters" }
            if count == 0, !lingers { isServing = false }
            if count == 1, restsAfterOne { isServing = false }
        }
        for move in way {
            switch move {
            case .post: note(mailbox.put(.event(put + 1, .nobody)), 1)
            case .postPort: note(mailbox.put(.event(put + 1, .nobody), isFromPort: true), 1)
            case .postLast:
                note(mailbox.put(.event(put + 1, .nobody), isLast: true), 1)
                isClosed = true
            case .close:
                for case .event(let number, _) in mailbox.close() { taken.append(number) }
                isClosed = true
            case .open:
                isOpen = true
                isServing = mailbox.open()
            case .arrive:
                wakes -= 1
                isServing = true
            case .take: take()
            case .takeLingering: take(lingers: true)
            case .takeLastOne: take(restsAfterOne: true)
            case .send:
                if !mailbox.mayHaveMail, !mailbox.isEmpty { mistake = "an event overtakes letters" }
            }
        }
        let waiting = mailbox.envelopes.count
        if taken.count + waiting != put || taken != (0..<taken.count).map({ $0 + 1 }) {
            mistake = "\(put) were put in, \(taken) taken, \(waiting) wait"
        }
        if isOpen, !isServing, wakes == 0, waiting > 0 { mistake = "letters wait, and nobody is told" }
        if wakes > 1 { mistake = "the machine is told twice" }
        let wakesForNext = mailbox.withContents { $0.wakesForNext }
        key = [
            waiting, wakes, isOpen ? 1 : 0, isServing ? 1 : 0, isClosed ? 1 : 0,
            wakesForNext ? 1 : 0, mailbox.mayHaveMail ? 1 : 0,
        ]
        moves = []
        if isServing { moves += [.take, .takeLingering, .takeLastOne] } else if wakes > 0 { moves.append(.arrive) }
        moves += [.post, .postPort, .postLast, .close, .send]
        if !isOpen { moves.append(.open) }
    }
}
