import { expect } from 'vitest';
import { DEFAULT_LIMITS } from '../limits.ts';
import type { Pass, PassContext } from '../passes/pass.ts';
import { firstDifference } from '../pdf/check/check.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { conformanceRules } from '../pdf/metadata/conformance-rules.ts';
import { openDocument } from '../pdf/read/open.ts';
import { writeDocument } from '../pdf/write/write.ts';
import type { PassReport } from '../report.ts';
import { keepPassed } from './judges/collect.ts';
import { passContext } from './pass-context.ts';

export interface PassRun {
  /** After the pass. */
  readonly doc: PdfDocument;
  readonly report: PassReport;
  /** The written file, opened again. */
  readonly reread: PdfDocument;
}

/** Runs one pass, writes the file, and checks that it only changed what it declared. */
export async function runPass(
  pass: Pass,
  build: () => PdfDocument | Promise<PdfDocument>,
  parts: Partial<PassContext> = {},
): Promise<PassRun> {
  const doc = await build();
  const ctx = passContext({ rules: conformanceRules(doc), ...parts });
  const report = await pass.run(doc, ctx);
  const reread = await openDocument(writeDocument(doc, { objectStreams: true }), { limits: DEFAULT_LIMITS });
  await keepPassed(build, doc);
  expect(reread.repairs).toEqual([]);
  expect(firstDifference(await build(), reread, ctx.changes)).toBeNull();
  return { doc, report, reread };
}
