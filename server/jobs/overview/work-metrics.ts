import { Counter, Gauge, type Registry } from 'prom-client';
import type { DeliveryDeps } from '../hooks/deliver.ts';
import type { WorkerLoad } from '../job-worker.ts';
import type { WorkState } from './waiting.ts';

/** All processes know the same numbers, so each asks the database this seldom. */
const KNOWN_FOR_MS = 10_000;

/**
 * Adds the state of jobs over all processes to the metrics, for alerts and for scaling workers. While the database does
 * not answer they have no value.
 */
export function watchWork(registry: Registry, read: () => Promise<WorkState>, now: () => number): void {
  let known: { readonly until: number; readonly state: Promise<WorkState | undefined> } | undefined;
  const state = () => {
    if (known === undefined || known.until <= now())
      known = { until: now() + KNOWN_FOR_MS, state: read().catch(() => undefined) };
    return known.state;
  };
  const registers = [registry];
  const age = (at: number) => Math.max(0, (now() - at) / 1000);
  const gauge = (name: string, help: string, value: (found: WorkState) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const found = await state();
        this.set(found === undefined ? Number.NaN : value(found));
      },
    });
  new Gauge({
    name: 'pagelight_jobs_documents',
    help: 'Documents of jobs over all processes: a free worker would take those that wait. Counted up to 100,000.',
    labelNames: ['state'],
    registers,
    async collect() {
      const found = await state();
      for (const name of ['waiting', 'postponed', 'running'] as const)
        this.set({ state: name }, found === undefined ? Number.NaN : found[name]);
    },
  });
  gauge('pagelight_jobs_oldest_waiting_seconds', 'Age of the oldest job with a waiting document.', (found) =>
    found.oldestAt === null ? 0 : age(found.oldestAt),
  );
  new Gauge({
    name: 'pagelight_jobs_oldest_waiting_of_key_seconds',
    help: 'The same of the ten keys that wait longest, by the id of the key.',
    labelNames: ['key'],
    registers,
    async collect() {
      const found = await state();
      this.reset();
      for (const { keyId, at } of found?.oldestOfKeys ?? []) this.set({ key: keyId }, age(at));
    },
  });
  gauge(
    'pagelight_jobs_store_bytes',
    'Bytes of inputs and results in the store.',
    (found) => found.storeBytes,
  );
  gauge(
    'pagelight_webhook_events_waiting',
    'Webhook events that have not been delivered or given up. Counted up to 100,000.',
    ({ events }) => events,
  );
  gauge('pagelight_jobs_workers', 'Processes that work on jobs and answer.', ({ workers }) => workers);
  gauge('pagelight_jobs_slots', 'Documents of jobs that these process at a time.', ({ slots }) => slots);
}

/** Adds what this process is at, and the size of its store. */
export function watchWorker(registry: Registry, load: () => WorkerLoad, storeLimit: number): void {
  const registers = [registry];
  new Gauge({
    name: 'pagelight_jobs_in_process',
    help: 'Documents of jobs that this process has: being fetched, waiting for a slot, being compressed, being sent.',
    labelNames: ['phase'],
    registers,
    collect() {
      for (const [phase, count] of Object.entries(load())) this.set({ phase }, count);
    },
  });
  new Gauge({ name: 'pagelight_jobs_store_limit_bytes', help: 'JOBS_STORE_MB in bytes.', registers }).set(
    storeLimit,
  );
}

/** Counts the webhook events that this process ended. */
export function countEvents(registry: Registry): NonNullable<DeliveryDeps['onEventEnd']> {
  const ends = new Counter({
    name: 'pagelight_webhook_events_total',
    help: 'Webhook events that were delivered, or given up.',
    labelNames: ['result'],
    registers: [registry],
  });
  return (result, count) => ends.inc({ result }, count);
}
