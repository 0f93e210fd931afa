// Search within a site, without a server: loads the scripts that hold the words asked for.
"use strict";
const found = (() => {
  const MOST = 50, BEGINNING = 2, NAME = 9;
  const SPACELESS = "\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}";
  const WORD = new RegExp(`[${SPACELESS}]|(?:(?![${SPACELESS}])[\\p{L}\\p{N}])+`, "gu");
  const loaded = new Map(), held = { w: new Map(), d: new Map() };
  let wordFiles = 1, documentFiles = 1, asked = 0;

  const load = (name) => {
    if (!loaded.has(name)) {
      loaded.set(name, new Promise((done, failed) => {
        const script = document.createElement("script");
        script.src = `search/${name}.js`;
        script.onload = done;
        script.onerror = failed;
        document.head.append(script);
      }));
    }
    return loaded.get(name);
  };

  const words = (text) => {
    const plain = text.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "");
    return [...new Set(plain.match(WORD) || [])].map((word) => [...word].slice(0, 32).join(""));
  };

  const fileOf = (text, files) => {
    let hash = 0x811c9dc5;
    for (let place = 0; place < text.length; place++) {
      hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193) >>> 0;
    }
    return hash % files;
  };

  const documentsOf = async (word, isLast) => {
    const number = fileOf([...word].slice(0, BEGINNING).join(""), wordFiles);
    await load(`w${number}`);
    const here = held.w.get(number), names = new Set();
    for (const [known, list] of here) {
      if (known === word || (isLast && [...word].length >= BEGINNING && known.startsWith(word))) {
        for (let place = 0; place < list.length; place += NAME) names.add(list.slice(place, place + NAME));
      }
    }
    return names;
  };

  const search = async (text) => {
    await load("files");
    const wanted = words(text);
    if (!wanted.length) return [];
    const lists = await Promise.all(wanted.map((word, n) => documentsOf(word, n === wanted.length - 1)));
    const [first, ...others] = lists.sort((a, b) => a.size - b.size);
    return [...first].filter((name) => others.every((list) => list.has(name))).sort().reverse();
  };

  const item = ([link, author, time, text]) => {
    const line = document.createElement("li"), anchor = document.createElement("a"), small = document.createElement("small");
    anchor.href = link;
    anchor.textContent = text || link;
    anchor.dir = "auto";
    const name = document.createElement("bdi");
    name.textContent = author;
    small.append(name, " · ", time);
    line.append(anchor, small);
    return line;
  };

  const show = async (input, list, status) => {
    const turn = ++asked, text = input.value;
    try {
      const names = await search(text);
      const shown = names.slice(0, MOST);
      await Promise.all(shown.map((name) => load(`d${fileOf(name, documentFiles)}`)));
      if (turn !== asked) return;
      const all = shown.flatMap((name) => held.d.get(fileOf(name, documentFiles)).get(name) || []);
      list.replaceChildren(...all.map(item));
      status.textContent = text.trim() ? status.dataset.found.replace("#", names.length) : "";
    } catch {
      status.textContent = status.dataset.failed;
    }
  };

  addEventListener("DOMContentLoaded", () => {
    const input = document.getElementById("words"), list = document.getElementById("hits"), status = document.getElementById("status");
    input.disabled = false;
    input.addEventListener("input", () => show(input, list, status));
    input.value = decodeURIComponent(location.hash.slice(1));
    input.focus();
    if (input.value) show(input, list, status);
  });

  return {
    files: (ofWords, ofDocuments) => { wordFiles = ofWords; documentFiles = ofDocuments; },
    words: (number, part) => held.w.set(number, new Map(Object.entries(part))),
    documents: (number, part) => held.d.set(number, new Map(Object.entries(part))),
  };
})();
