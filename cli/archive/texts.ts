import { sanitizeForTerminal } from '../terminal/printable.ts';
import { sizeText } from '../text/sizes.ts';
import type { ArchivePlan, ArchiveReport, Estimate } from './archive-files.ts';
import type { Prices } from './usage.ts';
import type { ArchiveFault, ArchiveVerification } from './verify/archive-fault.ts';

const GIGABYTE = 1e9;
const SECONDS_PER_HOUR = 3600;

/** The plan for people. */
export function planText(plan: ArchivePlan, prices: Prices): string {
  const { objects, size, others, shards, prediction } = plan;
  const lines = [`${counted(objects, 'PDF')} of ${sizeText(size)} in ${counted(shards, 'shard')}.`];
  if (others.objects > 0)
    lines.push(
      `${counted(others.objects, 'other object')} of ${sizeText(others.size)} will stay as they are.`,
    );
  if (prediction === null) return `${lines.join('\n')}\n`;
  const { savedBytes, cpuSeconds, sampled, refused } = prediction;
  lines.push(
    `Likely saves ${sizeText(savedBytes.likely)} (${percent(savedBytes.likely, size)}), from ${sizeText(Math.max(0, savedBytes.low))} to ${sizeText(savedBytes.high)}, by a sample of ${sampled}.`,
    `Likely takes ${hoursText(cpuSeconds.likely)} of a processor, from ${hoursText(cpuSeconds.low)} to ${hoursText(cpuSeconds.high)}.`,
  );
  if (Object.keys(refused).length > 0) lines.push(`Of the sample can't be compressed: ${byCode(refused)}.`);
  for (const line of priceLines(savedBytes.likely, cpuSeconds.likely, prices)) lines.push(line);
  return `${lines.join('\n')}\n`;
}

/** The completion report for people. */
export function reportText(report: ArchiveReport, prices: Prices, store: string): string {
  const { objects, inputSize, outputSize, smaller, unchanged, refused, failed, cost, predicted, root } =
    report;
  const saved = inputSize - outputSize;
  const cpuSeconds = cost.cpuMs / 1000;
  const lines = [
    `${counted(objects, 'PDF')} of ${sizeText(inputSize)}: ${smaller} smaller, ${unchanged} unchanged, ${sumOf(refused)} refused${inBrackets(refused)}, ${sumOf(failed)} failed${inBrackets(failed)}.`,
    `Saved ${sizeText(saved)} (${percent(saved, inputSize)}${predictedText(predicted?.savedBytes, sizeText)}).`,
    `Took ${hoursText(cpuSeconds)} of a processor${predictedText(predicted?.cpuSeconds, hoursText)}; ${counted(cost.reused, 'PDF')} had the contents of others.`,
    ...priceLines(saved, cpuSeconds, prices),
    `Root ${root}`,
    `Keep it elsewhere and check the results with: pagelight archive verify ${sanitizeForTerminal(store)} --root ${root}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** The verification for people. */
export function verificationText(verification: ArchiveVerification): string {
  const { objects, shards, outputs, repeated, withoutInput, faults, faultCount, root } = verification;
  const lines = faults.slice(0, MAX_FAULTS).map((fault) => `${faultText(fault)}.`);
  if (faultCount > lines.length) lines.push(`… and ${faultCount - lines.length} more: see --json.`);
  lines.push(
    `Checked ${counted(objects, 'line')} of ${counted(shards, 'shard')}, ${counted(outputs, 'output')}, and ${repeated} of them by compressing again.`,
  );
  if (withoutInput > 0)
    lines.push(
      `Of ${withoutInput} the original is gone or replaced: name a copy with --from to compress them again.`,
    );
  lines.push(
    faultCount === 0 ? `All is as the run says. Root ${root}` : `${counted(faultCount, 'fault')} found.`,
  );
  return `${lines.join('\n')}\n`;
}

const MAX_FAULTS = 50;

function faultText(fault: ArchiveFault): string {
  const nameOf = (key: string) => sanitizeForTerminal(key);
  switch (fault.kind) {
    case 'root':
      return `The root is ${fault.found}, not ${fault.expected}: the manifest is another one`;
    case 'lists':
      return 'The lists of the shards are not those of the plan';
    case 'swapped-shard':
      return `In the place of shard ${fault.shard} is shard ${fault.found}`;
    case 'missing-shard':
      return `Shard ${fault.shard} is missing`;
    case 'changed-shard':
      return `Shard ${fault.shard} was changed: its digest is wrong`;
    case 'bad-line':
      return `Line ${fault.line} of shard ${fault.shard} is forged or broken`;
    case 'report':
      return `The report is wrong: ${fault.field}`;
    case 'missing-output':
      return `${nameOf(fault.key)}: the result is missing`;
    case 'changed-output':
      return `${nameOf(fault.key)}: the result was changed`;
    case 'changed-input':
      return `${nameOf(fault.key)}: the original is another one`;
    case 'not-reproduced':
      return `${nameOf(fault.key)}: compressing the original again gives something else (${fault.fields.join(', ')})`;
  }
}

function priceLines(
  savedBytes: number,
  cpuSeconds: number,
  { cpuHour, gigabyteMonth }: Prices,
): readonly string[] {
  const cost = cpuHour === undefined ? undefined : (cpuSeconds / SECONDS_PER_HOUR) * cpuHour;
  const monthly = gigabyteMonth === undefined ? undefined : (savedBytes / GIGABYTE) * gigabyteMonth;
  const lines: string[] = [];
  if (cost !== undefined) lines.push(`Processors cost ${money(cost)}.`);
  if (monthly !== undefined) lines.push(`Storage costs ${money(monthly)} less each month.`);
  if (cost !== undefined && monthly !== undefined && monthly > 0)
    lines.push(`It pays for itself in ${(cost / monthly).toFixed(1)} months.`);
  return lines;
}

function money(value: number): string {
  return value < 1 ? value.toPrecision(2) : value.toFixed(2);
}

function predictedText(estimate: Estimate | undefined, text: (value: number) => string): string {
  return estimate === undefined ? '' : `; predicted ${text(estimate.likely)}`;
}

function hoursText(seconds: number): string {
  if (seconds < 90) return `${seconds.toFixed(1)} s`;
  const minutes = seconds / 60;
  return minutes < 90 ? `${minutes.toFixed(1)} min` : `${(minutes / 60).toFixed(1)} h`;
}

function percent(part: number, whole: number): string {
  return `${((part / Math.max(1, whole)) * 100).toFixed(1)} %`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function inBrackets(counts: Readonly<Record<string, number>>): string {
  return sumOf(counts) === 0 ? '' : ` (${byCode(counts)})`;
}

function byCode(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([code, count]) => `${code} ${count}`)
    .join(', ');
}
