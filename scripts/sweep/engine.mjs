import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { threadFile } from '../../library/node/thread-files.ts';
import { createPool } from '../../server/pool/pool.ts';
import { ProblemError } from '../../server/problem.ts';

/**
 * @typedef {{ readonly kind: 'smaller', readonly why: string, readonly output: Uint8Array }} Smaller
 * @typedef {{ readonly kind: 'unchanged' | 'refused' | 'wrong', readonly why: string }} NotSmaller
 */

/** Maximum memory of one document, in MiB. */
const MEMORY_MB = 2048;

/** The core in separate processes, with the server's limits on time and memory. */
export class Engine {
  #never = new AbortController().signal;
  #pool;
  #asked;

  /**
   * @param {import('./args.mjs').Asked} asked
   * @param {number} lanes documents at the same time
   */
  constructor(asked, lanes) {
    this.#asked = asked;
    this.#pool = createPool({
      workerFile: fileURLToPath(new URL('../../server/pool/worker.dev.mjs', import.meta.url)),
      workThreadFile: threadFile('work-thread'),
      workThreads: lanes,
      concurrency: lanes,
      maxQueue: lanes,
      timeoutMs: asked.seconds * 1000,
      memoryMb: MEMORY_MB,
      log: pino({ level: 'silent' }),
    });
  }

  /**
   * @param {Uint8Array} input
   * @returns {Promise<Smaller | NotSmaller>}
   */
  async compress(input) {
    const { options, password } = this.#asked;
    const buffer = new Uint8Array(input).buffer;
    try {
      const job = {
        buffer,
        byteLength: input.length,
        options,
        ...(password === undefined ? {} : { password }),
      };
      const answer = await this.#pool.run(job, this.#never);
      if (!answer.ok) return refused(answer.problem);
      const { bytes, report } = answer;
      const why = report.warnings.at(-1) ?? '';
      if (report.unchanged) return { kind: 'unchanged', why };
      if (bytes.length >= input.length) return { kind: 'wrong', why: 'pagelight: the result is not smaller' };
      return { kind: 'smaller', why, output: bytes };
    } catch (error) {
      if (error instanceof ProblemError) return refused(error.problem);
      return { kind: 'wrong', why: `pagelight: ${error instanceof Error ? error.message : error}` };
    }
  }

  async end() {
    await this.#pool.close();
  }
}

/**
 * @param {import('../../server/problem.ts').Problem} problem
 * @returns {NotSmaller}
 */
function refused(problem) {
  const detail = 'reason' in problem ? problem.reason : 'limit' in problem ? problem.limit : undefined;
  return { kind: 'refused', why: detail === undefined ? problem.code : `${problem.code}: ${detail}` };
}
