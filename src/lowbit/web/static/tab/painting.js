// Pictures as PNG: Python draws them as SVG, and the page paints that.

const SCALE = 4 / 3; // pixels a unit where no width is asked for, as the server has them

/** Return the response to a request for a PNG, of which `ask` gets the SVG. */
export async function painted(ask, body) {
  const { width, ...asked } = JSON.parse(body);
  const response = await ask(JSON.stringify({ ...asked, format: "svg" }));
  if (!response.ok) return response;
  const png = await paint(await response.text(), width);
  return new Response(png, { headers: { "Content-Type": "image/png" } });
}

async function paint(svg, width) {
  const picture = await loaded(svg);
  const [, , , unitsWide, unitsHigh] = svg.match(/viewBox="(\S+) (\S+) (\S+) (\S+)"/).map(Number);
  const canvas = document.createElement("canvas");
  canvas.width = width ?? Math.round(unitsWide * SCALE);
  canvas.height = Math.round((canvas.width * unitsHigh) / unitsWide);
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

async function loaded(svg) {
  const picture = new Image();
  picture.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    await picture.decode();
  } finally {
    URL.revokeObjectURL(picture.src);
  }
  return picture;
}
