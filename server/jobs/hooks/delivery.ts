import type { Database } from '../../db/database.ts';
import type { WebhookEventRow, WebhookRow } from '../../db/schema.ts';
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
const SLOTS = 16;
/** Tries at a time of one receiver, so that a slow one leaves slots for the others. */
const SLOTS_OF_WEBHOOK = 4;

type DueWebhook = Pick<WebhookRow, 'id' | 'key_id' | 'probe_at'>;

/**
 * Each slot takes the next due event as soon as it is free. Keys take turns, and a key may hold as many slots as it leaves free: half of
 * all alone, a third beside another key.
 */
export function createDelivery(deps: DeliveryDeps): Delivery {
  const { db, clock, log } = deps;
  /** Running tries and their webhooks. */
  const trying = new Map<Promise<void>, DueWebhook>();
  /** Keys in the order of their last try. */
  const served = new Set<string>();
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
        while (!isStopped && (await tryNext()));
      }
    } catch (error) {
      warn(error);
    }
  }

  /** Returns false if there is no slot, or no due event that may take it. */
  async function tryNext(): Promise<boolean> {
    if (trying.size === SLOTS) return false;
    const now = await clock();
    const webhook = inTurn((await dueWebhooks(db, now)).filter(mayTry));
    if (webhook === undefined) return false;
    const event = await claimNext(db, webhook, now);
    // Otherwise another process was first.
    if (event !== undefined) begin(event, webhook);
    return true;
  }

  function mayTry({ id, key_id }: DueWebhook): boolean {
    const all = [...trying.values()];
    const ofKey = all.filter((other) => other.key_id === key_id).length;
    return all.filter((other) => other.id === id).length < SLOTS_OF_WEBHOOK && ofKey < SLOTS - all.length;
  }

  /** Returns the next webhook; any is first among keys that had no try yet. */
  function inTurn(webhooks: readonly DueWebhook[]): DueWebhook | undefined {
    const order = [...served];
    const placeOf = ({ key_id }: DueWebhook) => order.indexOf(key_id);
    return webhooks.reduce<DueWebhook | undefined>(
      (first, next) => (first === undefined || placeOf(next) < placeOf(first) ? next : first),
      undefined,
    );
  }

  function begin(event: WebhookEventRow, webhook: DueWebhook): void {
    served.delete(webhook.key_id);
    served.add(webhook.key_id);
    const run = deliver(deps, event)
      .catch(warn)
      .finally(() => {
        trying.delete(run);
        if (!isStopped) wake();
      });
    trying.set(run, webhook);
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

/** Webhooks with a due event, without silent ones whose next probe is later. */
function dueWebhooks(db: Database, now: number): Promise<readonly DueWebhook[]> {
  return db
    .selectFrom('webhooks')
    .select(['id', 'key_id', 'probe_at'])
    .where((row) => row.or([row('probe_at', 'is', null), row('probe_at', '<=', now)]))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhook_events')
          .select('webhook_events.id')
          .whereRef('webhook_events.webhook_id', '=', 'webhooks.id')
          .where('webhook_events.next_at', '<=', now),
      ),
    )
    .execute();
}

/** The webhook's event that is due longest; until `CLAIM_MS` from now no other process takes it, or probes its silent receiver. */
function claimNext(
  db: Database,
  { id, probe_at }: DueWebhook,
  now: number,
): Promise<WebhookEventRow | undefined> {
  return db.transaction().execute(async (transaction) => {
    if (probe_at !== null) {
      const { numUpdatedRows } = await transaction
        .updateTable('webhooks')
        .set({ probe_at: now + CLAIM_MS })
        .where('id', '=', id)
        .where('probe_at', '=', probe_at)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return undefined;
    }
    const due = await transaction
      .selectFrom('webhook_events')
      .select(['id', 'next_at'])
      .where('webhook_id', '=', id)
      .where('next_at', '<=', now)
      .orderBy('next_at')
      .limit(1)
      .executeTakeFirst();
    if (due === undefined) return undefined;
    return transaction
      .updateTable('webhook_events')
      .set((event) => ({ next_at: now + CLAIM_MS, attempts: event('attempts', '+', 1) }))
      .where('id', '=', due.id)
      .where('next_at', '=', due.next_at)
      .returningAll()
      .executeTakeFirst();
  });
}
