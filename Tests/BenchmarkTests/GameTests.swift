import Statecharts
import Testing

@testable import benchmark

@Suite struct GameTests {
    @Test(arguments: [1, 2, 7, 1_000]) func `both ways to draw TikTok reach their goal`(goal: Int) async throws {
        let flat = Machine(TikTokChart())
        try await flat.start()
        for _ in 0..<2 { try await TikTok.play(flat, to: goal) }
        let classic = Machine(ClassicTikTok())
        try await classic.start()
        for _ in 0..<2 { try await TikTok.playClassic(classic, to: goal) }
    }

    @Test func `classic TikTok asks its guard after each transition, and counts in its effect`() throws {
        let chart = ClassicTikTok()
        chart.goal = 2
        let interpreter = Interpreter(chart)
        try interpreter.start()
        #expect(
            try interpreter.step(.begin).description == """
                begin: handled → Done
                  event, Idle → Playing, exits Idle, entries Playing Playing.Tik
                  raised performTik, Playing.Tik → Playing.Tok, exits Playing.Tik, effects Playing.Tik, entries Playing.Tok
                  raised performTok, Playing.Tok → Playing.Tik, exits Playing.Tok, effects Playing.Tok, entries Playing.Tik
                  eventless, Playing → Done, exits Playing.Tik Playing, entries Done
                  raised performTik
                """)
    }

    @Test func `blocked components leave others alone`() async throws {
        let figures = try #require(try await Blocked.figures(20))
        #expect(figures.answer > 0)
    }
}
