// A position as a picture, for paper and for other programs. The server draws it.
import { address, getText } from "../api/client";

/** The edge of a picture in dots, large enough for print. */
const DOTS = 1600;

export type Shown = { rules: string; fen: string; flipped: boolean };

const query = ({ rules, fen, flipped }: Shown, print: boolean) => ({ rules, fen, seenBy: flipped ? "black" : "white", print: String(print) });

/** Where the picture is. */
export function pictureAddress(shown: Shown, print = false): string {
  return address("/diagram", query(shown, print));
}

/** Hands a file to whoever asked for it. */
export function download(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}

/** The picture as dots. */
export async function png(shown: Shown): Promise<Blob> {
  const drawn = await getText("/diagram", query(shown, false));
  const sized = drawn.replace("<svg ", `<svg width="${DOTS}" height="${DOTS}" `);
  const image = new Image();
  image.src = `data:image/svg+xml;utf8,${encodeURIComponent(sized)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: DOTS, height: DOTS });
  canvas.getContext("2d")!.drawImage(image, 0, 0, DOTS, DOTS);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture")))));
}
