// Shows a recording. Everything that is drawn was computed when the recording was made; the page only looks things up in it.
"use strict";
(() => {
  const recording = JSON.parse(document.getElementById("recording").textContent);
  const { machines, entries } = recording;
  const byId = (id) => document.getElementById(id);
  const element = (name, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };

  // The places of each machine's steps, so that its configuration at any moment is found by halving.
  const stepsOf = machines.map(() => []);
  entries.forEach((entry, place) => { if (entry.kind === "step") stepsOf[entry.machine].push(place); });

  /** The last of the ascending `places` that is not after `limit`; -1 if there is none. */
  function lastNotAfter(places, limit) {
    let low = 0, high = places.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (places[middle] <= limit) low = middle + 1; else high = middle;
    }
    return low - 1;
  }

  // What each machine had deferred and not recalled yet, where that changed: the place, and the texts in order.
  const deferredOf = machines.map((_, machine) => {
    const changes = { places: [], queues: [] };
    let queue = [];
    for (const index of stepsOf[machine]) {
      const step = entries[index];
      const text = step.input === "recalled" ? step.text.replace(/^recalled /, "") : step.text;
      const left = new Set(step.microsteps.flatMap((microstep) => microstep.exits));
      let next = step.input === "start" ? [] : queue;
      // One that is deferred again keeps its place.
      const isKept = step.input === "recalled" && step.outcome === "deferred" && next.some((event) => event.text === text);
      if (step.input === "recalled" && !isKept) {
        const first = next.findIndex((event) => event.text === text);
        if (first >= 0) next = next.toSpliced(first, 1);
      }
      // What a timer or activity brought is forgotten when its state is left.
      if (next.some((event) => left.has(event.owner))) next = next.filter((event) => !left.has(event.owner));
      if (step.outcome === "deferred" && !isKept) next = [...next, { text, owner: step.origin?.state }];
      if (next === queue) continue;
      queue = next;
      changes.places.push(index);
      changes.queues.push(next.map((event) => event.text));
    }
    return changes;
  });
  const deferredAt = (machine, index) => {
    const changes = deferredOf[machine];
    return changes.queues[lastNotAfter(changes.places, index)] ?? [];
  };

  // MARK: Child machines

  const childrenOf = machines.map(() => []);
  machines.forEach((machine, index) => { if (machine.owner !== undefined) childrenOf[machine.owner].push(index); });
  /** A machine, then its children, and theirs. */
  const family = (machine) => [machine, ...childrenOf[machine].flatMap(family)];
  /** Whether a machine is there at the present place; those that no state owns are from the beginning. */
  const isThere = (machine) => machines[machine].lives?.some(([first, last]) => first <= place && place <= last) ?? true;

  let place = 0;
  let view = "";
  let shown = entries.map((_, index) => index);

  // MARK: Pictures

  const pictures = new Map();
  for (const holder of document.querySelectorAll("#pictures > [data-picture]")) {
    pictures.set(holder.dataset.picture, holder.querySelector("svg"));
  }

  const marked = new Map();
  /** Marks in a machine's picture what is active and what was taken, taking back the marks of the time before. */
  function markChart(machine) {
    const svg = pictures.get("machine-" + machine);
    if (!svg) return;
    for (const [node, name] of marked.get(machine) || []) node.classList.remove(name);
    const marks = [];
    const mark = (selector, name) => {
      for (const node of svg.querySelectorAll(selector)) { node.classList.add(name); marks.push([node, name]); }
    };
    const last = lastNotAfter(stepsOf[machine], place);
    if (last >= 0) {
      const step = entries[stepsOf[machine][last]];
      for (const vertex of step.active) mark(`g[data-vertex="${vertex}"]`, "active");
      if (stepsOf[machine][last] === place) {
        for (const microstep of step.microsteps) {
          for (const transition of microstep.transitions) {
            for (const target of transition.targets) mark(`[data-edge="${transition.source} ${target}"]`, "taken");
          }
        }
      }
    }
    // Those of a list have one box.
    for (const box of new Set(childrenOf[machine].filter(isThere).map((child) => machines[child].child))) {
      mark(`[data-child="${CSS.escape(box)}"]`, "active");
    }
    marked.set(machine, marks);
  }

  /** Shows the pictures of child machines that are there, and hides others. */
  function showPresent() {
    for (const figure of document.querySelectorAll("#stage figure[data-machine]")) {
      figure.hidden = !isThere(Number(figure.dataset.machine));
    }
  }

  /** Marks in the system's picture the message that is on its way, and who takes a step. */
  function markSystem() {
    const svg = pictures.get("system");
    if (!svg) return;
    for (const [node, name] of marked.get("system") || []) node.classList.remove(name);
    const marks = [];
    const mark = (node, name) => { node.classList.add(name); marks.push([node, name]); };
    const entry = entries[place];
    const taken = new Set(recording.ways[place] || []);
    for (const node of svg.querySelectorAll("[data-component]")) {
      const name = node.dataset.component;
      if (!entry) continue;
      const lane = machines.findIndex((machine) => machine.name === name);
      if (lane >= 0 && !isThere(lane)) mark(node, "away");
      if (entry.kind === "step" && machines[entry.machine].name === name) mark(node, "active");
      if (entry.kind === "message" && entry.receivers.some((port) => owner(port) === name)) mark(node, "active");
    }
    for (const node of svg.querySelectorAll("[data-connection]")) {
      // One line may stand for several connections.
      if (node.dataset.connection.split(" ").some((way) => taken.has(Number(way)))) mark(node, "taken");
    }
    marked.set("system", marks);
  }

  const owner = (port) => port.includes(".") ? port.slice(0, port.lastIndexOf(".")) : "outside";

  // MARK: Messages between machines as a sequence chart

  function sequence() {
    const space = "http://www.w3.org/2000/svg";
    const draw = (name, attributes, text) => {
      const made = document.createElementNS(space, name);
      for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
      if (text !== undefined) made.textContent = text;
      return made;
    };
    const names = recording.components;
    const column = new Map(names.map((name, index) => [name, 70 + index * 150]));
    const around = Math.max(0, lastNotAfter(shown, place));
    const window = shown.slice(Math.max(0, around - 30), around + 12);
    const height = 50 + window.length * 30;
    const svg = draw("svg", {
      class: "sc sequence", width: 140 + names.length * 150, height, role: "img", "aria-label": "Messages and steps",
    });
    for (const name of names) {
      svg.append(draw("text", { x: column.get(name), y: 20, "text-anchor": "middle", class: "title" }, name));
      svg.append(draw("line", { x1: column.get(name), x2: column.get(name), y1: 28, y2: height, class: "life" }));
    }
    const rowOf = new Map();
    window.forEach((index, row) => {
      const entry = entries[index];
      const y = 50 + row * 30;
      const group = draw("g", index === place ? { class: "now" } : {});
      if (entry.kind === "message") {
        rowOf.set(entry.id, y);
        const from = column.get(owner(entry.sender)) ?? 20;
        for (const receiver of entry.receivers.length ? entry.receivers : ["outside"]) {
          const to = column.get(owner(receiver)) ?? 20;
          const tip = to > from ? to - 1 : to + 1, back = to > from ? -7 : 7;
          group.append(draw("path", { class: "arrow", d: from === to ? `M${from} ${y}h40v8h-34` : `M${from} ${y}H${tip}` }));
          const x = from === to ? from + 6 : tip, side = from === to ? 7 : back, base = from === to ? y + 8 : y;
          group.append(draw("polygon", { class: "head", points: `${x},${base} ${x + side},${base - 4} ${x + side},${base + 4}` }));
        }
        const first = column.get(owner(entry.receivers[0] ?? "")) ?? 20;
        group.append(draw("text", { x: (from + first) / 2, y: y - 5, "text-anchor": "middle" }, short(entry.text, 28)));
        if (rowOf.has(entry.cause)) {
          group.append(draw("path", { class: "cause", d: `M${from - 4} ${rowOf.get(entry.cause)}Q${from - 18} ${(rowOf.get(entry.cause) + y) / 2} ${from - 4} ${y}` }));
        }
      } else {
        const x = column.get(machines[entry.machine].name) ?? 20;
        group.append(draw("rect", { class: "step", x: x - 66, y: y - 12, width: 132, height: 19, rx: 5 }));
        group.append(draw("text", { x, y: y + 2, "text-anchor": "middle" }, short(entry.text, 17)));
      }
      group.addEventListener("click", () => go(index));
      svg.append(group);
    });
    return svg;
  }

  const short = (text, limit) => text.length > limit ? text.slice(0, limit - 1) + "…" : text;

  /** Has each picture fit into the window, or shows it as large as it is. */
  function fit(isFitting) {
    const stage = byId("stage");
    stage.classList.toggle("fit", isFitting);
    byId("fit").setAttribute("aria-pressed", String(isFitting));
    stage.style.setProperty("--room", Math.max(160, stage.clientHeight - 54) + "px");
    keepPictureInSight();
  }
  const isFitting = () => byId("stage").classList.contains("fit");

  // MARK: Views

  const views = [];
  if (machines.length > 1) views.push(["all", "All machines"]);
  // Child machines are shown beside their owners.
  machines.forEach((machine, index) => { if (machine.owner === undefined) views.push(["machine-" + index, machine.name]); });
  if (pictures.has("system")) views.push(["system", "System"]);
  if (entries.some((entry) => entry.kind === "message")) views.push(["sequence", "Messages"]);

  for (const [name, title] of views) {
    const button = element("button", { textContent: title, onclick: () => show(name) });
    button.setAttribute("role", "tab");
    button.dataset.view = name;
    byId("views").append(button);
  }

  function show(name) {
    view = name;
    for (const button of byId("views").children) {
      button.setAttribute("aria-selected", String(button.dataset.view === name));
    }
    const stage = byId("stage");
    stage.replaceChildren();
    const holder = element("div", { className: "pictures" });
    const roots = machines.map((_, index) => index).filter((index) => machines[index].owner === undefined);
    const shownMachines = name === "all" ? roots.flatMap(family) : name.startsWith("machine-") ? family(Number(name.slice(8))) : [];
    for (const picture of shownMachines.length ? shownMachines.map((index) => "machine-" + index) : [name]) {
      if (!pictures.has(picture)) continue;
      const index = Number(picture.slice("machine-".length));
      const machine = machines[index];
      const caption = picture === "system" ? "System" : machine.name === machine.chart ? machine.name : `${machine.name}: ${machine.chart}`;
      const figure = element("figure", {}, element("figcaption", { textContent: caption }), pictures.get(picture));
      if (machine) figure.dataset.machine = index;
      holder.append(figure);
    }
    stage.append(holder);
    draw();
  }

  // MARK: The list: only the rows in sight exist

  const rowHeight = 26;
  function fillList() {
    const list = byId("list"), rows = byId("rows");
    rows.style.height = shown.length * rowHeight + "px";
    const first = Math.max(0, Math.floor(list.scrollTop / rowHeight) - 5);
    const last = Math.min(shown.length, first + Math.ceil(list.clientHeight / rowHeight) + 12);
    const made = [];
    for (let row = first; row < last; row++) {
      const index = shown[row], entry = entries[index];
      const who = entry.kind === "step" ? machines[entry.machine].name : owner(entry.sender);
      const node = element("div", { className: "row " + (entry.kind === "message" ? "message" : entry.failure ? "failed" : entry.outcome) },
        element("span", { className: "n", textContent: index }),
        element("span", { className: "w", textContent: who }),
        element("span", { className: "what", textContent: entry.text }));
      node.setAttribute("role", "option");
      node.setAttribute("aria-selected", String(index === place));
      if (index > place) node.classList.add("future");
      node.style.top = row * rowHeight + "px";
      node.onclick = () => go(index);
      made.push(node);
    }
    rows.replaceChildren(...made);
  }

  function keepInSight() {
    const list = byId("list"), row = lastNotAfter(shown, place);
    if (row < 0) return;
    const top = row * rowHeight;
    if (top < list.scrollTop) list.scrollTop = top;
    if (top + rowHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + rowHeight - list.clientHeight;
  }

  const withoutQuotes = (text) => text.replaceAll('"', "");

  function filter(text) {
    // What has blanks stands in quotes behind the colon.
    const words = text.toLowerCase().match(/machine:"[^"]*"|\S+/g) ?? [];
    shown = [];
    entries.forEach((entry, index) => {
      const who = entry.kind === "step" ? machines[entry.machine].name : owner(entry.sender);
      const all = `${who} ${entry.text} ${entry.outcome ?? ""} ${entry.kind}`.toLowerCase();
      const fits = words.every((word) =>
        word.startsWith("machine:") ? withoutQuotes(who.toLowerCase()) === withoutQuotes(word.slice(8))
          : word.startsWith("kind:") ? entry.kind === word.slice(5) : all.includes(word));
      if (fits) shown.push(index);
    });
    byId("count").textContent = words.length ? `${shown.length} of ${entries.length}` : `${entries.length}`;
    keepInSight();
    fillList();
    if (view === "sequence") draw();
  }

  // MARK: What happened at the present place

  function fillDetail() {
    const entry = entries[place], detail = byId("detail");
    detail.replaceChildren();
    if (!entry) return detail.append(element("p", { textContent: "The recording is empty." }));
    const list = (pairs) => {
      const made = element("dl");
      for (const [term, value] of pairs) {
        if (value === undefined || value === "" || value === null) continue;
        made.append(element("dt", { textContent: term }), element("dd", { textContent: value }));
      }
      return made;
    };
    if (entry.kind === "message") {
      detail.append(element("h2", { textContent: entry.text }), list([
        ["from", entry.sender], ["by", entry.proxies.join(", ")], ["to", entry.receivers.join(", ") || "nobody"], ["type", entry.type],
        ["number", "#" + entry.id], ["caused by", entry.cause ? "#" + entry.cause : ""], ["date", entry.date],
      ]));
      return;
    }
    // Long paths may be broken behind their dots.
    const name = (vertex) => machines[entry.machine].vertices[vertex].replaceAll(".", ".\u200b");
    const line = (transition) => `${name(transition.source)} ${transition.type === "internal" ? "↺" : transition.type === "local" ? "⇢" : "→"} `
      + transition.targets.map(name).join(", ") + (transition.guardText ? ` [${transition.guardText}]` : "");
    const source = (origin) => origin.child !== undefined
      ? `child ${origin.state === 0 ? "" : name(origin.state) + "/"}${origin.child}`
      : `${origin.kind === "timer" ? "timer" : "activity"} of ${name(origin.state)}`;
    const origin = entry.origin
      ? source(entry.origin) + (entry.origin.error ? `: ${entry.origin.error}` : "") : "";
    detail.append(element("h2", { textContent: entry.text }), list([
      ["machine", machines[entry.machine].name], ["input", entry.input], ["from", origin],
      ["secrets", (entry.secrets ?? []).map((number) => "secret " + number).join(", ")], ["outcome", entry.outcome],
      ["now in", entry.leaves.map(name).join("\n")], ["deferred", deferredAt(entry.machine, place).join("\n")],
      ["date", entry.date],
    ]));
    if (entry.failure) detail.append(element("p", { className: "failed", textContent: entry.failure }));
    entry.microsteps.forEach((microstep, number) => {
      detail.append(element("h3", { textContent: entry.microsteps.length > 1 ? `${number + 1}. ${microstep.trigger}` : microstep.trigger }), list([
        ["transitions", microstep.transitions.map(line).join("\n")], ["preempted", microstep.preempted.map(line).join("\n")],
        ["exits", microstep.exits.map(name).join("\n")], ["effects", microstep.effects.map(name).join("\n")],
        ["entries", microstep.entries.map(name).join("\n")],
      ]));
    });
    if (entry.data !== undefined) {
      const before = lastNotAfter(stepsOf[entry.machine], place - 1);
      const old = before >= 0 ? entries[stepsOf[entry.machine][before]].data : undefined;
      detail.append(element("h3", { textContent: "data" }));
      const past = old === undefined ? [] : old.split("\n"), after = entry.data.split("\n");
      for (let row = 0; row < Math.max(past.length, after.length); row++) {
        const isNew = old !== undefined && !past.includes(after[row]);
        if (row < past.length && !after.includes(past[row])) {
          detail.append(element("pre", {}, element("del", { textContent: past[row] })));
        }
        if (row < after.length) detail.append(element("pre", { textContent: after[row], className: isNew ? "changed" : "" }));
      }
    }
  }

  // MARK: Moving

  function draw() {
    machines.forEach((_, machine) => markChart(machine));
    markSystem();
    showPresent();
    if (view === "sequence") byId("stage").replaceChildren(sequence());
    keepPictureInSight();
  }

  /** Scrolls to the state that the step has led to, or to the receiver of the message, if it is out of sight. */
  function keepPictureInSight() {
    const entry = entries[place];
    if (!entry || view === "sequence") return;
    const name = view === "system" ? "system" : entry.kind === "step" ? "machine-" + entry.machine : view;
    const svg = pictures.get(name);
    // A picture that is not shown has nothing to be seen.
    if (!svg?.closest("#stage")) return;
    const node = svg.querySelector(".state.active:not(.child)") ?? svg.querySelector("[data-component].active") ?? svg.closest("figure");
    const stage = byId("stage").getBoundingClientRect(), box = node.getBoundingClientRect();
    if (box.bottom < stage.top || box.top > stage.bottom || box.right < stage.left || box.left > stage.right) {
      node.scrollIntoView({ block: "center", inline: "center" });
    }
  }

  function go(to, keepsHash) {
    place = Math.min(Math.max(0, to), Math.max(0, entries.length - 1));
    byId("time").value = place;
    const entry = entries[place];
    byId("clock").textContent = entry ? `${entry.time.toFixed(3)} s · ${place + 1}/${entries.length}` : "0/0";
    byId("link").href = "#" + place;
    draw();
    fillDetail();
    keepInSight();
    fillList();
    // Browsers refuse it for some time when it is called often, as while an arrow key is held.
    try { if (!keepsHash && entries.length < 100000) history.replaceState(null, "", "#" + place); } catch {}
  }

  /** The place so many rows further on, or back, of those that the filter shows; the last or the first one, if there are not so many. */
  function placeAfter(rows) {
    const row = rows > 0 ? lastNotAfter(shown, place) + rows : lastNotAfter(shown, place - 1) + 1 + rows;
    const to = shown[Math.min(Math.max(0, row), shown.length - 1)] ?? place;
    return rows > 0 ? Math.max(place, to) : Math.min(place, to);
  }

  byId("time").max = Math.max(0, entries.length - 1);
  // Dragging brings more places than can be drawn: the last one of each frame is.
  let wanted = -1;
  byId("time").oninput = (event) => {
    if (wanted < 0) requestAnimationFrame(() => { const to = wanted; wanted = -1; go(to, true); });
    wanted = Number(event.target.value);
  };
  byId("time").onchange = (event) => go(Number(event.target.value));
  byId("first").onclick = () => go(shown[0] ?? 0);
  byId("last").onclick = () => go(shown[shown.length - 1] ?? 0);
  byId("back").onclick = () => go(placeAfter(-1));
  byId("forth").onclick = () => go(placeAfter(1));
  byId("list").onscroll = fillList;
  byId("filter").oninput = (event) => filter(event.target.value);
  window.onresize = () => { fillList(); fit(isFitting()); };
  byId("fit").onclick = () => fit(!isFitting());
  window.onhashchange = () => go(Number(location.hash.slice(1)) || 0, true);
  document.onkeydown = (event) => {
    if (event.target.id === "filter") {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    const page = Math.max(1, Math.floor(byId("list").clientHeight / rowHeight) - 1);
    const moves = {
      ArrowLeft: () => go(placeAfter(-1)), ArrowRight: () => go(placeAfter(1)),
      ArrowUp: () => go(placeAfter(-1)), ArrowDown: () => go(placeAfter(1)),
      PageUp: () => go(placeAfter(-page)), PageDown: () => go(placeAfter(page)),
      Home: () => go(shown[0] ?? 0), End: () => go(shown[shown.length - 1] ?? 0),
      "/": () => byId("filter").focus(), f: () => fit(!isFitting()),
    };
    const move = moves[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move();
  };

  // For tests and for whoever automates the page: the same moves, and what is marked now.
  globalThis.inspector = {
    go: (to) => go(to), show, reload: () => reload(), length: entries.length,
    get place() { return place; },
    get view() { return view; },
    active: (machine) => (marked.get(machine) || []).filter(([, name]) => name === "active")
      .map(([node]) => node.dataset.vertex).filter((vertex) => vertex !== undefined).map(Number).sort((a, b) => a - b),
    children: (machine) => (marked.get(machine) || []).map(([node]) => node.dataset.child).filter(Boolean).sort(),
    present: () => [...document.querySelectorAll("#stage figure")].filter((figure) => !figure.hidden)
      .map((figure) => figure.querySelector("figcaption").textContent),
    connections: () => {
      const shown = (marked.get("system") || []).filter(([, name]) => name === "taken")
        .flatMap(([node]) => node.dataset.connection.split(" ").map(Number));
      return (recording.ways[place] || []).filter((way) => shown.includes(way)).map((way) => recording.connections[way]).sort();
    },
  };

  byId("warning").textContent = recording.warnings.join(" · ");
  // What the reader of a page that loads itself again was looking at.
  const kept = history.state?.inspector ?? {};
  byId("filter").value = kept.filter ?? "";
  filter(kept.filter ?? "");
  show(views.some(([name]) => name === kept.view) ? kept.view : views[0]?.[0] ?? "");
  fit(kept.fit ?? true);
  [byId("stage").scrollLeft, byId("stage").scrollTop] = kept.stage ?? [0, 0];
  const end = Math.max(0, entries.length - 1);
  go(location.hash ? Number(location.hash.slice(1)) || 0 : recording.reload ? end : 0, true);
  // A page that is written anew as things happen: who is at its end follows, who has gone back stays.
  function reload() {
    if (place !== end || document.hidden) return;
    const stage = byId("stage");
    const inspector = { view, filter: byId("filter").value, fit: isFitting(), stage: [stage.scrollLeft, stage.scrollTop] };
    history.replaceState({ inspector }, "", location.pathname);
    location.reload();
  }
  if (recording.reload) setInterval(reload, recording.reload * 1000);
})();
