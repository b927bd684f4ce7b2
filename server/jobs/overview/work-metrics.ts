import { Gauge, type Registry } from 'prom-client';
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
    found.oldestAt === null ? 0 : Math.max(0, (now() - found.oldestAt) / 1000),
  );
  gauge('pagelight_jobs_workers', 'Processes that work on jobs and answer.', ({ workers }) => workers);
  gauge('pagelight_jobs_slots', 'Documents of jobs that these process at a time.', ({ slots }) => slots);
}
