import { warningText } from '../../../library/node/warning-texts.ts';
import { type Align, table } from '../../../library/terminal/table.ts';
import type { BudgetFit } from '../../../shared/budget/fit-within-budget.ts';
import type { LostAttribute } from '../../files/file-attributes.ts';
import { sanitizeForTerminal } from '../../terminal/printable.ts';
import { savedText, sizeText } from '../../text/sizes.ts';
import { stayedText } from '../../text/what-stayed.ts';
import { type FileResult, type MissedLimit, savedBytes } from './file-result.ts';
import type { RunTally } from './run-tally.ts';

/** A result for people: one line, and one for each remark. */
export function resultText(result: FileResult): string {
  const {
    file,
    status,
    output,
    parts,
    problem,
    warnings = [],
    missed,
    chosen,
    stayed,
    lostAttributes = [],
    earlierOutputs = [],
  } = result;
  const name = sanitizeForTerminal(file);
  const lines: string[] = [];
  if (problem !== undefined) lines.push(`${name}: ${problem.code}: ${sanitizeForTerminal(problem.detail)}`);
  else if (status === 'skipped') lines.push(`${name}: done before`);
  else if (status === 'unchanged' && parts === undefined) lines.push(unchangedText(name, result));
  else {
    const place = parts === undefined ? output : `${parts[0]?.output} … ${parts.length} parts`;
    const where = place === undefined || place === file ? '' : ` → ${sanitizeForTerminal(place)}`;
    lines.push(`${name}${where}: ${changeText(result)}`);
  }
  for (const warning of warnings) {
    const isMissed = warning === 'target-missed' && missed !== undefined;
    const isChosen = warning === 'mrc-applied' && chosen === 'mrc';
    lines.push(`  ${isMissed ? missedText(missed) : isChosen ? CHOSEN : warningText(warning)}`);
  }
  if (stayed !== undefined) lines.push(`  ${stayedText(stayed)}`);
  if (earlierOutputs.length > 0)
    lines.push(`  Still there from an earlier run: ${earlierOutputs.map(sanitizeForTerminal).join(', ')}.`);
  for (const attribute of lostAttributes) lines.push(`  ${LOST_TEXTS[attribute]}`);
  return `${lines.join('\n')}\n`;
}

function unchangedText(name: string, { file, output }: FileResult): string {
  const isCopied = output !== undefined && output !== file;
  const [where, copied] = isCopied
    ? [` → ${sanitizeForTerminal(output)}`, '; it was copied as it is']
    : ['', ''];
  return `${name}${where}: unchanged, nothing could be saved${copied}`;
}

/** Why a result exceeds its limit, and what to do about it. */
function missedText({ requestedSize, minSize, mode, remedy }: MissedLimit): string {
  const missed = `It does not fit into ${sizeText(requestedSize)}`;
  const ink = remedy === undefined ? '' : ` With --ink ${remedy.ink} it does: ${sizeText(remedy.size)}.`;
  if (mode === 'closest') return `${missed}: this is the smallest that these options allow.${ink}`;
  const why =
    minSize === undefined
      ? ', even without its images'
      : `: ${sizeText(minSize)} is the least with these options`;
  return `${missed}${why}, so no image was made softer. --limit-mode closest gives the least.${ink}`;
}

const CHOSEN =
  'Text of scanned pages is stored as sharp shapes: to fit, images would need a quality below 50 or less than 110 dpi. No letter was replaced.';

const LOST_TEXTS: Readonly<Record<LostAttribute, string>> = {
  owner: 'Its owner could not be kept: the file is yours now.',
  group: 'Its group could not be kept, so its group has no more rights than everybody.',
  extended: 'Not all of its extended attributes and its access list (ACL) could be kept.',
};

/** Like `resultText`, with the elapsed time. */
export function timedText(result: FileResult, elapsedMs = 0): string {
  const [line = '', ...rest] = resultText(result).split('\n');
  return [`${line} in ${(elapsedMs / 1000).toFixed(1)} s`, ...rest].join('\n');
}

/** Summary of a run; empty for a single PDF. */
export function totalText(tally: RunTally): string {
  if (tally.ended < 2) return '';
  return `${countsText(tally)}. ${sizeText(tally.savedBytes)} saved of ${sizeText(tally.inputSize)}.\n`;
}

/** Progress of a run that was interrupted. */
export function interruptedText(tally: RunTally): string {
  const { ended, found, isAllFound } = tally;
  const of = `${ended} of ${isAllFound ? '' : 'at least '}${found}`;
  const counts = ended > 0 ? ` (${countsText(tally)})` : '';
  return `Ended early: ${of} PDFs are done${counts}. What is done stays; the same command continues with the rest.\n`;
}

function countsText(tally: RunTally): string {
  return COUNTED.map(([status, words]) => [tally.countOf(status), words] as const)
    .filter(([number]) => number > 0)
    .map(([number, words]) => `${number} ${words}`)
    .join(', ');
}

/** Compares the total size of all results with the requested one. */
export function budgetText({ kind, bytes, leastBytes = 0 }: BudgetFit, budget: number): string {
  if (kind === 'fits') return `All together ${sizeText(bytes)}, under ${sizeText(budget)}.\n`;
  return `All together ${sizeText(bytes)}, over ${sizeText(budget)}: they cannot become smaller than ${sizeText(leastBytes)}, so all kept their quality.\n`;
}

/** The savings per file, as a table. */
export function gainTable(results: readonly FileResult[]): string {
  const rows = results.map((result) => [
    sizeText(savedBytes(result)),
    percentText(result),
    sizeText(result.inputSize ?? 0),
    sanitizeForTerminal(result.file),
    result.problem?.code ?? '',
  ]);
  const aligns: readonly Align[] = ['right', 'right', 'right'];
  return table([['GAIN', '', 'OF', 'PDF', ''], ...rows], aligns);
}

const COUNTED: readonly (readonly [FileResult['status'], string])[] = [
  ['smaller', 'smaller'],
  ['unchanged', 'unchanged'],
  ['skipped', 'done before'],
  ['refused', 'cannot be compressed'],
  ['failed', 'failed'],
];

function changeText(result: FileResult): string {
  const { inputSize = 0, outputSize = 0 } = result;
  return `${sizeText(inputSize)} → ${sizeText(outputSize)} (${percentText(result)})`;
}

function percentText(result: FileResult): string {
  const { inputSize = 0 } = result;
  return savedBytes(result) <= 0 ? '' : savedText(inputSize, inputSize - savedBytes(result));
}
