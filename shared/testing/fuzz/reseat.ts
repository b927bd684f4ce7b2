import { bytesOf, textOf } from './edits.ts';

const OBJECT = /(?:^|[\s>])(\d{1,6}) (\d{1,5}) obj\b/g;
const DATA = /\/Length (\d+)(.*?>>\s*stream\r?\n)(.*?)(\r?\n?endstream)/gs;

/**
 * Corrects the cross-reference and `/Length` of a changed file, as if a program had written it: the change
 * then reaches the readers of objects and streams, not only the repair of the file. Files that it does not
 * understand are returned unchanged.
 */
export function reseat(bytes: Uint8Array): Uint8Array {
  const text = textOf(bytes).replace(
    DATA,
    (_, _length, head: string, data: string, end: string) => `/Length ${data.length}${head}${data}${end}`,
  );
  const table = text.lastIndexOf('xref\n0 ');
  return bytesOf(table > 0 ? withTable(text, table) : withStart(text));
}

function withTable(text: string, table: number): string {
  const trailer = text.indexOf('trailer', table);
  const start = text.indexOf('startxref', trailer);
  if (trailer < 0 || start < 0) return text;
  const rows = [...text.slice(0, table).matchAll(OBJECT)].map((match) => {
    const [whole, number, generation] = match;
    const offset = match.index + (/^\d/.test(whole) ? 0 : 1);
    return `${number} 1\n${String(offset).padStart(10, '0')} ${generation!.padStart(5, '0')} n \n`;
  });
  const head = `${text.slice(0, table)}xref\n0 1\n0000000000 65535 f \n${rows.join('')}`;
  return `${head}${text.slice(trailer, start)}startxref\n${table}\n%%EOF\n`;
}

/** The last object is the cross-reference stream; its entries for others are not changed. */
function withStart(text: string): string {
  const last = [...text.matchAll(OBJECT)].at(-1);
  const start = text.lastIndexOf('startxref');
  if (last === undefined || start < 0) return text;
  const offset = last.index + (/^\d/.test(last[0]) ? 0 : 1);
  return `${text.slice(0, start)}startxref\n${offset}\n%%EOF\n`;
}
