import Statecharts

//    ┌ LocalJoin ──────────────────────────────────┐
//    │     ┌ Shop ───────────────────────────────┐ │
//    │     │     ┌ Both ─────────┐               │ │
//    │ ●──►│ ●──►│ Buyer, Seller │─┃─────► Sold  │ │
//    │     │     │ (regions)     │ merge         │ │
//    │     │     └───────────────┘               │ │
//    │     └─────────────────────────────────────┘ │
//    └─────────────────────────────────────────────┘
// Shop answers "sell" with the join and stays; the join alone would leave it.
final class LocalJoin: NotedTop<String> {
    let shop = Shop()
    override func configure() { substates(shop) }

    final class Shop: Noted<LocalJoin, LocalJoin> {
        let both = Both(), sold = Sold()
        override func configure() { substates(both, sold) }
        override func handle(_ event: String) -> Reaction { event == "sell" ? .local(to: both.merge) : .unhandled }

        final class Both: NotedRegions<Shop, LocalJoin> {
            let buyer = Buyer(), seller = Seller()
            let merge = Join<Both, LocalJoin>(
                from: { [$0.buyer, $0.seller] }, on: .reaction, to: { .to($0.superior.sold) })
            override func configure() { regions(buyer, seller, merge) }
            final class Buyer: Noted<Both, LocalJoin> {}
            final class Seller: Noted<Both, LocalJoin> {}
        }
        final class Sold: Noted<Shop, LocalJoin> {}
    }
}
