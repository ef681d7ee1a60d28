"use strict";
// Looks up what the walkthrough has found: which rules hold is decided there, not here.
const data = JSON.parse(document.getElementById("data").textContent);
const situations = data.situations, texts = data.texts;
let past = [];                     // commands with the situations they led to
const here = () => past.length ? past[past.length - 1].target : 0;
const element = (name, attributes, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== false && value != null) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children);
  return made;
};
const stepsOf = number => {
  const flat = situations[number].s, steps = [];
  for (let i = 0; flat && i < flat.length; i += 2) steps.push({command: texts[flat[i]], target: flat[i + 1]});
  return steps;
};
const go = step => { past.push(step); show(); };
const isBeyond = step => situations[step.target].s == null;
const button = (step, label) => element("button", {
  class: isBeyond(step) && "beyond", title: isBeyond(step) ? step.command + ": not explored further" : step.command,
  onclick: () => go(step)
}, label || step.command);

// The screen: headings, parts, rows and fields; what a line can do stands beside it.
function show() {
  const steps = stepsOf(here()), used = new Set(), screen = document.getElementById("screen");
  const take = test => { const step = steps.find(one => !used.has(one) && test(one.command)); if (step) used.add(step); return step; };
  screen.replaceChildren();
  let part = null, name = "";
  for (const number of situations[here()].l) {
    const line = texts[number];
    if (line.startsWith("== ") || line.startsWith("** ")) {
      part = null;
      screen.append(element("h2", {class: line.startsWith("**") && "over"}, line.slice(3)));
    } else if (/^message: |^busy: /.test(line)) {
      screen.append(element("p", {class: "said", role: "status"}, line));
    } else if (/^[[(]/.test(line)) {
      screen.append(buttons(line, take));
    } else if (line.endsWith(":") && !line.startsWith(" ")) {
      name = line.slice(0, -1);
      part = element("div", {class: "part"}, element("h3", {}, name));
      screen.append(part);
    } else {
      (part || screen).append(row(line, name, steps, used, take));
    }
  }
  const rest = steps.filter(one => !used.has(one)), more = document.getElementById("more");
  more.replaceChildren();
  const groups = [["Device, time and context", /^(device|advance|context) /], ["What actions answer next", /^outcome /], ["More", /./]];
  for (const [title, test] of groups) {
    const own = rest.filter(one => test.test(one.command));
    own.forEach(one => rest.splice(rest.indexOf(one), 1));
    if (own.length) more.append(element("p", {class: "group"}, title), element("div", {class: "buttons"}, ...own.map(one => button(one))));
  }
  const active = new Set(situations[here()].a.map(String));
  for (const box of document.querySelectorAll("#chart [data-vertex]"))
    box.classList.toggle("active", active.has(box.getAttribute("data-vertex")));
  document.getElementById("note").textContent = situations[here()].s == null
    ? "Not explored from here: ifml run goes on." : "";
  document.getElementById("undo").disabled = document.getElementById("restart").disabled = !past.length;
  const script = document.getElementById("script");
  script.textContent = past.map(one => one.command).join("\n");
  script.scrollTop = script.scrollHeight;
}

function row(line, name, steps, used, take) {
  const number = /^. (\d+)\. /.exec(line), field = /^  (\S+) = /.exec(line);
  if (number) {
    const step = take(one => one === "select " + name + " " + number[1] || one === "select " + number[1]);
    const text = line.slice(2);
    return element("div", {class: "line" + (line.startsWith("*") ? " chosen" : "")}, step ? button(step, text) : text);
  }
  const own = field ? steps.filter(one => one.command.startsWith("set " + field[1] + " ") || one.command === "set " + field[1]) : [];
  if (!own.length) return element("div", {class: "line"}, line.slice(2));
  own.forEach(one => used.add(one));
  const choice = element("select", {"aria-label": "set " + field[1], onchange: () => { if (choice.value) go(own[+choice.value]); }},
    element("option", {value: ""}, "set…"),
    ...own.map((one, place) => element("option", {value: place}, one.command.slice(5 + field[1].length) || "(empty)")));
  return element("div", {class: "line"}, line.slice(2), choice);
}

// The buttons of the screen; round brackets: not possible now.
function buttons(line, take) {
  const all = [...line.matchAll(/\[([^\]]*)\]|\(([^)]*)\)/g)].map(([, possible, not]) => {
    if (possible == null) return element("button", {disabled: true}, not);
    const words = possible.split(" ");
    const step = take(one => one === possible) || take(one => one === words[0])
      || (words.length > 1 && take(one => one.startsWith("device " + words[1])));
    return step ? button(step, possible) : element("button", {disabled: true}, possible);
  });
  return element("div", {class: "buttons"}, ...all);
}

document.getElementById("undo").onclick = () => { past.pop(); show(); };
document.getElementById("restart").onclick = () => { past = []; show(); };
document.getElementById("copy").onclick = async () => {
  const text = past.map(one => one.command).join("\n") + "\n";
  try { await navigator.clipboard.writeText(text); } catch {
    getSelection().selectAllChildren(document.getElementById("script"));
    document.execCommand("copy");
  }
};
for (const name of ["chart", "model"])
  document.getElementById("tab-" + name).onclick = () => {
    for (const other of ["chart", "model"]) {
      document.getElementById(other).hidden = other !== name;
      document.getElementById("tab-" + other).setAttribute("aria-selected", other === name);
    }
  };
show();
