// Compiles Python's modules for the very Python that will run them: node compile.mjs PYODIDE_FOLDER IN.zip OUT.zip ...
// A browser would need seconds for that, at every start. Docstrings go, but for Pyodide's own, which it looks at.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, ...files] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: folder, env: { PYTHONNODEBUGRANGES: "1" } });
python.runPython(`
import marshal, zipfile
from importlib.util import MAGIC_NUMBER

UNCHECKED = (1).to_bytes(4, "little") + bytes(8)

def compiled(name, text):
    level = 0 if name.split("/")[0] in ("pyodide", "_pyodide") else 2
    code = compile(text, name, "exec", dont_inherit=True, optimize=level)
    return MAGIC_NUMBER + UNCHECKED + marshal.dumps(code)

def compile_archive():
    with zipfile.ZipFile("/in.zip") as found, zipfile.ZipFile("/out.zip", "w") as made:
        for item in found.infolist():
            data = found.read(item)
            if item.filename.endswith(".py"):
                item.filename, data = item.filename + "c", compiled(item.filename, data)
            made.writestr(item, data)
`);
for (let i = 0; i < files.length; i += 2) {
  python.FS.writeFile("/in.zip", new Uint8Array(readFileSync(files[i])));
  python.runPython("compile_archive()");
  writeFileSync(files[i + 1], python.FS.readFile("/out.zip"));
}
