import * as Comlink from 'comlink';
import type { ImagePool } from '../../shared/image-pool.ts';
import { answerImageJobs } from '../../shared/image-port.ts';
import type { Progress } from '../../shared/index.ts';
import type { TabProblem } from './problem.ts';
import { isOutOfMemory } from './thrown.ts';
import type { CompressAnswer, CompressApi, CompressRequest, ImageDoor } from './wire.ts';

/** The parts of a Worker that are used, so that a test can stand in for one. */
export interface WorkerLike extends Comlink.Endpoint {
  terminate(): void;
}

/** One worker and the conversation with it. It does one document at a time. */
export class CompressWorker {
  readonly #worker: WorkerLike;
  readonly #remote: Comlink.Remote<CompressApi>;
  readonly #death: Promise<TabProblem>;
  readonly #images: ImagePool;
  #stopImages = () => {};

  /** @param images where the document's images are recoded */
  constructor(spawn: () => WorkerLike, images: ImagePool) {
    this.#images = images;
    this.#worker = spawn();
    this.#remote = Comlink.wrap<CompressApi>(this.#worker);
    // A call through Comlink stays pending for ever when its worker dies, so death is raced against it.
    this.#death = new Promise((resolve) => {
      this.#worker.addEventListener('error', (event) => resolve(causeOfDeath(event)));
      this.#worker.addEventListener('messageerror', () => resolve({ code: 'worker_died' }));
    });
  }

  /** Always answers; never throws. Progress that arrives after the answer is dropped. */
  async compress(
    request: CompressRequest,
    onProgress: (progress: Progress) => void,
  ): Promise<CompressAnswer> {
    let answered = false;
    const door = this.#openDoor();
    const call = this.#remote
      .compress(
        Comlink.transfer(request, [request.input]),
        Comlink.proxy((progress: Progress) => {
          if (!answered) onProgress(progress);
        }),
        Comlink.transfer(door, [door.port]),
      )
      .catch((): CompressAnswer => ({ ok: false, problem: { code: 'worker_died' } }));
    const died = this.#death.then((problem): CompressAnswer => ({ ok: false, problem }));
    const answer = await Promise.race([call, died]);
    answered = true;
    this.#stopImages();
    return answer;
  }

  /** Ends the worker at once, also in the middle of WASM, which no message could interrupt; its images' workers too. */
  end(): void {
    this.#stopImages();
    this.#worker.terminate();
  }

  #openDoor(): ImageDoor {
    const { port1, port2 } = new MessageChannel();
    this.#stopImages = answerImageJobs(port1, this.#images);
    return { port: port2, parallelism: this.#images.parallelism };
  }
}

function causeOfDeath(event: Event): TabProblem {
  const message = 'message' in event ? String(event.message) : '';
  return isOutOfMemory(message) ? { code: 'out_of_memory' } : { code: 'worker_died' };
}
