import type { Page } from '@playwright/test';

/** The page's calls to its workers and starts of workers, in order. */
export interface WorkerCalls {
  /** Calls since the last time, as name and argument: `paint after`. */
  taken(): Promise<readonly string[]>;
}

/** Records every start of a worker and every Comlink call from now on; use it before the page opens. */
export async function noteWorkerCalls(page: Page): Promise<WorkerCalls> {
  await page.addInitScript(() => {
    const calls: string[] = [];
    Object.assign(window, { workerCalls: calls });
    const Real = window.Worker;
    window.Worker = class extends Real {
      constructor(...given: ConstructorParameters<typeof Worker>) {
        super(...given);
        calls.push('start');
      }

      override postMessage(message: unknown, transfer?: unknown): void {
        const { type, path, argumentList } = message as {
          readonly type?: string;
          readonly path?: readonly string[];
          readonly argumentList?: readonly { readonly value?: unknown }[];
        };
        const first = argumentList?.[0]?.value;
        if (type === 'APPLY') calls.push([path, typeof first === 'string' ? first : ''].join(' ').trim());
        // Passes both forms of the call through unchanged.
        super.postMessage(message, transfer as Transferable[]);
      }
    };
  });
  return {
    taken: () => page.evaluate(() => (window as unknown as { workerCalls: string[] }).workerCalls.splice(0)),
  };
}
