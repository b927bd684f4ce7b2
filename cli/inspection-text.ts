import { type Align, table } from '../library/terminal/table.ts';
import type { InspectedFont, InspectedImage, InspectedSecurity, Inspection } from '../shared/index.ts';
import { keysOf } from '../shared/lists.ts';
import { sanitizeForTerminal } from './terminal/printable.ts';
import {
  BYTE_CATEGORY_WORDS,
  CIPHER_WORDS,
  COUNTED_FEATURE_WORDS,
  PERMISSION_WORDS,
} from './text/inspection.ts';
import { sizeText } from './text/sizes.ts';

/** Maximum rows of a table for people; `--json` has all. */
const MAX_ROWS = 20;
/** Maximum page sizes and page numbers listed individually. */
const MAX_LISTED = 3;

/** An inspection for a terminal: document facts, then tables of its bytes, images and fonts. */
export function inspectionText(path: string, inspection: Inspection): string {
  const { fileSize, document } = inspection;
  const head = `${path}: ${sizeText(fileSize)}, PDF ${document.version}, ${counted(document.pages, 'page')}`;
  const lines = [head, ...documentLines(inspection).map(([word, text]) => `  ${word}: ${text}`)];
  const parts = [
    lines.map((line) => `${sanitizeForTerminal(line)}\n`).join(''),
    table(byteRows(inspection), ['left', 'right', 'right']),
    listing(inspection.images, 'image', IMAGE_COLUMNS),
    listing(inspection.fonts, 'font', FONT_COLUMNS),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

type Line = readonly [word: string, text: string];

function documentLines({ pageSizes, security, repairs, incomplete, ...rest }: Inspection): Line[] {
  const sizes = pageSizes.map(({ widthPt, heightPt, pages }) => `${widthPt} x ${heightPt} pt (${pages})`);
  const lines: Line[] = [
    ['page sizes', shortened(sizes).join(', ')],
    ['standards', standards(rest).join(', ')],
    ['language', rest.features.language ?? ''],
    ['has', features(rest).join(', ')],
    ['encrypted', security === null ? '' : securityText(security)],
    ['repaired', repairs.join('; ')],
    ['damaged', incomplete ? 'some parts cannot be read and are not counted' : ''],
  ];
  return lines.filter(([, text]) => text !== '');
}

type Described = Pick<Inspection, 'document' | 'features'>;

function standards({ document: { pdfA, pdfUA }, features: { pdfX } }: Described): string[] {
  return [
    ...(pdfA === undefined ? [] : [`PDF/A-${pdfA}`]),
    ...(pdfUA === undefined ? [] : [`PDF/UA-${pdfUA}`]),
    ...(pdfX === undefined ? [] : [pdfX]),
  ];
}

function features({ document, features }: Described): string[] {
  const present: readonly (readonly [string, boolean])[] = [
    ['signature', document.signed],
    ['tags', document.tagged],
    ['XFA', features.xfa],
    ['portfolio', features.portfolio],
    ['JavaScript', features.javaScript],
    ['page labels', features.pageLabels],
    ['linearization', features.linearized],
  ];
  const counts = Object.entries(COUNTED_FEATURE_WORDS).flatMap(([feature, word]) => {
    // The keys of the table are names of counted features.
    const count = features[feature as keyof typeof COUNTED_FEATURE_WORDS];
    return count === 0 ? [] : [counted(count, word)];
  });
  return [...present.flatMap(([word, isPresent]) => (isPresent ? [word] : [])), ...counts];
}

function securityText({ cipher, keyBits, openedAs, permissions }: InspectedSecurity): string {
  const allowed = permissions.map((permission) => PERMISSION_WORDS[permission]).join(', ') || 'nothing';
  return `${CIPHER_WORDS[cipher]} ${keyBits} bits, opened as ${openedAs}; users may: ${allowed}`;
}

function byteRows({ sizes, fileSize }: Inspection): string[][] {
  // The keys of the table are the categories.
  const categories = keysOf(BYTE_CATEGORY_WORDS);
  const rows = categories
    .filter((category) => sizes[category] > 0)
    .map((category) => [
      BYTE_CATEGORY_WORDS[category],
      sizeText(sizes[category]),
      `${((sizes[category] / fileSize) * 100).toFixed(1)} %`,
    ]);
  return [['BYTES', 'SIZE', 'SHARE'], ...rows];
}

interface Column<Row> {
  readonly head: string;
  readonly align: Align;
  readonly cell: (row: Row) => string;
}

const IMAGE_COLUMNS: readonly Column<InspectedImage>[] = [
  { head: 'IMAGE', align: 'right', cell: ({ object }) => String(object) },
  { head: 'PIXELS', align: 'right', cell: ({ width, height }) => `${width} x ${height}` },
  { head: 'BITS', align: 'right', cell: ({ bitsPerComponent }) => String(bitsPerComponent) },
  { head: 'COLOR', align: 'left', cell: imageColor },
  { head: 'CODEC', align: 'left', cell: ({ codec }) => codec },
  { head: 'SIZE', align: 'right', cell: ({ size }) => sizeText(size) },
  {
    head: 'PLACED (PT)',
    align: 'right',
    cell: ({ placed }) =>
      placed === null ? '–' : `${Math.round(placed.widthPt)} x ${Math.round(placed.heightPt)}`,
  },
  { head: 'DPI', align: 'right', cell: ({ placed }) => (placed === null ? '–' : String(placed.dpi)) },
  { head: 'PAGES', align: 'left', cell: ({ pages }) => pageList(pages) },
];

const FONT_COLUMNS: readonly Column<InspectedFont>[] = [
  { head: 'FONT', align: 'left', cell: ({ name }) => name || '–' },
  { head: 'TYPE', align: 'left', cell: ({ type }) => type },
  {
    head: 'EMBEDDED',
    align: 'left',
    cell: ({ program, subset }) => `${program ?? 'no'}${subset ? ' subset' : ''}`,
  },
  { head: 'SIZE', align: 'right', cell: ({ size }) => sizeText(size) },
  { head: 'PAGES', align: 'left', cell: ({ pages }) => pageList(pages) },
];

/** The largest rows as a table; empty if there are none. */
function listing<Row extends { readonly size: number }>(
  rows: readonly Row[],
  word: string,
  columns: readonly Column<Row>[],
): string {
  if (rows.length === 0) return '';
  const shown = rows.toSorted((a, b) => b.size - a.size).slice(0, MAX_ROWS);
  const cells = shown.map((row) => columns.map(({ cell }) => sanitizeForTerminal(cell(row))));
  const text = table(
    [columns.map(({ head }) => head), ...cells],
    columns.map(({ align }) => align),
  );
  const more = rows.length - shown.length;
  return more === 0 ? text : `${text}and ${counted(more, `smaller ${word}`)}; --json has all\n`;
}

function imageColor({ colorSpace, role, masked }: InspectedImage): string {
  if (role !== 'image') return `${colorSpace}, ${role === 'soft-mask' ? 'soft mask' : 'stencil mask'}`;
  return masked ? `${colorSpace} + soft mask` : colorSpace;
}

function pageList(pages: readonly number[]): string {
  return shortened(pages.map(String)).join(', ') || '–';
}

function shortened(items: readonly string[]): readonly string[] {
  return items.length > MAX_LISTED ? [...items.slice(0, MAX_LISTED), '…'] : items;
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
