import { createNodeHost } from '../../library/node/host.ts';
import { compress } from '../../shared/compress.ts';
import { problemOf } from '../../shared/index.ts';
import { inspect } from '../../shared/inspect.ts';
import { issueReceipt } from '../../shared/receipt/issue-receipt.ts';
import { joinedParts } from '../../shared/split/joined-parts.ts';
import { verify } from '../../shared/verify.ts';
import type { JobRunner } from '../pool/job.ts';

const host = createNodeHost();

/** Does jobs one by one in this thread, with the real core and without limits. */
export function inlineRunner(): JobRunner {
  return {
    isFull: () => false,
    retryAfterS: () => 5,
    async run({ buffer, byteLength, options, password, withReceipt }, signal) {
      const timing = { queuedMs: 0, workedMs: 0 };
      try {
        const input = new Uint8Array(buffer, 0, byteLength);
        const run = { host, signal, ...(password === undefined ? {} : { password }) };
        const result = await compress(input, options, run);
        const receipt = withReceipt ? { receipt: await issueReceipt(input, result, run) } : {};
        return {
          ok: true,
          bytes: result.parts === undefined ? new Uint8Array(result.bytes) : joinedParts(result.parts),
          report: result.report,
          ...receipt,
          ...timing,
        };
      } catch (error) {
        const problem = problemOf(error);
        if (problem === null) throw error;
        return { ok: false, problem, ...timing };
      }
    },
    async inspect({ buffer, byteLength, password }) {
      const timing = { queuedMs: 0, workedMs: 0 };
      try {
        const input = new Uint8Array(buffer, 0, byteLength);
        const run = { host, ...(password === undefined ? {} : { password }) };
        return { ok: true, inspection: await inspect(input, run), ...timing };
      } catch (error) {
        const problem = problemOf(error);
        if (problem === null) throw error;
        return { ok: false, problem, ...timing };
      }
    },
    async verify({ buffer, byteLength, beforeLength, password }) {
      const timing = { queuedMs: 0, workedMs: 0 };
      try {
        const [before, after] = [
          new Uint8Array(buffer, 0, beforeLength),
          new Uint8Array(buffer, beforeLength, byteLength - beforeLength),
        ];
        const run = { host, ...(password === undefined ? {} : { password }) };
        return { ok: true, verification: await verify(before, after, run), ...timing };
      } catch (error) {
        const problem = problemOf(error);
        if (problem === null) throw error;
        return { ok: false, problem, ...timing };
      }
    },
    close: async () => {},
  };
}
