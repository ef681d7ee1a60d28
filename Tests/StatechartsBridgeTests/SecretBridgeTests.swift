import Statecharts
import StatechartsBridge
import StatechartsTesting
import Testing

@Suite struct SecretBridgeTests {
    struct Login: Codable, Sendable, Hashable {
        let user: String
        let password: Secret<String>
    }

    @Test func `a secret crosses a bridge`() async throws {
        let pair = Pair()
        let logins = OutputPort<Login>("logins"), arrived = InputPort<Login>("logins")
        let codes = OutputPort<Secret<Int>>("codes"), typed = InputPort<Secret<Int>>("codes")
        pair.left.export(logins, as: "logins")
        pair.left.export(codes, as: "codes")
        pair.right.import("logins", to: arrived)
        pair.right.import("codes", to: typed)
        try await pair.start()
        let login = Login(user: "ada", password: Secret("engine"))
        logins.send(login)
        codes.send(Secret(1_815))
        let came = await arrived.first(1)
        #expect(came == [login] && came[0].password.reveal() == "engine")
        #expect(!"\(came)".contains("engine"))
        #expect(await typed.first(1) == [Secret(1_815)])
        #expect(pair.left.droppedCount == 0)
    }
}
