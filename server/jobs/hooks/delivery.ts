import type { Database } from '../../db/database.ts';
import type { WebhookEventRow } from '../../db/schema.ts';
import { type DeliveryDeps, deliver } from './deliver.ts';

/** Sends due events. Several processes may: a try is claimed by moving its time. */
export interface Delivery {
  /** Looks for due events now. Also looks every few seconds. */
  wake(): void;
  start(): void;
  /** Resolves when running tries have ended. */
  stop(): Promise<void>;
}

/** A claimed try whose process died is due again after this time. */
const CLAIM_MS = 60_000;
const LOOK_MS = 5000;
/** Tries at a time. */
const SLOTS = 8;
/** Tries at a time of one receiver, so that a slow one leaves slots for the others. */
const SLOTS_OF_WEBHOOK = 4;

/** Each slot takes the next due event as soon as it is free. */
export function createDelivery(deps: DeliveryDeps): Delivery {
  const { db, clock, log } = deps;
  /** Running tries and their webhooks. */
  const trying = new Map<Promise<void>, string>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let isWanted = false;
  let isStopped = false;

  const wake = () => {
    isWanted = true;
    looking ??= look().finally(() => {
      looking = undefined;
    });
  };
  const warn = (error: unknown) =>
    log.warn({ err: error }, 'events of webhooks wait: the database does not answer');

  /** Fills the free slots. A call during it makes it look once more. */
  async function look(): Promise<void> {
    try {
      while (isWanted && !isStopped) {
        isWanted = false;
        while (trying.size < SLOTS && !isStopped) {
          const event = await claimNext(db, await clock(), fullWebhooks());
          if (event === undefined) break;
          begin(event);
        }
      }
    } catch (error) {
      warn(error);
    }
  }

  function begin(event: WebhookEventRow): void {
    const run = deliver(deps, event)
      .catch(warn)
      .finally(() => {
        trying.delete(run);
        if (!isStopped) wake();
      });
    trying.set(run, event.webhook_id);
  }

  function fullWebhooks(): readonly string[] {
    const all = [...trying.values()];
    return [...new Set(all)].filter((id) => all.filter((other) => other === id).length >= SLOTS_OF_WEBHOOK);
  }

  return {
    wake,
    start() {
      timer = setInterval(wake, LOOK_MS).unref();
      wake();
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await looking;
      await Promise.all(trying.keys());
    },
  };
}

/** The event that is due longest and not of a full webhook; until `CLAIM_MS` from now no other process takes it. */
async function claimNext(
  db: Database,
  now: number,
  full: readonly string[],
): Promise<WebhookEventRow | undefined> {
  for (;;) {
    const due = await db
      .selectFrom('webhook_events')
      .select(['id', 'next_at'])
      .where('next_at', '<=', now)
      .$if(full.length > 0, (query) => query.where('webhook_id', 'not in', full))
      .orderBy('next_at')
      .limit(1)
      .executeTakeFirst();
    if (due === undefined) return undefined;
    const claimed = await db
      .updateTable('webhook_events')
      .set((event) => ({ next_at: now + CLAIM_MS, attempts: event('attempts', '+', 1) }))
      .where('id', '=', due.id)
      .where('next_at', '=', due.next_at)
      .returningAll()
      .executeTakeFirst();
    // Otherwise another process was first, and the next one is looked for.
    if (claimed !== undefined) return claimed;
  }
}
