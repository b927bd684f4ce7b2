// One measured run of our own core on one file, in the steps of compress.ts; JSON on standard output.
import { createNodeHost } from '../library/node/host.ts';
import { DEFAULT_LIMITS } from '../shared/limits.ts';
import { ContentAnalysisCache } from '../shared/passes/content-analysis-cache.ts';
import { STEPS } from '../shared/passes/index.ts';
import { createWork } from '../shared/passes/run-job.ts';
import { Changes } from '../shared/pdf/check/changes.ts';
import { firstDifference } from '../shared/pdf/check/check.ts';
import { documentFacts } from '../shared/pdf/inventory/facts.ts';
import { conformanceRules } from '../shared/pdf/metadata/conformance-rules.ts';
import { InputFile } from '../shared/pdf/read/input-file.ts';
import { openDocument } from '../shared/pdf/read/open.ts';
import { writeDocument } from '../shared/pdf/write/write.ts';
import { PRESETS } from '../shared/presets.ts';
import { createProgressMeter } from '../shared/progress.ts';
import { DocumentThreads } from '../shared/work/document-threads.ts';
import { readInput } from './input.mjs';
import { Phases } from './phases.mjs';

const input = new InputFile(readInput(), { limits: DEFAULT_LIMITS });
const phases = new Phases();
const changes = new Changes();

const output = await rewritten();
const difference = await phases.time('check', async () => {
  const before = await input.open();
  const after = await openDocument(output, { limits: DEFAULT_LIMITS });
  return firstDifference(before, after, changes);
});
if (difference !== null) throw new Error(difference);
phases.print(output.length);

/** Releases the document at its end, as compress.ts does. */
async function rewritten() {
  const doc = await phases.time('open', () => input.open());
  await phases.time('passes', async () => {
    const facts = documentFacts(doc);
    const host = createNodeHost();
    /** @type {import('../shared/passes/pass.ts').PassContext} */
    const ctx = {
      // Lossless, to measure structure rather than image coding.
      options: PRESETS.lossless,
      limits: DEFAULT_LIMITS,
      facts,
      rules: conformanceRules(doc),
      host,
      threads: new DocumentThreads(host, createWork(host)),
      signal: undefined,
      progress: createProgressMeter(() => {}),
      changes,
      content: new ContentAnalysisCache(),
      imageOverrides: {},
      warn: () => {},
      reportImage: () => {},
      reportSeparation: () => {},
      reportInk: () => {},
      reportFont: () => {},
      reportProfile: () => {},
    };
    // Sequentially, so that each has its own time.
    for (const { kind, pass } of STEPS) {
      if (kind === 'run' && pass.enabled(ctx.options, facts))
        await phases.time(`pass ${pass.id}`, () => pass.run(doc, ctx));
    }
  });
  return phases.time('write', async () => writeDocument(doc, { objectStreams: true }));
}
