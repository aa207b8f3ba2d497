// Steps through the counterexample of the page. The page is readable without
// it: everything here is also in its lists.
"use strict";
(function () {
  const $ = (id) => document.getElementById(id);
  const run = JSON.parse($("data").textContent);
  const first = run.first;
  const last = first + run.steps.length;
  const faults = run.steps.filter((s) => s.fault).map((s) => s.number);
  const rows = Array.from(document.querySelectorAll(".lanes .row"));
  const box = $("lanes");
  let current = -1;

  // make returns an element with a text.
  function make(tag, text, className) {
    const e = document.createElement(tag);
    e.textContent = text;
    if (className) e.className = className;
    return e;
  }

  // stateAt returns the values after a step, by path.
  function stateAt(number) {
    const values = new Map(run.start.map((v) => [v.path, v.value]));
    for (const s of run.steps) {
      if (s.number > number) break;
      for (const [path, , to] of s.changes) values.set(path, to);
    }
    return values;
  }

  function showState(step) {
    const all = $("all").checked;
    const changes = new Map((step ? step.changes : []).map((c) => [c[0], c]));
    const values = stateAt(current);
    const body = $("state-table").tBodies[0];
    body.replaceChildren();
    let owner = null;
    for (const v of run.start) {
      const change = changes.get(v.path);
      if (!change && !all) continue;
      if (v.owner !== owner && v.owner !== "") {
        const head = make("th", v.owner, "owner");
        head.colSpan = 3;
        head.scope = "rowgroup";
        body.append(document.createElement("tr"));
        body.lastChild.append(head);
      }
      owner = v.owner;
      const row = document.createElement("tr");
      const name = document.createElement("th");
      name.scope = "row";
      name.append(make("code", v.path));
      const after = make("td", change ? change[2] : values.get(v.path));
      if (change) {
        row.className = "changed";
        if (all) name.append(make("span", " changed", "soft"));
      }
      row.append(name, make("td", change ? change[1] : values.get(v.path)), after);
      body.append(row);
    }
    $("state-table").hidden = body.rows.length === 0;
    $("state-none").hidden = body.rows.length > 0;
    $("state-none").textContent = step ? "Nothing changes." : "This is the start.";
  }

  const yes = (on, known) => (known ? (on ? "yes" : "no") : "?");

  function showBelief() {
    $("belief").hidden = run.clients.length === 0;
    const body = $("belief-table").tBodies[0];
    body.replaceChildren();
    const believers = [];
    const holders = [];
    run.belief[current - first].forEach((b, i) => {
      const name = run.clients[i];
      if (b.believes) believers.push(name);
      if (b.holds) holders.push(name);
      const row = document.createElement("tr");
      const head = make("th", name);
      head.scope = "row";
      row.append(head);
      row.append(make("td", yes(b.believes, run.known.believes)));
      row.append(make("td", yes(b.holds, run.known.holds)));
      row.append(make("td", b.token || "none"));
      if (b.believes && !b.holds && run.known.believes && run.known.holds) {
        row.className = "false-belief";
        head.append(make("span", "believes wrongly", "badge false-belief"));
      }
      body.append(row);
    });
    const said = [];
    if (run.known.holds) said.push(holders.length ? holders.join(" and ") + (holders.length > 1 ? " hold" : " holds") + " the lock." : "Nobody holds the lock.");
    if (believers.length > 1) said.push(believers.length + " believe to hold it.");
    $("belief-sum").textContent = said.join(" ");
  }

  function showSentence(step) {
    $("number").textContent = step ? "Step " + current + " of " + last : first ? "After step " + first : "Start";
    $("where").textContent = step ? (step.time ? step.time + ", " : "") + step.where : "";
    $("what").textContent = step ? step.name : "Before the first step";
    $("say").textContent = step ? step.say : "";
    const badges = [];
    if (step && step.fault) badges.push(make("span", "fault", "badge fault"));
    if (step && step.cause) badges.push(make("span", "led to it", "badge cause"));
    if (current === run.violation) badges.push(make("span", "violation", "badge violation"));
    $("badges").replaceChildren(...badges);
    if ($("broken")) $("broken").hidden = current !== run.violation;
  }

  // reveal marks the row of the step and scrolls the lanes to it, and nothing
  // else: the page stays where the reader has put it.
  function reveal() {
    for (const row of rows) {
      const on = Number(row.dataset.from) <= current && current <= Number(row.dataset.to);
      row.classList.toggle("now", on);
      if (!on) continue;
      const at = row.getBoundingClientRect();
      const view = box.getBoundingClientRect();
      if (at.top < view.top + 8) box.scrollTop -= view.top + 8 - at.top;
      if (at.bottom > view.bottom - 24) box.scrollTop += at.bottom - view.bottom + 24;
      const x = Number(row.dataset.at || 0);
      if (x < box.scrollLeft + 20 || x > box.scrollLeft + box.clientWidth - 110) box.scrollLeft = x - 110;
    }
    for (const a of document.querySelectorAll("#steps > li > p > a")) {
      if (a.hash === "#step=" + current) a.setAttribute("aria-current", "step");
      else a.removeAttribute("aria-current");
    }
  }

  function showControls(step) {
    const slider = $("slider");
    slider.value = current;
    slider.setAttribute("aria-valuetext", step ? "step " + current + ": " + step.name : "start");
    const dead = { first: current === first, previous: current === first, next: current === last, last: current === last };
    for (const b of document.querySelectorAll("[data-go]")) b.setAttribute("aria-disabled", String(Boolean(dead[b.dataset.go])));
  }

  // select shows a step; the address follows unless it led here.
  function select(number, keepAddress) {
    number = Math.max(first, Math.min(last, number));
    if (number === current) return;
    current = number;
    const step = run.steps[current - first - 1];
    showSentence(step);
    showControls(step);
    showBelief();
    showState(step);
    reveal();
    if (!keepAddress) history.replaceState(null, "", "#step=" + current);
  }

  const go = {
    first: () => select(first),
    previous: () => select(current - 1),
    next: () => select(current + 1),
    last: () => select(last),
    violation: () => run.violation >= 0 && select(run.violation),
    fault: () => faults.length > 0 && select(faults.find((n) => n > current) || faults[0]),
    keys: () => $("keys").showModal(),
  };

  const keys = {
    " ": "next", ArrowRight: "next", ArrowDown: "next", j: "next",
    ArrowLeft: "previous", ArrowUp: "previous", k: "previous",
    Home: "first", End: "last", v: "violation", f: "fault", "?": "keys",
  };

  // own reports whether a key means something to the element that has the focus.
  function own(event) {
    const e = event.target;
    const arrows = event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End";
    if (e.id === "slider") return arrows;
    if (e === box && box.scrollWidth > box.clientWidth) return event.key === "ArrowLeft" || event.key === "ArrowRight";
    return event.key === " " && e.closest("button, a, input, summary") !== null;
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || $("keys").open || own(event)) return;
    const name = Object.hasOwn(keys, event.key) && keys[event.key];
    if (!name) return;
    event.preventDefault();
    go[name]();
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-go]");
    if (button) return void go[button.dataset.go]();
    const link = event.target.closest('a[href^="#step="]');
    if (link) {
      event.preventDefault();
      select(Number(link.hash.slice(6)));
      $("stage").scrollIntoView();
    }
  });

  box.addEventListener("click", (event) => {
    const row = rows.find((r) => {
      const at = r.getBoundingClientRect();
      return at.top <= event.clientY && event.clientY < at.bottom;
    });
    if (row) select(Number(row.dataset.from));
  });

  $("slider").addEventListener("input", () => select(Number($("slider").value)));
  $("all").addEventListener("change", () => showState(run.steps[current - first - 1]));
  window.addEventListener("beforeprint", () => { $("start").open = true; });

  // asked is the step that the address names, or none.
  function asked() {
    const found = /^#step=(\d+)$/.exec(location.hash);
    return found ? Number(found[1]) : null;
  }
  window.addEventListener("hashchange", () => { if (asked() !== null) select(asked()); });

  document.documentElement.classList.add("js");
  $("side").hidden = false;
  document.querySelector('[data-go="fault"]').hidden = faults.length === 0;
  document.querySelector('[data-go="violation"]').hidden = run.violation < 0;
  // Addresses select a step now; they no longer scroll to its place in the list.
  for (const li of document.querySelectorAll("#steps > li")) li.removeAttribute("id");
  select(asked() !== null ? asked() : first + 1, true);
})();
