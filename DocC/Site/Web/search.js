// The search of the documentation: everything on one page, offline, without a library. `DocC/Site` writes the index beside it.
// `/` opens it, the arrow keys choose, return goes there, escape closes.
"use strict";
window.statechartsSearch = (() => {
  const base = window.baseUrl || document.currentScript.src.replace(/search\/search\.js.*$/, "");
  // Kind: [what is written beside it, what it counts among equals].
  const kinds = {
    d: ["error code", 10], m: ["library", 11], a: ["article", 12], u: ["tutorial", 11], s: ["section", 6], t: ["type", 9],
    f: ["member", 4],
  };
  const limit = 40;
  let entries = null, loading = null;

  /** Called by the index, which is a script: so it loads from a folder too. */
  function index(rows) {
    entries = rows.map(([kind, title, context, path, summary, text, links]) => ({
      kind, title, context, path, summary, text, links, lowTitle: title.toLowerCase(), lowContext: context.toLowerCase(),
      lowText: (summary + " " + text).toLowerCase(),
    }));
  }

  function load() {
    loading ??= new Promise((loaded, failed) => {
      const script = document.createElement("script");
      script.src = base + "search/index.js";
      script.onload = loaded;
      script.onerror = () => { loading = null; failed(new Error("the index is not there: " + script.src)); };
      document.head.append(script);
    });
    return loading;
  }

  // Whether a word begins at this place: `Limit` in `deferralLimit` does.
  function begins(text, place) {
    if (place === 0) return true;
    const before = text[place - 1], here = text[place];
    return !/[\p{L}\p{N}]/u.test(before) || (/\p{Lu}/u.test(here) && /\p{Ll}/u.test(before));
  }

  function worth(entry, word) {
    const place = entry.lowTitle.indexOf(word);
    if (place === 0) {
      const rest = entry.lowTitle.slice(word.length);
      return rest === "" ? 130 : /^[\p{L}\p{N}]/u.test(rest) ? 85 : 105;
    }
    if (place > 0) return begins(entry.title, place) ? 70 : 40;
    const around = entry.lowContext.indexOf(word);
    if (around >= 0) return entry.lowContext === word ? 60 : begins(entry.context, around) ? 28 : 14;
    const inText = entry.lowText.indexOf(word);
    return inText < 0 ? 0 : inText < entry.summary.length ? 12 : 8;
  }

  // Of an error as somebody has copied it, the code in brackets at its end: `… [notDeclared]`. The last one, where errors quote others.
  function asked(query) {
    const codes = [...query.matchAll(/\[(\w+)\]/g)];
    return codes.length ? codes.at(-1)[1] : query;
  }

  /** The entries that have all words of the query, the best first; if there are none, what is near. */
  function find(query) {
    let words = asked(query).trim().toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length || !entries) return [];
    const found = having(words);
    if (found.length) return found;
    // Of a word that nothing has, the beginning may be right, as in `sendd`, or letters may be missing.
    for (let cut = 0; ; cut += 1) {
      if (cut === 2) {
        const near = entries.filter((entry) => words.every((word) => word.length > 2 && isScattered(entry.lowTitle, word)));
        if (near.length) return near.slice(0, limit);
      }
      const longest = words.reduce((one, other) => (other.length > one.length ? other : one));
      if (longest.length < 4) return [];
      const shorter = having(words = words.map((word) => (word === longest ? word.slice(0, -1) : word)));
      if (shorter.length) return shorter;
    }
  }

  function having(words) {
    const whole = words.join(" ");
    const found = [];
    for (const entry of entries) {
      const parts = words.map((word) => worth(entry, word)), least = Math.min(...parts);
      if (!least) continue;
      // All words count, the worst one twice. Among equals: what many pages lead to, what is short.
      let rank = (parts.reduce((sum, part) => sum + part) / words.length + least) / 2;
      rank += kinds[entry.kind][1] + Math.log2(1 + entry.links) - entry.title.length / 40;
      if (words.length > 1 && entry.lowTitle.includes(whole)) rank += 40;
      else if (words.length > 1 && entry.lowText.includes(whole)) rank += 12;
      found.push({ entry, rank });
    }
    found.sort((one, other) => other.rank - one.rank);
    return found.slice(0, limit).map(({ entry }) => entry);
  }

  // Whether all letters are there, in their order and not far from each other: `dferallimit` for `deferralLimit`.
  function isScattered(text, letters) {
    const first = text.indexOf(letters[0]);
    let place = first - 1;
    for (const letter of letters) {
      place = text.indexOf(letter, place + 1);
      if (place < 0) return false;
    }
    return first >= 0 && place - first < letters.length * 1.5;
  }

  function element(name, attributes, ...content) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...content);
    return made;
  }

  /** The text with the words of the query marked. */
  function marked(text, words) {
    const low = text.toLowerCase(), parts = [];
    let from = 0;
    while (from < text.length) {
      let next = null;
      for (const word of words) {
        const place = low.indexOf(word, from);
        if (place >= 0 && (!next || place < next[0] || (place === next[0] && word.length > next[1]))) next = [place, word.length];
      }
      if (!next) break;
      parts.push(text.slice(from, next[0]), element("mark", {}, text.slice(next[0], next[0] + next[1])));
      from = next[0] + next[1];
    }
    parts.push(text.slice(from));
    return parts;
  }

  /** What is shown below a title: the summary, or where the text has the first word. */
  function excerpt(entry, words) {
    const word = words.find((word) => !entry.lowTitle.includes(word) && !entry.summary.toLowerCase().includes(word));
    const whole = entry.summary + " " + entry.text;
    const place = word ? entry.lowText.indexOf(word) : -1;
    if (place < 0) return (entry.summary || entry.text).slice(0, 160);
    const from = place < 50 ? 0 : whole.indexOf(" ", place - 50) + 1;
    return (from ? "… " : "") + whole.slice(from, from + 160);
  }

  const style = `
    * { box-sizing: border-box; }
    .panel { color: var(--color-text, #1d1d1f); font: 15px/1.4 var(--typography-html-font, system-ui, sans-serif); }
    dialog { width: min(720px, calc(100vw - 24px)); max-height: 82vh; margin: 8vh auto auto; padding: 0; overflow: hidden; border: 1px solid var(--color-grid, #d2d2d7); border-radius: 14px; background: var(--color-fill, #fff); box-shadow: 0 18px 60px rgb(0 0 0 / 35%); }
    dialog[open] { display: flex; flex-direction: column; }
    dialog::backdrop { background: rgb(0 0 0 / 40%); }
    .field { display: flex; align-items: center; gap: 10px; padding: 12px 14px; border-bottom: 1px solid var(--color-grid, #d2d2d7); }
    input { flex: 1; min-width: 0; font: inherit; font-size: 18px; color: inherit; background: none; border: 0; outline: none; }
    input::-webkit-search-cancel-button { display: none; }
    .field button { font: 12px ui-monospace, monospace; padding: 3px 8px; color: inherit; background: none; border: 1px solid var(--color-grid, #d2d2d7); border-radius: 6px; cursor: pointer; }
    ol { list-style: none; margin: 0; padding: 6px; overflow-y: auto; overscroll-behavior: contain; }
    a { display: grid; grid-template-columns: 1fr auto; gap: 1px 12px; padding: 8px 10px; border-radius: 8px; color: inherit; text-decoration: none; }
    a > * { min-width: 0; overflow: hidden; text-overflow: ellipsis; }
    .title { font-weight: 600; overflow-wrap: anywhere; }
    .code { font-family: ui-monospace, "SF Mono", Menlo, monospace; font-size: 14px; }
    .kind { color: var(--color-secondary-label, #6e6e73); font-size: 13px; white-space: nowrap; }
    .context { font-weight: 400; color: var(--color-secondary-label, #6e6e73); }
    .excerpt { grid-column: 1 / -1; color: var(--color-secondary-label, #6e6e73); font-size: 13.5px; display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; }
    [aria-selected=true] { background: var(--color-fill-tertiary, #f0f0f0); box-shadow: inset 3px 0 var(--color-link, #06c); }
    mark { color: inherit; background: color-mix(in srgb, var(--color-link, #06c) 22%, transparent); border-radius: 3px; }
    p { margin: 0; padding: 8px 16px 12px; color: var(--color-secondary-label, #6e6e73); font-size: 13px; }
    @media (max-width: 500px) { dialog { margin-top: 8px; max-height: calc(100dvh - 16px); } .kind { display: none; } }`;

  /** The field, the results below it and what the keys do, in `place`. `escape` is called where there is nothing to clear. */
  function panel(place, escape) {
    const input = element("input", {
      type: "search", role: "combobox", placeholder: "Symbols, headings, error codes, text", "aria-label": "Search the documentation",
      "aria-expanded": "true", "aria-controls": "results", "aria-autocomplete": "list", autocomplete: "off", autocapitalize: "none",
      spellcheck: "false",
    });
    const list = element("ol", { id: "results", role: "listbox", "aria-label": "Results" });
    const status = element("p", { role: "status" });
    const close = element("button", { type: "button" }, "esc");
    close.addEventListener("click", escape);
    place.append(element("div", { class: "field" }, input, close), list, status);
    let chosen = 0, links = [];

    function choose(number) {
      links[chosen]?.setAttribute("aria-selected", "false");
      chosen = Math.max(0, Math.min(number, links.length - 1));
      links[chosen]?.setAttribute("aria-selected", "true");
      links[chosen]?.scrollIntoView({ block: "nearest" });
      if (links[chosen]) input.setAttribute("aria-activedescendant", links[chosen].id);
      else input.removeAttribute("aria-activedescendant");
    }

    function show() {
      const query = asked(input.value).trim(), words = query.toLowerCase().split(/\s+/).filter(Boolean);
      const found = query ? find(query) : (entries ?? []).filter((entry) => entry.kind === "a");
      links = found.map((entry, number) => {
        const isCode = "tfd".includes(entry.kind), title = element("span", { class: isCode ? "title code" : "title" });
        title.append(...marked(entry.title, words));
        if (entry.context) title.append(element("span", { class: "context" }, " — ", ...marked(entry.context, words)));
        const link = element(
          "a", { href: base + entry.path, id: "result" + number, role: "option", "aria-selected": "false", tabindex: "-1" },
          title, element("span", { class: "kind" }, kinds[entry.kind][0]),
          element("span", { class: "excerpt" }, ...marked(excerpt(entry, words), words)));
        link.addEventListener("pointermove", () => choose(number));
        link.addEventListener("click", () => escape());
        return link;
      });
      list.replaceChildren(...links.map((link) => element("li", { role: "presentation" }, link)));
      list.scrollTop = 0;
      choose(0);
      status.textContent = !entries ? "Loading…" : !query ? "Type to search symbols, headings, codes of errors and text."
        : !found.length ? `Nothing has “${query}”. Try a shorter word.`
        : !having(words).length ? `Nothing has “${query}”; this is near.`
        : found.length === limit ? `The first ${limit} places.` : found.length === 1 ? "One place." : `${found.length} places.`;
    }

    input.addEventListener("input", show);
    input.addEventListener("keydown", (event) => {
      const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
      if (steps) choose(chosen + steps);
      else if (event.key === "Enter" && links[chosen]) links[chosen].click();
      else if (event.key === "Escape") escape();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    load().then(show, (error) => { status.textContent = error.message; });
    show();
    return { input, show };
  }

  /** Makes `button` open the search, and `/` and Control-K on the whole page. */
  function install(button) {
    const dialog = element("dialog", { class: "panel", "aria-label": "Search" });
    const host = element("div", {}), root = host.attachShadow({ mode: "open" });
    root.append(element("style", {}, style), dialog);
    document.body.append(host);
    let field = null;
    function open() {
      if (dialog.open) return;
      field ??= panel(dialog, () => dialog.close());
      dialog.showModal();
      field.input.focus();
      field.input.select();
    }
    button.addEventListener("click", open);
    dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
    // Before DocC's own keys: its `/` goes to the filter of the sidebar.
    window.addEventListener("keydown", (event) => {
      const target = event.composedPath()[0];
      const isTyping = target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
      const isAsked = (event.key === "/" && !isTyping && !event.metaKey && !event.ctrlKey && !event.altKey)
        || (event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey));
      if (!isAsked || dialog.open) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      open();
    }, true);
  }

  /** Shows the search in `place` with a query, on a page that has nothing else. */
  function embed(place, query) {
    const root = place.attachShadow({ mode: "open" }), content = element("div", { class: "panel" });
    root.append(element("style", {}, style), content);
    const { input, show } = panel(content, () => { input.value = ""; show(); });
    input.value = query;
    show();
    input.focus();
  }

  return { index, find, load, install, embed };
})();
