import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { succeeds } from '../setup/apt.mjs';

/** Collects the outputs of unit tests and checks them with external validators. */
export class OutsideJudges {
  #folder = mkdtempSync(join(tmpdir(), 'pagelight-outputs-'));

  /** Environment for tests that save their outputs (`vitest.setup.ts`). */
  get environment() {
    return { PAGELIGHT_OUTPUTS: this.#folder };
  }

  /**
   * Checks the outputs with qpdf, PDFium and pdf.js, which must agree, and with mutool where it is installed.
   *
   * @param {import('./tally.mjs').Tally} tally
   */
  async run(tally) {
    await tally.run({ name: 'outside judges', run: () => this.#judged() });
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** @returns {Promise<import('./checks.mjs').Outcome>} an output counts as one test */
  async #judged() {
    // Not at the top: this module is loaded before packages are installed.
    const { register } = await import('tsx/esm/api');
    register();
    const { judgeOutputs } = await import('../../shared/testing/judges/judge-outputs.ts');
    const { judged, problems } = await judgeOutputs(this.#folder, succeeds('mutool', ['-v']));
    if (judged === 0) return { passed: 0, failed: 1, notRun: [], output: 'The unit tests left no output.' };
    const failed = problems.length;
    return { passed: Math.max(0, judged - failed), failed, notRun: [], output: problems.join('\n') };
  }
}
