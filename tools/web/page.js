// The page around gemport. It handles the browser, not GEM: it loads Python, shows the pictures of the host
// (gemport/hosts/browser.py), and sends the events of pointer, fingers and keys to the host.

const PARTS = @PARTS@, UNPACKED_SIZES = @UNPACKED@; // name: size in bytes
const TABLES = /** @type {any} */ (@TABLES@); // the games' tables without cards (tools/empty_tables.py)
const HERE = new URL("./", import.meta.url);
const CACHE = `gemport ${new URL("../", HERE).pathname} @VERSION@`; // copies at other paths of this origin have other caches
const UNPACKED = "X-Unpacked"; // header of parts that are cached unpacked
const TREMBLE = 8; // CSS pixels of movement that still count as a tap
const FLASH = 100; // milliseconds
const BAND = 16, LONG = 4; // a large picture is drawn in bands of BAND lines, for LONG milliseconds at a time
const REACH = 20; // maximum distance of the taps of a double tap in CSS pixels
const CLOSEST = 4; // maximum zoom by fingers, relative to the picture that fits
const BUTTON = 16, FINGER = 40; // height of a button in GEM pixels, and for fingers in CSS pixels
const STALLED = 30e3; // milliseconds without a byte
const LARGE = 96 << 20; // bytes of memory with which an idle worker ends
const KEPT = "gemport-language", LAST = "gemport-place", REMINDED = "gemport-reminded", TAPPED = "gemport-tapped", PICTURE = "gemport-picture", STORED = "gemport-stored"; // this script's keys in the storage; those of the games begin with "gemport."
const QUIET = 300; // milliseconds without a change until the picture is saved
const AROUND = 8; // lines of the picture above and below a tap that must be as the player saw them
const PAUSE = 400; // maximum milliseconds between two waiting taps, more than a double tap's
const MINUTE = 60e3, LATEST = 3 * MINUTE, MONTH = 30 * 86400e3; // milliseconds
const TOUCH = matchMedia("(pointer: coarse)").matches;
const PAPER = matchMedia("print"); // a print shows the current picture

const WORDS = {
  en: {
    loading: "Loading", starting: "Starting Python", games: "Shuffling the cards",
    about: "About", export: "Export", import: "Import", fullscreen: "Full screen",
    undo: "Undo", redo: "Redo", hint: "Hint", new: "New", select: "Number", menu: "Menu",
    stored: "From now on the page works without a network.",
    tap: "A tap on a card moves it; the menu Options switches that off.",
    failed: "It could not be loaded; the network may be down.", again: "Try again",
    damaged: "It could not be loaded: ", stalled: "It could not be loaded: the server has stopped sending.",
    blocked: "It could not be loaded: the server’s rules (Content-Security-Policy) forbid it: ",
    noWebAssembly: "This browser has no WebAssembly, or it is disabled; the page needs it.",
    newer: "New version: click to use it.",
    broken: "It could not be started: ", fault: "An error occurred. Every move is saved: click here to continue. ",
    ended: "All programs have ended. Click here to start again.",
    elsewhere: "The game goes on in another tab. Click here to play in this one.",
    noClipboard: "This browser does not let this page write to the clipboard.",
    noPaste: "This browser does not let this page read the clipboard. Paste the text here:",
    noStorage: "This browser saves nothing for this page: games are lost when it is closed.",
    full: "this browser has no space left for this page's games",
    refused: "this browser saves nothing for this page",
    remind: "This browser does not promise to keep your games: “Export” saves them as a file.",
    story: [
      "VIERFREI is the FreeCell that Jens Thoms Törring wrote for the Atari ST in 1993. Here it runs with two more patiences on a thin, faithful GEM in Python.",
      "The address names the game on the table: send it to others, and they play the same cards. Every move is saved in this browser at once, and sent nowhere. After the first visit the page works without a network.",
      "A tap is a click, two fingers are the right mouse button; if they move, they zoom the picture. F11 is Help, F12 Undo.",
    ],
    licences: "Licences",
  },
  de: {
    loading: "Wird geladen", starting: "Python startet", games: "Die Karten werden gemischt",
    about: "Über", export: "Exportieren", import: "Importieren", fullscreen: "Vollbild",
    undo: "Zurück", redo: "Vor", hint: "Tipp", new: "Neu", select: "Nummer", menu: "Menü",
    stored: "Ab jetzt funktioniert die Seite ohne Netz.",
    tap: "Ein Tippen auf eine Karte bewegt sie; im Menü Optionen lässt sich das abschalten.",
    failed: "Es konnte nicht geladen werden, vielleicht fehlt das Netz.", again: "Noch einmal versuchen",
    damaged: "Es konnte nicht geladen werden: ", stalled: "Es konnte nicht geladen werden: Vom Server kommt nichts mehr.",
    blocked: "Es konnte nicht geladen werden: Die Regeln des Servers (Content-Security-Policy) verbieten es: ",
    noWebAssembly: "Dieser Browser hat kein WebAssembly, oder es ist abgeschaltet; die Seite braucht es.",
    newer: "Neue Version: Hier klicken, um sie zu benutzen.",
    broken: "Es konnte nicht gestartet werden: ", fault: "Es ist ein Fehler aufgetreten. Jeder Zug ist gespeichert: Hier klicken, um weiterzuspielen. ",
    ended: "Alle Programme sind beendet. Hier klicken, um neu zu beginnen.",
    elsewhere: "Das Spiel geht in einem anderen Tab weiter. Hier klicken, um in diesem zu spielen.",
    noClipboard: "Dieser Browser erlaubt dieser Seite nicht, in die Zwischenablage zu schreiben.",
    noPaste: "Dieser Browser erlaubt dieser Seite nicht, die Zwischenablage zu lesen. Bitte den Text hier einfügen:",
    noStorage: "Dieser Browser speichert für diese Seite nichts: Spiele sind weg, wenn sie geschlossen wird.",
    full: "dieser Browser hat keinen Platz mehr für Spiele dieser Seite",
    refused: "dieser Browser speichert für diese Seite nichts",
    remind: "Dieser Browser verspricht nicht, Ihre Spiele zu behalten: „Exportieren“ sichert sie als Datei.",
    story: [
      "VIERFREI ist das FreeCell, das Jens Thoms Törring 1993 für den Atari ST schrieb. Hier läuft es mit zwei weiteren Patiencen auf einem schlanken, getreuen GEM in Python.",
      "Die Adresse nennt das Spiel auf dem Tisch: Wer sie bekommt, spielt dieselben Karten. Jeder Zug wird sofort in diesem Browser gespeichert und nirgendwohin gesendet. Nach dem ersten Besuch funktioniert die Seite ohne Netz.",
      "Tippen ist ein Klick, zwei Finger sind die rechte Maustaste; bewegt man sie, vergrößern sie das Bild. F11 ist Help, F12 Undo.",
    ],
    licences: "Lizenzen",
  },
};
const BROWSER = /** @type {any} */ (navigator); // with properties that only some browsers have
const LANGUAGE = navigator.language.toLowerCase().startsWith("de") ? "de" : "en";
let SAY = WORDS[LANGUAGE];
/** @returns {any} */
const element = id => document.getElementById(id);
const canvas = element("screen"), stage = element("stage"), typed = element("typed");
/** @type {NodeListOf<HTMLButtonElement>} */
const fingers = document.querySelectorAll("#fingers button");

/** Return the size of the GEM screen for the page. With touch on an upright screen it is narrow, for large cards. */
function screenSize() {
  const { width, height } = stage.getBoundingClientRect();
  const phone = width < 600, wide = phone ? 500 : 640;
  if (!TOUCH || height < (phone ? 1 : 1.2) * width) return [640, 400];
  return [wide, Math.min(Math.max(Math.floor(wide * height / width), 600), 2 * wide)];
}

/** Return the part of the stage that no on-screen keyboard covers. */
function inSight() {
  const box = stage.getBoundingClientRect(), { offsetLeft: left, offsetTop: top, width, height } = window.visualViewport;
  return {
    left: Math.max(box.left, left), right: Math.min(box.right, left + width),
    top: Math.max(box.top, top), bottom: Math.min(box.bottom, top + height),
  };
}

// ---- the picture

/** The one-bit picture on the canvas: exact at whole scales, and by covered area at other scales. */
class Tube {
  constructor() {
    this.chosen = this.next = this.spare = this.zoom = this.aimed = null; // pictures to draw, and to write the next one to
    this.width = this.height = this.octets = 0; // size of the picture; lines from..to still have to be drawn
    this.from = this.to = 0;
    this.ink = this.paper = "";
    this.colours("rgb(0, 0, 0)", "rgb(255, 255, 255)");
    this.context = canvas.getContext("2d", { alpha: false });
  }

  size(width, height, octets) {
    if (width === this.width && height === this.height) return;
    Object.assign(this, { width, height, octets, from: 0, to: height });
    this.bits = new Uint8Array(octets * height);
    this.next = this.spare = this.image = null;
    this.shown = "";
    this.fitSoon();
  }

  colours(ink, paper) {
    this.paper = paper;
    const [from, to] = [paper, ink].map(colour => colour.match(/\d+/g).map(Number));
    this.shades = Uint32Array.from({ length: 256 }, (_, share) => {
      const [r, g, b] = from.map((part, i) => Math.round(part + (to[i] - part) * share / 255));
      return (255 << 24 | b << 16 | g << 8 | r) >>> 0;
    });
  }

  /** Choose a scale: host pixels per GEM pixel, null for the best one, "fit" for the maximum. */
  look(scale, ink, paper) {
    Object.assign(this, { chosen: scale, ink, paper });
    this.colours(ink, paper);
    this.shown = "";
    this.fit();
  }

  /** Fit the picture after the browser's next frame, because the change of size itself has taken time. */
  fitSoon() { requestAnimationFrame(() => setTimeout(() => this.fit())); }

  /** Centre the picture on the stage, aligned to the host's pixels. */
  fit() {
    if (!this.width || PAPER.matches) return;
    const ratio = window.devicePixelRatio, box = stage.getBoundingClientRect();
    const room = { width: Math.floor(box.width * ratio), height: Math.floor(box.height * ratio) };
    const most = Math.max(Math.min(room.width / this.width, room.height / this.height), 0.1);
    let scale = most;
    if (this.chosen <= most && this.chosen > 0) scale = this.chosen;
    // Whole numbers look best, unless they waste too much space.
    else if (this.chosen === null && !document.fullscreenElement && !TOUCH && Math.floor(most) / most > 0.8) scale = Math.floor(most);
    this.whole = Number.isInteger(scale);
    const width = Math.round(this.width * scale), height = Math.round(this.height * scale);
    const place = (length, size, start) => (Math.floor((length - size) / 2 + start * ratio) - start * ratio) / ratio;
    const shown = [this.width, this.height, width, height, room.width, room.height, box.left, box.top, ratio].join();
    if (shown === this.shown) return;
    this.shown = shown;
    canvas.width = this.whole ? this.width : width;
    canvas.height = this.whole ? this.height : height;
    canvas.classList.toggle("whole", this.whole);
    Object.assign(canvas.style, {
      width: `${width / ratio}px`, height: `${height / ratio}px`,
      left: `${place(room.width, width, box.left)}px`, top: `${place(room.height, height, box.top)}px`,
    });
    // Until its lines are drawn, a new canvas would be black.
    this.context.fillStyle = this.paper;
    this.context.fillRect(0, 0, canvas.width, canvas.height);
    this.image = null;
    this.zoom = { scale: 1, x: 0, y: 0 };
    canvas.style.transform = "";
    Object.assign(this, { from: 0, to: this.height });
    this.drawSoon();
    if (this.aimed) this.aimed.before = this.zoom;
    this.aim(this.aimed);
  }

  /** Zoom to a box, so that fingers hit its buttons, and back when it is null; ``field`` is its part that must be in view. */
  aim(target) {
    const before = this.aimed?.before ?? this.zoom;
    this.aimed = target && { ...target, before };
    if (!before) return;
    const base = this.base(), pixel = base.width / this.width, sight = inSight();
    const scale = target ? Math.max(TOUCH ? FINGER / BUTTON / pixel : before.scale, 1) : before.scale;
    // Centred, or from its start if it does not fit.
    const start = (edge, from, to, at, size, field, length) => {
      const unit = pixel * scale, free = to - from - size * unit;
      const offset = from + Math.max(free / 2, 0) - edge - at * unit;
      return Math.max(Math.min(offset, to - edge - (field + length) * unit), from - edge - field * unit);
    };
    if (!target || scale === 1) this.place(before);
    else {
      const { x, y, width, height, field } = target;
      this.place(this.held({
        scale, x: start(base.left, sight.left, sight.right, x, width, field.x, Math.min(field.width, width)),
        y: start(base.top, sight.top, sight.bottom, y, height, field.y, field.height),
      }));
    }
  }

  /** Return the picture's place on the page without zoom, in CSS pixels. */
  base() {
    const { zoom } = this, box = canvas.getBoundingClientRect();
    return { left: box.left - zoom.x, top: box.top - zoom.y, width: box.width / zoom.scale, height: box.height / zoom.scale };
  }

  /** Return a zoom with which the picture fills its area, or as much of that as is in sight. */
  held({ scale, x, y }) {
    const base = this.base(), sight = inSight();
    const corner = (at, edge, size, from, to) => Math.max(Math.min(at, Math.max(from - edge, 0)), Math.min(to - edge, size) - size * scale);
    return { scale, x: corner(x, base.left, base.width, sight.left, sight.right), y: corner(y, base.top, base.height, sight.top, sight.bottom) };
  }

  place(zoom) {
    this.zoom = zoom;
    canvas.style.transform = zoom.scale === 1 ? "" : `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})`;
  }

  /** Zoom, and move the point of the picture at one position of the page to another. */
  pinch(times, from, to) {
    const { zoom } = this, base = this.base();
    const scale = Math.min(Math.max(zoom.scale * times, 1), Math.max(CLOSEST, zoom.scale));
    const start = (edge, begun, now, then) => then - edge - (now - edge - begun) * scale / zoom.scale;
    this.place(this.held({ scale, x: start(base.left, zoom.x, from.x, to.x), y: start(base.top, zoom.y, from.y, to.y) }));
  }

  /** Copy a picture; it is drawn in the browser's next frame. New memory for each would keep the garbage collector busy. */
  show(octets) {
    if (!this.next) requestAnimationFrame(() => this.take());
    this.next ??= this.spare ?? new Uint8Array(octets.length);
    this.next.set(octets);
  }

  get still() { return !this.next && this.from >= this.to; }

  /** Wait until the picture is complete; a hidden page draws nothing. */
  async complete() { while (!this.still && !document.hidden) await new Promise(requestAnimationFrame); }

  take() {
    const octets = this.octets, [before, now] = [this.bits, this.next];
    this.next = null;
    if (!now) return;
    let first = 0, last = now.length - 1;
    while (first < now.length && now[first] === before[first]) first++;
    if (first === now.length) return;
    while (now[last] === before[last]) last--;
    [this.bits, this.spare] = [now, before];
    const left = this.from < this.to, from = Math.floor(first / octets), to = Math.floor(last / octets) + 1;
    Object.assign(this, { from: left ? Math.min(from, this.from) : from, to: left ? Math.max(to, this.to) : to });
    this.drawSome();
  }

  /** Draw changed lines for LONG milliseconds, and the rest in the browser's next frames. */
  drawSome() {
    if (!this.shown) return; // it is drawn when it fits
    const begun = performance.now();
    if (!this.image) this.prepare();
    while (this.from < this.to && performance.now() - begun < LONG) {
      const until = Math.min(this.from + BAND, this.to);
      this.draw(this.from, until);
      this.from = until;
    }
    if (this.from < this.to) this.drawSoon();
  }

  /** Prepare drawing on a new canvas, not in the task that makes it. A band needs a fiftieth of the memory of the canvas. */
  prepare() {
    const rows = this.whole ? BAND : Math.ceil(BAND * canvas.height / this.height) + 2;
    this.image = this.context.createImageData(canvas.width, rows);
    this.pixels = new Uint32Array(this.image.data.buffer);
    this.across = this.whole ? null : new Float32Array(canvas.width * (BAND + 2 * Math.ceil(this.height / canvas.height) + 2));
    this.sums = new Float64Array(this.width + 2);
    // The end of each host pixel: the GEM pixel that contains it, and the fraction of that pixel.
    const ends = Float64Array.from({ length: canvas.width }, (_, x) => (x + 1) * this.width / canvas.width);
    this.cells = Int32Array.from(ends, Math.floor);
    this.shares = ends.map((end, x) => end - this.cells[x]);
  }

  drawSoon() {
    if (this.later) return;
    this.later = true;
    requestAnimationFrame(() => { this.later = false; this.drawSome(); });
  }

  /** Draw a band of lines, or a part of it. */
  draw(from, to) {
    const [top, bottom] = this.whole ? this.exact(from, to) : this.byArea(from, to);
    this.context.putImageData(this.image, 0, top, 0, 0, canvas.width, bottom - top);
  }

  /** Draw lines with one canvas pixel per GEM pixel. */
  exact(from, to) {
    const { width, octets, bits, pixels } = this, paper = this.shades[0], ink = this.shades[255];
    for (let y = from, at = 0; y < to; y++) {
      for (let x = 0; x < width; x++) pixels[at++] = bits[y * octets + (x >> 3)] & 128 >> (x & 7) ? ink : paper;
    }
    return [from, to];
  }

  /** Draw lines with the average ink of the GEM pixels under each host pixel: first across, then down. */
  byArea(from, to) {
    const { width, height, octets, bits, sums, across, pixels, shades, cells, shares } = this;
    const wide = canvas.width, high = canvas.height, stepX = width / wide, stepY = height / high;
    const top = Math.floor(from / stepY), bottom = Math.min(Math.ceil(to / stepY), high);
    const first = Math.floor(top * stepY), last = Math.min(Math.ceil(bottom * stepY), height);
    for (let y = first; y < last; y++) {
      for (let x = 0; x < width; x++) sums[x + 1] = sums[x] + (bits[y * octets + (x >> 3)] >> (7 - (x & 7)) & 1);
      sums[width + 1] = sums[width];
      for (let x = 0, before = 0, at = (y - first) * wide; x < wide; x++) {
        const cell = cells[x], until = sums[cell] + (sums[cell + 1] - sums[cell]) * shares[x];
        across[at++] = 255 / stepX * (until - before);
        before = until;
      }
    }
    for (let y = top, before = -1; y < bottom; y++) {
      const start = y * stepY - first, end = Math.min((y + 1) * stepY, height) - first;
      const upper = Math.floor(start), lower = Math.min(Math.ceil(end - 1e-9), height - first) - 1;
      const at = (y - top) * wide;
      if (upper === lower) {
        if (upper === before) pixels.copyWithin(at, at - wide, at);
        else for (let x = 0; x < wide; x++) pixels[at + x] = shades[across[upper * wide + x] + 0.5 | 0];
        before = upper;
        continue;
      }
      if (lower === upper + 1) {
        const share = (lower - start) / stepY, rest = 1 - share, above = upper * wide, below = lower * wide;
        for (let x = 0; x < wide; x++) pixels[at + x] = shades[across[above + x] * share + across[below + x] * rest + 0.5 | 0];
        continue;
      }
      for (let x = 0; x < wide; x++) {
        let ink = 0;
        for (let row = upper; row <= lower; row++) {
          ink += across[row * wide + x] * (Math.min(row + 1, end) - Math.max(row, start));
        }
        pixels[at + x] = shades[Math.round(ink / stepY)];
      }
    }
    return [top, bottom];
  }

  /** Return the GEM pixel at a position of the page; outside the picture, the nearest pixel of its edge. */
  under(event) {
    const box = canvas.getBoundingClientRect();
    const cell = (at, size, count) => Math.min(Math.max(Math.floor(at / size * count), 0), count - 1);
    return [
      cell(event.clientX - box.left, box.width, this.width), cell(event.clientY - box.top, box.height, this.height),
    ];
  }

  flash() {
    canvas.classList.add("flash");
    setTimeout(() => canvas.classList.remove("flash"), FLASH);
  }
}

// ---- the bell and the key click

class Bell {
  constructor(flash) {
    this.flash = flash;
    this.tones = {};
    this.audio = this.source = null;
    this.due = false; // a tone waits until the device has started
    this.allowed = false;
    // Starting the device takes as long as several moves, so it starts while the games load, after the first frame.
    requestAnimationFrame(() => setTimeout(() => this.open()));
    // Browsers allow sound only after the user has touched the page; a tap counts when it ends.
    for (const kind of ["pointerdown", "pointerup", "keydown"]) window.addEventListener(kind, () => this.wake(), { capture: true });
  }

  open() {
    if (!window.AudioContext) return;
    this.audio = new AudioContext();
    this.rest();
  }

  wake() {
    if (this.allowed || !this.audio || navigator.userActivation?.hasBeenActive === false) return;
    this.allowed = true;
    this.audio.resume().then(() => this.rest());
  }

  /** Suspend the audio device, which uses a twentieth of a core. */
  rest() { if (!this.source && !this.due) this.audio.suspend(); }

  tone(name, samples) { this.tones[name] = { samples, buffer: null }; }

  /** Play a tone from its beginning; like the chip, it cuts off the previous tone. A key click needs no flash. */
  ring(name) {
    if (this.allowed) {
      this.due = true;
      return this.audio.resume().then(() => this.sound(name));
    }
    return name === "bell" && this.flash();
  }

  sound(name) {
    const tone = this.tones[name];
    this.due = false;
    if (!tone.buffer) {
      tone.buffer = this.audio.createBuffer(1, tone.samples.length, 44100);
      tone.buffer.copyToChannel(Float32Array.from(tone.samples, sample => sample / 32768), 0);
    }
    this.source?.stop();
    this.source = this.audio.createBufferSource();
    this.source.buffer = tone.buffer;
    this.source.connect(this.audio.destination);
    const { source } = this;
    source.onended = () => {
      if (source !== this.source) return;
      this.source = null;
      this.rest();
    };
    source.start();
    this.audio.resume(); // the end of the previous tone may have suspended it
  }
}

// ---- loading

const progress = {
  done: 0, total: Object.values(PARTS).reduce((sum, size) => sum + size, 0),
  /** Loading takes most of a first visit, starting most of the later visits. */
  set(share, word) {
    const percent = Math.round(100 * share);
    element("fill").style.width = `${percent}%`;
    element("bar").setAttribute("aria-valuenow", percent);
    element("word").textContent = word;
  },
  add(size) {
    this.done += size;
    this.set(0.7 * Math.min(this.done / this.total, 1), `${SAY.loading}: ${(this.total / 1e6).toFixed(1)} MB`);
  },
};

const loaded = new Map(), keeping = [];
let attempts = 0, forbidden = "";
document.addEventListener("securitypolicyviolation", event => {
  if (/^(script|connect)-src/.test(event.effectiveDirective)) forbidden ||= `${event.effectiveDirective} ${event.blockedURI}`;
});

/** Load parts of the program and return them by name. After an error, wait for the user or the network, and load the missing parts again. */
async function load(names) {
  for (;;) {
    const stop = new AbortController();
    progress.done = [...loaded.keys()].reduce((sum, name) => sum + PARTS[name], 0);
    try {
      await Promise.all(names.map(async name => loaded.set(name, loaded.get(name) ?? await whole(name, stop.signal))));
      return Object.fromEntries([...loaded].map(([name, part]) => [name.replace(".packed", ""), part]));
    } catch (error) {
      stop.abort(error);
      console.warn(error);
      await wish(reason(error, SAY.damaged));
      forbidden = "";
    }
  }
}

/** Return the message for an error. */
function reason(error, otherwise) {
  if (!window.WebAssembly) return SAY.noWebAssembly;
  if (forbidden) return SAY.blocked + forbidden;
  if (error.name === "TimeoutError") return SAY.stalled;
  return error.network ? SAY.failed : otherwise + error.message;
}

/** Load a part; discard a damaged part and load it once more. */
async function whole(name, signal) {
  try {
    return await part(name, signal);
  } catch (error) {
    if (signal.aborted || error.name === "TimeoutError") throw error;
    console.warn(error);
    await discard(name);
    await discard("xz.js");
    attempts++;
    progress.done = 0;
    return part(name, signal, "reload");
  }
}

/** Delete a file of this version from the cache. */
const discard = async name => { await (await window.caches?.open(CACHE).catch(() => undefined))?.delete(new URL(name, HERE)); };

/** Import a script of this version. A browser remembers a failed address, so each attempt has a new one. */
const script = name => import(new URL(attempts ? `${name}?${attempts}` : name, HERE).href);

/** Show an error instead of the progress, until the user clicks or the network is back. */
function wish(text) {
  const again = element("again");
  canvas.style.visibility = "hidden";
  element("veil").classList.remove("early");
  element("word").textContent = element("veil").dataset.failed = text;
  again.textContent = SAY.again;
  again.hidden = false;
  again.focus();
  return new Promise(done => {
    again.onclick = done;
    window.addEventListener("online", done, { once: true });
  }).then(() => { again.hidden = true; delete element("veil").dataset.failed; });
}

/** Load and unpack a part of the program; compile WebAssembly during the download, and run a script. The unpacked file is cached, marked by its header. */
async function part(name, signal, cache = /** @type {RequestCache} */ ("default")) {
  const url = new URL(name, HERE), stalled = new AbortController();
  let timer = 0;
  const wait = () => { clearTimeout(timer); timer = setTimeout(() => stalled.abort(new DOMException(name, "TimeoutError")), STALLED); };
  const either = new AbortController();
  for (const one of [signal, stalled.signal]) one.addEventListener("abort", () => either.abort(one.reason));
  wait();
  try {
    let response = await fetch(url, { signal: either.signal, cache }).catch(error => { throw Object.assign(error, { network: error instanceof TypeError }); });
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    const [, ending] = name.match(/(\w+)\.packed/), type = { wasm: "application/wasm", mjs: "text/javascript" }[ending] ?? "application/octet-stream";
    if (response.headers.has(UNPACKED)) progress.add(PARTS[name]);
    else {
      const { XzReadableStream } = await script("xz.js");
      const counted = response.body.pipeThrough(new TransformStream({
        transform(chunk, controller) { wait(); if (!signal.aborted) progress.add(chunk.length); controller.enqueue(chunk); },
      }));
      response = new Response(new XzReadableStream(counted), { headers: { "Content-Type": type, [UNPACKED]: "yes" } });
      const copy = window.caches && response.clone();
      if (copy) keeping.push(caches.open(CACHE).then(cache => cache.put(url, copy)).catch(() => {})); // only offline use is lost
    }
    if (ending === "wasm") return await WebAssembly.compileStreaming(response);
    const data = await response.arrayBuffer();
    if (data.byteLength !== UNPACKED_SIZES[name]) throw new Error(`${name}: ${data.byteLength}`);
    if (ending !== "mjs") return data;
    const blob = URL.createObjectURL(new Blob([data], { type }));
    return blob; // both Pythons import it
  } catch (error) {
    throw stalled.signal.aborted ? stalled.signal.reason : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Return Python's memory with the games imported, or undefined if it is missing or damaged. */
async function earlier() {
  try {
    const response = await window.caches?.match(new URL("started.packed", HERE));
    return response && await new Response(response.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  } catch (error) {
    console.warn(error);
    await discard("started.packed");
    return undefined;
  }
}

/** The solver in a worker with its own Python, which starts with the first question. */
class Solver {
  constructor(parts, answered) {
    this.parts = parts;
    this.answered = answered;
    this.worker = null;
    this.open = new Set(); // the numbers of the questions that have no answer yet
  }

  /** Send a question; undefined stops it. */
  ask(number, question) {
    if (question) this.open.add(number);
    else this.open.delete(number);
    try {
      if (!this.worker && question) this.start();
      this.worker?.postMessage([number, question]);
    } catch (error) {
      this.fail(error);
    }
  }

  start() {
    this.worker = new Worker(new URL("python.js", HERE), { type: "module" });
    this.worker.onmessage = ({ data }) => this.take(...data);
    this.worker.onerror = event => { event.preventDefault(); this.fail(event.message); };
    this.worker.postMessage(this.parts);
  }

  take(number, progress, answer, memory) {
    if (number === undefined) return this.fail(progress);
    if (answer) this.open.delete(number);
    this.answered(number, progress, answer);
    // Python never returns memory.
    if (answer && memory > LARGE && !this.open.size) this.end();
  }

  /** Answer all questions with nothing: the page itself searches. */
  fail(message) {
    console.warn(message);
    const open = [...this.open];
    this.end();
    for (const number of open) this.answered(number, 0, new Uint8Array());
  }

  end() {
    this.worker?.terminate();
    this.worker = null;
    this.open.clear();
  }
}

// ---- storage

/** The browser's storage in the form that the host needs; undefined if the browser refuses it to this page. */
const storage = (() => {
  try {
    const local = window.localStorage;
    local.length; // throws if the storage is refused
    return {
      names: () => Object.keys(local).join("\n"),
      read: name => local.getItem(name) ?? undefined,
      write(name, text) {
        try {
          try { local.setItem(name, text); } catch { local.removeItem(PICTURE); local.setItem(name, text); }
        } catch (error) { return error.name === "QuotaExceededError" ? SAY.full : SAY.refused; }
        // A game is saved from its first move.
        if (name.startsWith("gemport.game.")) insist();
        return "";
      },
      remove: name => local.removeItem(name),
    };
  } catch {
    return undefined;
  }
})();

let insisted = false;

/** Ask the browser to keep the storage when it needs space; if it refuses, recommend an export. */
async function insist() {
  if (insisted) return;
  insisted = true;
  const kept = await navigator.storage?.persist?.().catch(() => false);
  if (kept || Date.now() - Number(localStorage.getItem(REMINDED)) < MONTH) return;
  note(SAY.remind);
  try { localStorage.setItem(REMINDED, String(Date.now())); } catch { /* then it is said again */ }
}

// ---- text around the picture

let noteTimer = 0;

function note(text, act = null) {
  const box = element("note");
  clearTimeout(noteTimer);
  box.textContent = text;
  box.hidden = false;
  box.onclick = () => { box.hidden = true; act?.(); };
  if (!act) noteTimer = setTimeout(() => { box.hidden = true; }, 8000);
}

/** Show a line of the program without the program's name. */
const tellPlayer = line => note(line.replace(/^gemport: /, ""));

/** Add a sentence for a screen reader; "" removes the previous sentences. */
function speak(sentence) {
  const region = element("spoken");
  if (sentence) region.append(Object.assign(document.createElement("p"), { textContent: sentence }));
  else region.replaceChildren();
}

/** Set the language of the text around the picture. */
function label(language) {
  document.documentElement.lang = language;
  SAY = WORDS[language];
  for (const button of document.querySelectorAll("#fingers button, footer button")) button.textContent = SAY[button.id];
  element("fullscreen").hidden = !document.fullscreenEnabled;
  element("refused").textContent = SAY.noPaste;
  element("telling").replaceChildren(...SAY.story.map(text => Object.assign(document.createElement("p"), { textContent: text })));
  const link = Object.assign(document.createElement("a"), { href: "NOTICE.txt", textContent: SAY.licences });
  const release = document.createElement("p");
  release.append(`gemport ${"@RELEASE@"} (${"@VERSION@"}) · `, link);
  element("telling").append(release);
}

function fill(on) {
  if (!on) return document.fullscreenElement && document.exitFullscreen();
  // Otherwise some of GEM's keys close tabs. Browsers without this still work.
  return document.documentElement.requestFullscreen?.().then(() => BROWSER.keyboard?.lock?.(["KeyW", "KeyT", "KeyN"])).catch(() => {});
}

// ---- the machine

/** Return what a saved picture depends on, as a text: the version, the address, and everything that is saved. */
function state(place) {
  const saved = storage.names().split("\n").filter(name => name.startsWith("gemport.")).sort();
  const texts = saved.map(name => `${name} ${storage.read(name)}`);
  let hash = 0;
  for (const text of texts) for (let at = 0; at < text.length; at++) hash = Math.imul(hash, 31) + text.charCodeAt(at) | 0;
  return ["@VERSION@", LANGUAGE, place, ...TOUCH ? screenSize() : [], hash].join(" ");
}

/** Return the saved picture if the game starts with it. */
function savedPicture(place) {
  const saved = JSON.parse(storage?.read(PICTURE) ?? "null");
  if (saved?.state !== state(place)) return undefined;
  const bits = Uint8Array.from(atob(saved.bits), letter => letter.charCodeAt(0));
  return bits.length === saved.height * saved.octets ? { ...saved, bits } : undefined;
}

/** Return the table of the next game without cards; undefined if the player has changed settings or options. */
async function emptyTable(place) {
  const [width, height] = screenSize(), octets = 2 * Math.ceil(width / 16);
  const [game] = place.toLowerCase().split("/"), name = one => `${one} ${LANGUAGE} ${width} ${height > width}`;
  const known = TABLES.places[name(game)] ?? TABLES.places[name("vierfrei")];
  const [least, start] = known.findLast(([least, , span]) => height >= least && (height - least) % 8 < span) ?? [];
  const chosen = Object.keys(JSON.parse(storage?.read("gemport.preferences") ?? "{}")).some(one => !one.startsWith("table."));
  if (game === "desktop" || !least || chosen) return undefined;
  const packed = new Blob([Uint8Array.from(atob(TABLES.packed), letter => letter.charCodeAt(0))]);
  const code = new Uint8Array(await new Response(packed.stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer());
  const bits = new Uint8Array(octets * height), pair = 2 * Math.floor((height - least) / 8);
  for (let at = start, to = 0, more = height - least; to < bits.length;) {
    const step = code[at++];
    if (!step) {
      bits.set(code.subarray(at, at + octets), to);
      at += octets;
      to += octets;
    }
    const rows = step < 254 ? step : step < 255 ? pair : more;
    if (step >= 254) more -= rows;
    for (let count = rows; count > 0; count--, to += octets) bits.copyWithin(to, to - 2 * octets, to - octets);
  }
  return { width, height, octets, look: [null, "rgb(0, 0, 0)", "rgb(255, 255, 255)"], bits };
}

/** The connection of the page and the host, until the programs end or an error occurs. */
class Player {
  constructor() {
    this.timer = 0;
    this.alive = true;
    this.host = this.solver = null; // until Python has started
    this.waiting = []; // input on the early picture, with its times, until it is carried out; then null
    this.early = null; // the picture until Python has started
    // The start address resumes the last game.
    this.place = unescaped(location.hash.slice(1)) || (storage?.read(LAST) ?? "");
    this.tube = new Tube();
    this.bell = new Bell(() => this.tube.flash());
    this.keyboard = "";
    this.page = {
      screen: (width, height, octets) => this.tube.size(width, height, octets),
      show: proxy => { using(proxy, data => this.tube.show(data)); this.rememberSoon(); },
      look: (scale, ink, paper) => this.tube.look(scale ?? null, ink, paper),
      box: (x, y, width, height, ...field) => this.tube.aim(width ? { x, y, width, height, field: rectangle(...field) } : null),
      wake: seconds => this.alarm(seconds ?? null),
      tone: (name, proxy) => this.bell.tone(name, new Int16Array(bytes(proxy).buffer)),
      ring: name => this.bell.ring(name),
      flash: () => this.tube.flash(),
      bar: usable => { for (const button of fingers) button.disabled = !usable.split(" ").includes(button.id); },
      keyboard: kind => { this.keyboard = typed.inputMode = kind; this.focus(); },
      speak,
      ask: (number, proxy) => this.solver.ask(number, proxy && bytes(proxy)),
      fullscreen: fill,
      address: place => this.move(place),
      language: name => { try { localStorage.setItem(KEPT, name); } catch { /* not at the next visit */ } label(name); },
      title: text => { document.title = text; },
      ended: () => this.stop(SAY.ended),
      download: (name, proxy) => download(name, new Blob([bytes(proxy)])),
      copy,
      paste: () => this.paste(),
      upload: () => { element("recording").value = ""; element("recording").click(); },
    };
    // None returns a promise, because Python would need an event loop for it.
    for (const [name, act] of Object.entries(this.page)) this.page[name] = (...values) => { act(...values); };
    this.recall();
    this.listen();
    new ResizeObserver(() => this.fit()).observe(stage);
    window.visualViewport.addEventListener("resize", () => this.tube.aim(this.tube.aimed));
    this.density();
  }

  /** Start the programs, and carry out the input made on the early picture, up to the first that was made where the picture was wrong. */
  start(python, parts) {
    this.python = python;
    this.solver = new Solver(parts, (...answer) => this.call("answered", answer));
    const size = TOUCH ? screenSize() : [];
    this.web = python.pyimport("gemport.cli.web").begin(this.page, storage, LANGUAGE, this.place, ...size);
    this.host = this.web.host;
    const now = this.still(), { early, waiting } = this;
    const wrong = waiting.findIndex(([, name, values]) => {
      const y = values[name.startsWith("finger") ? 2 : 1], { octets } = this.tube;
      const lines = picture => String(picture.subarray(Math.max(y - AROUND, 0) * octets, (y + AROUND) * octets));
      return y !== undefined && (now?.length !== early?.length || lines(now) !== lines(early));
    });
    if (wrong >= 0) waiting.splice(wrong, Infinity, [waiting[wrong][0], "blur", []]);
    this.carryOut();
    canvas.classList.remove("early");
    if (document.hidden) this.tell("see", false);
  }

  /** Carry out the input that waits, at the pace at which it was made. */
  async carryOut() {
    for (let before = Infinity; this.waiting.length;) {
      const [time, name, values] = this.waiting.shift();
      await new Promise(done => setTimeout(done, Math.min(time - before, PAUSE)));
      this.call(name, values);
      before = time;
    }
    this.waiting = null;
  }

  // ---- the saved picture

  /** Return the picture without the pointer, or undefined while a box or a menu is open. */
  still() {
    const proxy = this.tell("still"), picture = proxy && bytes(proxy);
    proxy?.destroy();
    return picture;
  }

  rememberSoon() {
    clearTimeout(this.remembering);
    this.remembering = setTimeout(() => this.remember(), QUIET);
  }

  /** Save the picture for the start of the next visit; without ``leaving`` only after a change of what is saved. */
  remember(leaving = false) {
    if (!storage || !this.host || this.fingers.size) return;
    const now = state(this.place), picture = leaving || now !== this.remembered ? this.still() : undefined;
    if (!picture) return;
    this.remembered = now;
    const { width, height, octets, chosen, ink, paper } = this.tube;
    let bits = "";
    for (let at = 0; at < picture.length; at += 8192) bits += String.fromCharCode(...picture.subarray(at, at + 8192));
    const text = JSON.stringify({ state: now, width, height, octets, look: [chosen, ink, paper], bits: btoa(bits) });
    try { localStorage.setItem(PICTURE, text); } catch { localStorage.removeItem(PICTURE); }
  }

  /** Show the saved picture, or the table of a first visit without cards. */
  async recall() {
    try {
      const picture = savedPicture(this.place) ?? await emptyTable(this.place);
      if (!picture || this.host) return;
      const { width, height, octets, look, bits } = picture;
      this.early = bits;
      this.tube.size(width, height, octets);
      this.tube.look(...look);
      this.tube.show(bits);
      canvas.style.visibility = "visible";
      for (const part of [canvas, element("veil")]) part.classList.add("early");
      requestAnimationFrame(() => performance.mark("picture"));
    } catch (error) {
      console.warn(error);
    }
  }

  async paste() {
    try {
      this.tell("pasted", await navigator.clipboard.readText());
    } catch {
      // The release of the pressed keys goes to the field.
      this.tell("blur");
      if (element("paste").open) return;
      element("pasted").value = "";
      element("paste").showModal();
    }
  }

  /** Call a method of the host. An exception ends the session; every move is saved. */
  tell(name, ...values) {
    if (this.waiting && /^(finger_|mouse_|blur)/.test(name)) {
      this.waiting.push([performance.now(), name, values]);
      return undefined;
    }
    return this.host && this.call(name, values);
  }

  call(name, values) {
    if (!this.alive) return undefined;
    try {
      return this.host[name](...values);
    } catch (error) {
      console.error(error);
      this.stop(SAY.fault + String(error.message).trim().split("\n").pop());
      return undefined;
    }
  }

  /** Focus the picture, or the field for an on-screen keyboard. */
  focus() {
    if (document.querySelector("dialog[open]")) return;
    (this.keyboard ? typed : canvas).focus({ preventScroll: true });
  }

  /** Fit the picture again whenever the pixel density changes, as on another monitor. */
  density() {
    matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`).addEventListener("change", () => { this.fit(); this.density(); }, { once: true });
  }

  /** Fit the picture to a new size of the stage; with touch, change the GEM screen as well. */
  fit() {
    if (PAPER.matches) return;
    const [width, height] = screenSize(), { tube } = this;
    if (TOUCH && (width !== tube.width || height !== tube.height)) this.tell("resize", width, height);
    tube.fitSoon();
  }

  stop(text) {
    this.alive = false;
    clearTimeout(this.timer);
    this.solver?.end();
    canvas.classList.add("over");
    element("list").close();
    for (const button of document.querySelectorAll("#fingers button, #export, #import")) /** @type {any} */ (button).disabled = true;
    note(text, () => location.reload());
  }

  alarm(seconds) {
    clearTimeout(this.timer);
    this.timer = seconds === null ? 0 : setTimeout(() => this.tell("wake"), Math.ceil(seconds * 1000));
  }

  move(place) {
    this.place = place;
    if (place !== "desktop") storage?.write(LAST, place);
    history.replaceState(null, "", `#${place}`);
  }

  listen() {
    const over = (kind, act) => canvas.addEventListener(kind, act);
    over("pointerdown", event => this.pointerDown(event));
    over("pointermove", event => this.pointerMove(event));
    over("pointerup", event => this.pointerUp(event));
    over("pointercancel", () => { this.fingers.clear(); this.pair = null; this.tell("blur"); });
    over("wheel", event => this.turn(event));
    over("contextmenu", event => event.preventDefault());
    window.addEventListener("keydown", event => this.keyDown(event));
    window.addEventListener("keyup", event => this.tell("key_up", event.code, event.key));
    window.addEventListener("blur", () => this.tell("blur"));
    // This also happens before the page is closed or reloaded.
    document.addEventListener("visibilitychange", () => {
      this.tell("see", !document.hidden);
      this.remember(true);
    });
    window.addEventListener("hashchange", () => location.reload());
    document.addEventListener("fullscreenchange", () => this.tell("filled", document.fullscreenElement !== null));
    this.fingers = new Map();
    // On-screen keyboards write and replace words in a field: type the difference of its text.
    let before = "";
    const clear = () => { before = typed.value = ""; };
    typed.addEventListener("focus", clear);
    typed.addEventListener("input", () => { this.tell("edited", before, typed.value); before = typed.value; });
    typed.addEventListener("beforeinput", event => {
      const key = { deleteContentBackward: typed.value ? "" : "Backspace", insertLineBreak: "Enter" }[event.inputType];
      if (!key) return;
      event.preventDefault();
      clear();
      this.tell("key_down", key, key, 0);
      this.tell("key_up", key, key);
    });
  }

  modifiers(event) {
    const graphic = event.getModifierState("AltGraph");
    return (event.shiftKey ? 1 : 0) | (event.ctrlKey && !graphic ? 2 : 0) | (event.altKey && !graphic ? 4 : 0) | (event.metaKey ? 64 : 0);
  }

  keyDown(event) {
    const control = event.target.closest?.("button, a, dialog, input:not(#typed)");
    if (control || event.isComposing || !this.alive) return;
    // Leave the browser its zoom, and Tab to the buttons unless a field is open.
    if (event.ctrlKey && !event.altKey && ["+", "-", "=", "0"].includes(event.key)) return;
    if (event.key === "Tab" && !this.keyboard) return;
    if (event.repeat) return event.preventDefault();
    // On-screen keyboards send text instead.
    if (event.key === "Unidentified" || event.key === "Process") return;
    if (this.tell("key_down", event.code, event.key, this.modifiers(event)) || event.key === "Alt") event.preventDefault();
  }

  // Convert pixels, lines or pages of a wheel or touchpad to steps.
  turn(event) {
    if (event.ctrlKey) return;
    event.preventDefault();
    this.turned = (this.turned || 0) + event.deltaY / [100, 3, 1][event.deltaMode];
    const steps = Math.trunc(this.turned);
    this.turned -= steps;
    if (steps) this.tell("wheel", ...this.tube.under(event), steps);
  }

  pointerDown(event) {
    event.preventDefault();
    canvas.setPointerCapture(event.pointerId);
    this.focus();
    const [x, y] = this.tube.under(event);
    if (event.pointerType === "touch") {
      const place = { x: event.clientX, y: event.clientY }, before = [...this.fingers.values()];
      this.fingers.set(event.pointerId, { start: place, at: place, far: false });
      const reach = Math.round(REACH * this.tube.width / canvas.getBoundingClientRect().width);
      const second = this.tell("finger_down", event.pointerId, x, y, reach);
      this.pair = second ? [...before, this.fingers.get(event.pointerId)] : null;
    } else this.tell("mouse_down", x, y, event.button, this.modifiers(event));
  }

  pointerMove(event) {
    const [x, y] = this.tube.under(event), finger = this.fingers.get(event.pointerId);
    if (finger) {
      const at = { x: event.clientX, y: event.clientY };
      finger.far ||= Math.hypot(at.x - finger.start.x, at.y - finger.start.y) > TREMBLE;
      if (this.tell("finger_move", event.pointerId, x, y, finger.far)) this.tube.pinch(1, finger.at, at);
      if (this.pair?.some(one => one.far)) this.pinch(finger, at);
      finger.at = at;
    } else if (event.pointerType !== "touch") {
      // A press or release of a second button arrives as a movement.
      if (event.button === -1) this.tell("point", x, y);
      else this.tell(event.buttons & { 0: 1, 1: 4, 2: 2 }[event.button] ? "mouse_down" : "mouse_up", x, y, event.button, this.modifiers(event));
    }
  }

  /** Move one of two fingers; the picture stays under both. */
  pinch(finger, at) {
    const other = this.pair.find(one => one !== finger);
    if (!other || !this.pair.includes(finger)) return;
    const apart = place => Math.hypot(place.x - other.at.x, place.y - other.at.y) || 1;
    const middle = place => ({ x: (place.x + other.at.x) / 2, y: (place.y + other.at.y) / 2 });
    this.tube.pinch(apart(at) / apart(finger.at), middle(finger.at), middle(at));
  }

  pointerUp(event) {
    this.pair = null;
    if (this.fingers.delete(event.pointerId)) this.tell("finger_up", event.pointerId);
    else if (event.pointerType !== "touch") this.tell("mouse_up", ...this.tube.under(event), event.button, this.modifiers(event));
  }
}

/** Return an unescaped address, or the address itself if its escapes are invalid. */
function unescaped(text) {
  try { return decodeURIComponent(text); } catch { return text; }
}

/** Return the result of a function of a Python object's bytes. */
function using(proxy, act) {
  const view = proxy.getBuffer("u8");
  const result = act(view.data);
  view.release();
  return result;
}

/** Return a copy of the bytes of a Python object. */
const bytes = proxy => using(proxy, data => data.slice());

const rectangle = (x, y, width, height) => ({ x, y, width, height });

function download(name, file) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

async function copy(text) {
  if (text.startsWith("#")) text = location.href.split("#")[0] + text; // a link to this page
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    note(SAY.noClipboard);
  }
}

/** Stop the game in other tabs, so that two tabs never overwrite each other's games. */
function onlyTab(player) {
  let channel;
  try { channel = new BroadcastChannel("gemport"); } catch { return; } // storage is blocked as well, so nothing is saved
  channel.onmessage = () => player.stop(SAY.elsewhere);
  channel.postMessage("here");
}

/** Show the menus of the active program as a list. */
function list(player) {
  const make = (name, text, more = {}) => Object.assign(document.createElement(name), { textContent: text, ...more });
  const rows = JSON.parse(player.tell("menu")).map(([title, item, text, key, checked, enabled]) => {
    if (!text) return make("hr", "");
    if (item < 0) return make("h3", text);
    const row = make("button", text, { disabled: !enabled, role: "menuitemcheckbox", ariaChecked: checked });
    row.append(make("kbd", key));
    // In a separate task, because the browser arranges the page anew.
    row.onclick = () => { element("list").close(); setTimeout(() => player.tell("choose", title, item)); };
    return row;
  });
  // An empty list opens fast; the browser arranges the rows in its next frame.
  element("list").replaceChildren();
  element("list").showModal();
  element("list").replaceChildren(...rows);
}

/** Connect the buttons below the picture. */
function links(player) {
  // Each of them returns the focus to the picture.
  const focus = () => player.focus();
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.onclose = focus;
    dialog.onclick = event => { if (event.target === dialog) dialog.close(); };
  }
  element("paste").addEventListener("close", () => {
    if (element("paste").returnValue) player.tell("pasted", element("pasted").value);
  });
  for (const button of fingers) {
    button.onclick = () => { player.tell("use", button.id); focus(); };
  }
  element("menu").onclick = () => setTimeout(() => list(player)); // apart from the browser's work for the tap
  element("about").onclick = () => element("story").showModal();
  element("fullscreen").onclick = () => { fill(!document.fullscreenElement); focus(); };
  element("export").onclick = () => {
    player.tell("leave");
    const file = new Blob([player.web.exported()], { type: "application/json" });
    download("gemport.json", file);
    focus();
  };
  element("import").onclick = () => { element("file").value = ""; element("file").click(); focus(); };
  element("file").onchange = async () => {
    const [file] = element("file").files;
    focus();
    if (file) note(player.web.import_text(await file.text(), file.name));
  };
  // The file that a game requests.
  element("recording").onchange = async () => {
    const [file] = element("recording").files;
    focus();
    if (file) player.tell("chosen", file.name, await file.text());
  };
}

/** Discard all loaded and cached files of this version. */
async function startOver() {
  loaded.clear();
  attempts++;
  forbidden = "";
  await window.caches?.delete(CACHE).catch(() => {});
}

/** Load Python and the games, and start them. */
async function begin(player) {
  if (!window.WebAssembly) throw new Error("WebAssembly");
  const games = "gemport.zip.packed";
  script("python.js").catch(() => {}); // loads with the parts
  const [memory, parts] = await Promise.all([earlier(), load(Object.keys(PARTS).filter(name => name !== games))]);
  performance.mark("loaded");
  const { startPython, install } = await script("python.js");
  // The games load while Python starts.
  const coming = load([games]);
  progress.set(0.72, SAY.starting);
  const fromMemory = memory && await startPython(parts, tellPlayer, memory).catch(error => { console.warn(error); return discard("started.packed"); });
  const python = fromMemory || await startPython(parts, tellPlayer);
  progress.set(0.9, SAY.games);
  performance.mark("python");
  const every = await coming;
  performance.mark("games");
  install(python, every["gemport.zip"]);
  onlyTab(player);
  player.start(python, every);
}

async function main() {
  element("unstarted").remove();
  label(WORDS[storage?.read(KEPT)] ? storage.read(KEPT) : LANGUAGE);
  const player = new Player();
  links(player);
  for (;;) {
    try {
      await begin(player).catch(async error => {
        console.warn(error);
        await startOver();
        await begin(player);
      });
      break;
    } catch (error) {
      console.warn(error);
      await wish(reason(error, SAY.broken));
      await startOver();
    }
  }
  await player.tube.complete();
  canvas.style.visibility = "visible";
  element("veil").hidden = true;
  player.focus();
  for (const id of ["export", "import"]) element(id).disabled = false;
  if (!storage) note(SAY.noStorage);
  else if (TOUCH && !storage.read(TAPPED)) {
    storage.write(TAPPED, "yes");
    note(SAY.tap);
  }
  Object.assign(window, { gemport: player });
  // After the frame in which the first picture is drawn.
  requestAnimationFrame(() => { document.documentElement.dataset.ready = String(Math.round(performance.now())); });
  keepForLater();
  await new Promise(done => setTimeout(done, 50));
  player.tell("tune");
  for (const module of player.python.pyimport("gemport.cli.web").LATE_MODULES.toJs()) {
    await new Promise(done => setTimeout(done, 50));
    player.python.pyimport(module).destroy();
  }
  // Games create no cyclic garbage, and a collection would take a tenth of a second.
  player.python.runPython("import gc; gc.freeze(); gc.set_threshold(1_000_000)");
}

/** Offer a new version when it is completely cached; this version plays on until the user accepts. */
function renew(registration) {
  if (!registration) return;
  registration.active?.postMessage("complete");
  const offer = () => {
    const { waiting, active } = registration; // the very first version also waits for a moment
    if (waiting && active) note(SAY.newer, () => {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
      waiting.postMessage("use");
    });
  };
  const watch = () => registration.installing?.addEventListener("statechange", offer);
  registration.addEventListener("updatefound", watch);
  watch();
  offer();
}

/** Cache the remaining files for fast and offline visits. They double the download, so a phone waits for Wi-Fi or an idle minute, but no longer than LATEST. */
function keepForLater() {
  // Register only now: earlier, the worker would download uncached parts again.
  const register = () => Promise.all(keeping).then(() => navigator.serviceWorker?.register("sw.js")).then(renew).catch(error => console.warn(error));
  if (!TOUCH || ["wifi", "ethernet"].includes(BROWSER.connection?.type)) return register();
  const latest = performance.now() + LATEST;
  let timer;
  const store = async () => {
    window.removeEventListener("pointerdown", wait);
    await register();
    await navigator.serviceWorker?.ready;
    if (!storage || storage.read(STORED)) return;
    storage.write(STORED, "yes");
    note(SAY.stored);
  };
  const wait = () => { clearTimeout(timer); timer = setTimeout(store, Math.min(MINUTE, latest - performance.now())); };
  window.addEventListener("pointerdown", wait);
  wait();
}

main();
