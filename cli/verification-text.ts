import { table } from '../library/terminal/table.ts';
import {
  addedKinds,
  type CategoryResult,
  type Loss,
  looksDifferent,
  lostKinds,
  type ReceiptVerdict,
  type Verification,
} from '../shared/index.ts';
import type { PageScore } from './drawing/page-scores.ts';
import type { SignatureVerdict } from './receipt-signature.ts';
import { sanitizeForTerminal } from './terminal/printable.ts';
import { sizeText } from './text/sizes.ts';
import { countedKind, KIND_WORDS, LOSS_WORDS, RULE_WORDS, receiptText } from './text/verification.ts';

/** Maximum losses of one kind shown to people; `--json` has all. */
const MAX_LOSSES = 10;
/** Maximum characters of a name or value from the file. */
const MAX_LETTERS = 60;

export interface Verified {
  readonly paths: readonly [before: string, after: string];
  readonly verification: Verification;
  /** Null if pages were not rendered; `note` says why. */
  readonly scores: readonly PageScore[] | null;
  readonly note: string;
  readonly receipt: ReceiptVerdict | null;
  /** Null if no key was given. */
  readonly signature: SignatureVerdict | null;
}

/** A comparison for a terminal: the verdict, then losses, what is kept, and the pages that differ. */
export function verificationText({
  paths,
  verification,
  scores,
  note,
  receipt,
  signature,
}: Verified): string {
  const { before, after, categories } = verification;
  const head = `${paths[0]} → ${paths[1]}: ${sizeText(before.size)} → ${sizeText(after.size)}`;
  const lost = lostKinds(verification);
  const kept = categories.filter((kind) => !lost.includes(kind) && kind.before + kind.after > 0);
  const parts = [
    [
      sanitizeForTerminal(head),
      headline(verification, scores, note),
      ...(receipt === null ? [] : [receiptText(receipt)]),
      ...(signature === null ? [] : [SIGNATURE_WORDS[signature]]),
    ],
    [...damageLines(verification)],
    movedLines(verification),
    lost.length === 0 ? [] : ['LOST', ...lost.flatMap(lostLines)],
    addedLines(verification),
    kept.length === 0 ? [] : ['KEPT', ...keptLines(kept)],
    pageLines(verification, scores),
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
    .concat('\n');
}

/** The same as a page with pictures of pages before and after, of which the places that differ most are framed. */
export function verificationHtml(
  text: string,
  pictures: readonly { readonly page: number; readonly png: Buffer }[],
): string {
  const [title = ''] = text.split('\n');
  const figures = pictures.map(
    ({ page, png }) =>
      `<figure><figcaption>Page ${page}, before and after</figcaption><img alt="Page ${page} before and after" src="data:image/png;base64,${png.toString('base64')}"></figure>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;margin:2rem}pre{white-space:pre-wrap}figure{margin:2rem 0}img{max-width:100%}</style>
<pre>${escaped(text)}</pre>
${figures.join('\n')}
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const SIGNATURE_WORDS: Readonly<Record<SignatureVerdict, string>> = {
  right: 'Its signature is right: the owner of the key signed this receipt.',
  wrong: 'Its signature is not right: another key made it, or the receipt was changed since.',
  missing: 'It has no signature beside it.',
};

/** The verdict in one sentence. */
export function headline(verification: Verification, scores: readonly PageScore[] | null, note = ''): string {
  if (verification.differentDocuments) return 'These are two different documents.';
  const things = lostKinds(verification).length;
  const different = (scores ?? []).filter(looksDifferent).length;
  const looks =
    different === 0 ? '' : `${counted(different, 'page')} ${different === 1 ? 'looks' : 'look'} different`;
  const lost = things === 0 ? '' : `${counted(things, 'thing')} ${things === 1 ? 'was' : 'were'} lost`;
  const equal =
    verification.equality === 'bytes'
      ? ' Both files are the same, byte for byte.'
      : verification.equality === 'objects'
        ? ' Both files hold the same objects.'
        : '';
  // Files with equal contents look the same.
  const unseen = scores === null && equal === '' ? ` ${note || 'Pages were not looked at.'}` : '';
  const rest = `${addedText(verification)}${unseen}`;
  if (lost === '' && looks !== '') return `${looks}; nothing else was lost.${rest}`;
  if (lost === '') return `Nothing was lost.${equal}${rest}`;
  return `${lost}${looks === '' ? '' : `, ${looks}`}.${rest}`;
}

/** Names additions, which the headline must not hide. */
function addedText(verification: Verification): string {
  const kinds = addedKinds(verification).map(({ kind, added }) => countedKind(kind, added));
  return kinds.length === 0 ? '' : ` Added: ${kinds.join(', ')}.`;
}

function addedLines(verification: Verification): string[] {
  const kinds = addedKinds(verification);
  if (kinds.length === 0 || verification.differentDocuments) return [];
  return [
    'ADDED',
    ...kinds.flatMap(({ kind, added, additions }) => [
      `  ${KIND_WORDS[kind]}: ${added}`,
      ...additions
        .slice(0, MAX_LOSSES)
        .map(({ page, name }) => `    ${page === null ? '' : `page ${page}, `}${short(name)}`),
    ]),
  ];
}

/** The moved pixels of scanned bilevel pages, for legal and archival review. */
function movedLines({ movedPixels }: Verification): string[] {
  if (movedPixels === undefined) return [];
  const { pictures, pixels, longestRun, broken } = movedPixels;
  const counts = `${counted(pixels, 'pixel')} of ${counted(pictures, 'black-and-white picture')} changed, at most ${longestRun} together.`;
  return broken.length === 0
    ? [
        counts,
        'All rules of near-lossless pages are kept: no shape was replaced, joined, divided, lost or added.',
      ]
    : [
        counts,
        `Rules of near-lossless pages that are broken: ${broken.map((rule) => RULE_WORDS[rule]).join('; ')}.`,
      ];
}

function damageLines({ before, after }: Verification): string[] {
  return [
    ...(before.incomplete ? ['The first file is damaged: what cannot be read of it was not compared.'] : []),
    ...(after.incomplete ? ['The second file is damaged: what cannot be read of it counts as lost.'] : []),
  ];
}

function lostLines({ kind, before, lost, losses }: CategoryResult): string[] {
  const count = lost === before && before > 1 ? `all ${before}` : `${lost} of ${before}`;
  const shown = losses.slice(0, MAX_LOSSES);
  const more = lost - shown.length;
  return [
    `  ${KIND_WORDS[kind]}: ${count}`,
    ...shown.map((loss) => `    ${lossText(loss)}`),
    ...(more > 0 ? [`    and ${more} more; --json lists them`] : []),
  ];
}

function lossText({ change: how, page, name, before, after }: Loss): string {
  const place = page === null ? '' : `page ${page}, `;
  const change = before === undefined || after === undefined ? '' : `: ${short(before)} → ${short(after)}`;
  return `${place}${LOSS_WORDS[how]}: ${short(name)}${change}`;
}

function short(text: string): string {
  const letters = [...sanitizeForTerminal(text)];
  return letters.length <= MAX_LETTERS ? letters.join('') : `${letters.slice(0, MAX_LETTERS).join('')}…`;
}

function keptLines(kinds: readonly CategoryResult[]): string[] {
  const rows = kinds.map((result) => [`  ${KIND_WORDS[result.kind]}`, keptText(result)]);
  return table(rows).trimEnd().split('\n');
}

/** Differences that are no losses. */
const NOTES: Readonly<Partial<Record<CategoryResult['kind'], string>>> = {
  metadata: 'changed or removed',
  resolution: 'with fewer pixels',
  'reading-order': 'in another order',
};

function keptText({ kind, before, lost, added, notCompared }: CategoryResult): string {
  const notes = [
    ...(added > 0 ? [`${added} new`] : []),
    ...(notCompared > 0 ? [`${notCompared} could not be compared`] : []),
  ];
  const count =
    NOTES[kind] !== undefined && lost > 0
      ? `${lost} of ${before} ${NOTES[kind]}`
      : `${before - lost} of ${before}`;
  return [count, ...notes].join(', ');
}

/** Pages with a loss, and pages that look different or could not be rendered. */
function pageLines({ pages }: Verification, scores: readonly PageScore[] | null): string[] {
  const byPage = new Map((scores ?? []).map((score) => [score.page, score]));
  const rows = pages.flatMap(({ page, after, lost }) => {
    const score = byPage.get(page);
    const isOdd = after === null || Object.keys(lost).length > 0;
    if (!isOdd && (score === undefined || (score.similarity !== null && !looksDifferent(score)))) return [];
    const words = Object.entries(lost).map(
      ([kind, count]) => `${KIND_WORDS[kind as CategoryResult['kind']]} ${count}`,
    );
    return [[String(page), scoreText(score), after === null ? 'the page is gone' : words.join(', ')]];
  });
  const worst = worstLine(scores);
  if (rows.length === 0) return worst;
  return [
    ...worst,
    ...table([['PAGE', 'SCORE', 'LOST'], ...rows], ['right', 'right', 'left'])
      .trimEnd()
      .split('\n'),
  ];
}

function worstLine(scores: readonly PageScore[] | null): string[] {
  const drawn = (scores ?? []).flatMap(({ page, similarity, spot }) =>
    similarity === null ? [] : [{ page, similarity, spot }],
  );
  const [first, ...rest] = drawn;
  if (first === undefined) return [];
  const worst = rest.reduce((a, b) => (b.similarity < a.similarity ? b : a), first);
  const places = (scores ?? []).flatMap(({ page, spot }) =>
    spot == null
      ? []
      : [
          `Page ${page} shows something else at ${percent(spot.left, spot.right)} of its width and ${percent(spot.top, spot.bottom)} of its height from the top.`,
        ],
  );
  return [`The worst page is ${worst.page}, at ${scoreText(worst)} of 100.`, ...places.slice(0, MAX_LOSSES)];
}

function percent(from: number, to: number): string {
  return `${Math.round((from + to) * 50)}%`;
}

/** Truncated, so that 99.96 is not shown as 100. */
function scoreText(score: PageScore | undefined): string {
  if (score === undefined) return '–';
  if (score.similarity === null) return 'not drawn';
  return score.similarity >= 1 ? '100' : (Math.floor(score.similarity * 1000 + 1e-6) / 10).toFixed(1);
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
