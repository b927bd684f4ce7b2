import type { Page } from '@playwright/test';

/** What the page asked of its workers, and every start of one, in order. */
export interface WorkerCalls {
  /** Since the last time; a call as its name and what it was asked for: `paint after`. */
  taken(): Promise<readonly string[]>;
}

/** Notes every start of a worker and every call through Comlink from now on; before the page opens. */
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
        // Both forms of the call pass through as they are.
        super.postMessage(message, transfer as Transferable[]);
      }
    };
  });
  return {
    taken: () => page.evaluate(() => (window as unknown as { workerCalls: string[] }).workerCalls.splice(0)),
  };
}
