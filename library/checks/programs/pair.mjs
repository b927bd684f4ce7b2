import { readFile } from 'node:fs/promises';
import { compress, inspect, PdfError, verify } from 'pagelight';
import { inspect as inspectHere } from 'pagelight/inspect';

const input = await readFile(process.argv[2]);
const { bytes, receipt } = await compress(input, { preset: 'small' }, { receipt: true });
const { document } = await inspect(bytes);
const { differentDocuments } = await verify(input, bytes);
const refused = await compress(new Uint8Array(9)).catch(
  (error) => error instanceof PdfError && error.problem.code,
);
const pages = (await inspectHere(input)).document.pages;
console.log(
  JSON.stringify({ pages: [pages, document.pages], differentDocuments, schema: receipt.schema, refused }),
);
