// Modules to bytecode, by the Python of a tab: node compile.mjs PYODIDE SCRIPT GIVEN MADE

import { readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [folder, script, given, made] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const pyodide = await loadPyodide({ indexURL: folder });
pyodide.FS.writeFile("/given", new Uint8Array(await readFile(given)));
pyodide.runPython(await readFile(script, "utf8"));
pyodide.runPython('compile_archive("/given", "/made")');
await writeFile(made, pyodide.FS.readFile("/made"));
