// Keeps Python as it stands when every game was started once: node start.mjs PYODIDE_FOLDER GEMPORT.zip OUT
// A browser that has this picture of the memory need not start Python again, nor import or read anything.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, code, out] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: folder, _makeSnapshot: true, env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0" } });
const begun = python._module.HEAPU8.length;
python.FS.writeFile("/gemport.zip", readFileSync(code));
python.runPython(`
import gc, os, sys, zipimport
archive = zipimport.zipimporter("/gemport.zip")
for name in archive._get_files():
    if not name.endswith("/"):
        os.makedirs(os.path.dirname(f"/lib/gemport/{name}"), exist_ok=True)
        with open(f"/lib/gemport/{name}", "wb") as file:
            file.write(archive.get_data(name))
zipimport._zip_directory_cache.clear()
del archive, file, name, os, zipimport
sys.path.insert(0, "/lib/gemport")
from gemport.cli import registry
from gemport.cli.web import DESKTOP, begin

class Nothing:
    def __getattr__(self, name):
        return lambda *_: None

for place in (DESKTOP, *registry.names()):
    for language in ("de", "en"):
        begin(Nothing(), None, language, place)
        # At once: all games together would make the memory grow.
        gc.collect()
del Nothing, begin, place, language
gc.collect()
`);
// A memory that has grown does not fit into one that begins.
if (python._module.HEAPU8.length > begun) throw new Error(`the games take more than the ${begun >> 20} MiB that a page begins with`);
writeFileSync(out, python.makeMemorySnapshot());
