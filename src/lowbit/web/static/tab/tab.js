// Requests to workers of this tab, which hold the same Python as the server's.

import { painted } from "./painting.js";
import { mostWorkers, Pool } from "./pool.js";
import { Quick } from "./quick.js";

const most = mostWorkers(navigator);
const listeners = [];
const quick = new Quick();
const pool = new Pool(most, (part) => listeners.forEach((hear) => hear(part)));

export const tab = {
  lanes: most,
  unreachable: "noSolver",
  onLoading: (hear) => listeners.push(hear),
  open() {
    quick.open();
    return pool.open();
  },

  async send(name, { body = "", ...options }) {
    const [path, query = ""] = name.split("?");
    if (path === "render" && JSON.parse(body).format === "png") return painted((asked) => tab.send(name, { body: asked, ...options }), body);
    return (await quick.ask({ path, query, body }, options)) ?? pool.ask({ path, query, body }, options);
  },
};
