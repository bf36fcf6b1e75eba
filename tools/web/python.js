// Python with gemport, from the loaded parts: in the page, and in the solver's worker, which this script also is.

const LOCK = @LOCK@;
const HERE = new URL("./", import.meta.url);

/** Start Python. Its loader requests files by name and gets the unpacked parts. */
export async function startPython(parts, print, memory) {
  // A browser remembers a failed address, so this script's query, the number of the attempt, is also that of the loader.
  const { loadPyodide } = await import(new URL(`pyodide.js${new URL(import.meta.url).search}`, HERE).href);
  const network = globalThis.fetch, compile = WebAssembly.instantiateStreaming, module = parts["pyodide.asm.wasm"];
  globalThis.fetch = (/** @type {any} */ url, ...rest) => {
    const name = String(url.url ?? url).split("/").pop(), part = parts[name];
    return part ? Promise.resolve(new Response(part === module ? "" : part)) : network(url, ...rest);
  };
  WebAssembly.instantiateStreaming = /** @type {any} */ (async (_response, imports) => ({ module, instance: await WebAssembly.instantiate(module, imports) }));
  try {
    return await loadPyodide({
      indexURL: HERE.href, lockFileContents: JSON.stringify(LOCK),
      createPyodideModule: (await import(parts["pyodide.asm.mjs"])).default,
      stderr: print, stdout: print, _loadSnapshot: memory,
    });
  } finally {
    globalThis.fetch = network;
    WebAssembly.instantiateStreaming = compile;
  }
}

/** Write the files of an uncompressed zip archive to Python's file system; Python itself would take ten times as long. */
export function install(python, archive) {
  const folder = "/lib/gemport", view = new DataView(archive), folders = new Set();
  for (let at = 0; view.getUint32(at, true) === 0x04034b50;) {
    const [size, long, more] = [view.getUint32(at + 22, true), view.getUint16(at + 26, true), view.getUint16(at + 28, true)];
    const path = `${folder}/${new TextDecoder().decode(new Uint8Array(archive, at + 30, long))}`, parent = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(parent)) python.FS.mkdirTree(parent);
    folders.add(parent);
    at += 30 + long + more;
    python.FS.writeFile(path, new Uint8Array(archive, at, size), { canOwn: true });
    at += size;
  }
  python.runPython("import sys; '/lib/gemport' in sys.path or sys.path.insert(0, '/lib/gemport')");
}

/** Answer the page's questions (gemport/hosts/questions.py). The first message has the parts, each other one a question. */
function serve() {
  const turn = new MessageChannel();
  let ready, worker, memory;
  const say = (...values) => globalThis.postMessage(values);
  const fail = error => { ready = null; say(undefined, String(error.message).trim().split("\n").pop()); };
  globalThis.onmessage = ({ data }) => {
    if (!Array.isArray(data)) {
      ready = startPython(data, console.warn).then(python => {
        install(python, data["gemport.zip"]);
        memory = python._module;
        worker = python.pyimport("gemport.hosts.questions").Worker();
      });
      ready.catch(fail);
      return;
    }
    const [number, question] = data;
    ready?.then(() => {
      if (question) worker.ask(number, question);
      else worker.stop(number);
      turn.port2.postMessage(0);
    }).catch(fail);
  };
  // Between two turns, messages arrive.
  turn.port1.onmessage = () => {
    try {
      const answer = worker.work();
      if (!answer) return;
      const [number, progress, octets] = answer.toJs();
      answer.destroy();
      say(number, progress, octets ?? undefined, memory.HEAPU8.length);
      turn.port2.postMessage(0);
    } catch (error) {
      fail(error);
    }
  };
}

if (!("document" in globalThis)) serve();
