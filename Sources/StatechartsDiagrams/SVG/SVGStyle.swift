/// The style sheet of our pictures: light or dark as the reader prefers, and no font that has to be fetched.
///
/// Pictures of other things than charts use it to look the same: their root element has the class `sc`.
public enum SVGStyle {
    /// The rules, as they stand in a `style` element.
    public static let sheet = """
        .sc{--sc-ink:#1d2733;--sc-line:#5b6b7d;--sc-box:#ffffff;--sc-group:#f3f6fa;--sc-paper:#ffffff;--sc-active:#0b6bcb;--sc-glow:#e1f0ff;--sc-taken:#c2410c;\
        font:12px system-ui,-apple-system,"Segoe UI","Noto Sans","DejaVu Sans",sans-serif}
        @media (prefers-color-scheme:dark){.sc{--sc-ink:#e6edf3;--sc-line:#94a3b5;--sc-box:#1c2430;--sc-group:#151b24;--sc-paper:#0f141b;--sc-active:#6cb6ff;\
        --sc-glow:#143252;--sc-taken:#ff9d5c}}
        .sc text{fill:var(--sc-ink)}
        .sc .paper{fill:var(--sc-paper)}
        .sc .box{fill:var(--sc-box);stroke:var(--sc-line);stroke-width:1.2}
        .sc .composite>.box{fill:var(--sc-group)}
        .sc .title{font-weight:600}
        .sc .body{font-size:11px;opacity:.8}
        .sc .active>.box{stroke:var(--sc-active);stroke-width:2.4}
        .sc .region>.box,.sc .region.active>.box{fill:none;stroke:none}
        .sc .state.active>.box{fill:var(--sc-glow)}
        .sc .active>.title{fill:var(--sc-active)}
        .sc .solid{fill:var(--sc-ink)}
        .sc .line{fill:none;stroke:var(--sc-ink);stroke-width:1.4}
        .sc .rule{stroke:var(--sc-line);stroke-width:.8}
        .sc .regions{stroke:var(--sc-line);stroke-width:1.2;stroke-dasharray:6 4}
        .sc .edge{fill:none;stroke:var(--sc-line);stroke-width:1.3}
        .sc .edge.local{stroke-dasharray:3 2}
        .sc .edge.taken{stroke:var(--sc-taken);stroke-width:2.2}
        .sc .label{font-size:11.5px}
        .sc .label.taken{fill:var(--sc-taken);font-weight:600}
        .sc .head{fill:var(--sc-line)}
        .sc .head.taken{fill:var(--sc-taken)}
        """
}
