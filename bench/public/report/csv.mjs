/** @typedef {import('../public.mjs').Outcome} Outcome */

const KINDS = [
  'pages',
  'page sizes',
  'words',
  'links',
  'bookmarks',
  'fields',
  'tags',
  'attachments',
  'signatures',
];
const HEAD = [
  'file',
  'sha256',
  'contestant',
  'bytesIn',
  'bytesOut',
  'ms',
  'failure',
  ...KINDS.map((kind) => `lost ${kind}`),
  'ssimMean',
  'ssimWorst',
  'tileWorst',
];

/** One line per document and contestant. @param {readonly Outcome[]} outcomes */
export function csvOf(outcomes) {
  return [HEAD, ...outcomes.map(cellsOf)].map((cells) => `${cells.map(quoted).join(',')}\n`).join('');
}

/** @param {Outcome} outcome @returns {readonly (string | number)[]} */
function cellsOf({ contestant, entry, bytesOut, ms, failure, grade }) {
  const drawn = grade?.drawn ?? [];
  const least = (/** @type {readonly number[]} */ all) =>
    all.length === 0 ? '' : Math.min(...all).toFixed(5);
  const mean = drawn.reduce((sum, { ssim }) => sum + ssim, 0) / drawn.length;
  return [
    entry.name,
    entry.sha256,
    contestant,
    entry.bytes,
    bytesOut,
    Math.round(ms),
    failure ?? '',
    ...KINDS.map((kind) => grade?.losses.find((loss) => loss.kind === kind)?.lost ?? 0),
    drawn.length === 0 ? '' : mean.toFixed(5),
    least(drawn.map(({ ssim }) => ssim)),
    least(drawn.map(({ worst }) => worst)),
  ];
}

/** RFC 4180. @param {string | number} cell */
function quoted(cell) {
  const text = String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
