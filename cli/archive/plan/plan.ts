import { EXIT } from '../../../library/terminal/exit-code.ts';
import { ENGINE_VERSION } from '../../../shared/version.ts';
import { ArchiveRefused } from '../archive-error.ts';
import { type ArchivePlan, PLAN_SCHEMA } from '../archive-files.ts';
import type { DocumentSettings } from '../compress-document.ts';
import type { Place } from '../places/place.ts';
import { jsonBytes, type RunStore, readJson } from '../run-store.ts';
import { listShards } from './list-shards.ts';
import { measure } from './measure.ts';
import { predict } from './predict.ts';

export const PLAN_FILE = 'plan.json';

export interface PlanSettings {
  readonly shardSize: number;
  /** Documents to compress for the prediction, about; 0 for none. */
  readonly sampleSize: number;
  readonly onTrouble: (sentence: string) => void;
  readonly onProgress: (text: string, fraction: number) => void;
}

/** Lists an archive, predicts what the run saves and takes, and writes both. @throws ArchiveRefused; ArchiveStopped */
export async function makePlan(
  from: Place,
  store: RunStore,
  compression: DocumentSettings,
  { shardSize, sampleSize, onTrouble, onProgress }: PlanSettings,
): Promise<ArchivePlan> {
  if ((await store.read(PLAN_FILE)) !== undefined)
    throw new ArchiveRefused(`${store.address} has a plan already. Name another folder, or remove that one.`);
  const { classes, ...listed } = await listShards(
    from,
    store,
    { onTrouble, signal: compression.signal },
    { shardSize, sampleSize, onProgress: (objects) => onProgress(`${objects} PDFs listed`, 0) },
  );
  if (listed.objects === 0) throw new ArchiveRefused(`There is no PDF in ${from.address}.`, EXIT.IO_ERROR);
  const measured = await measure(classes, {
    from,
    compression,
    onProgress: (done, all) => onProgress(`${done} of ${all} sampled`, done / Math.max(1, all)),
  });
  const plan: ArchivePlan = {
    schema: PLAN_SCHEMA,
    engine: { name: 'pagelight', version: ENGINE_VERSION },
    from: from.address,
    options: compression.options,
    ...listed,
    shardSize,
    prediction: sampleSize === 0 ? null : predict(measured.classes, measured.warmUpMs),
  };
  // Last: a plan is complete or not there.
  await store.write(PLAN_FILE, jsonBytes(plan));
  return plan;
}

/** @throws ArchiveRefused if there is none, or of another version */
export async function readPlan(store: RunStore): Promise<ArchivePlan> {
  const plan = await readJson<ArchivePlan>(store, PLAN_FILE);
  if (plan === undefined)
    throw new ArchiveRefused(
      `There is no plan in ${store.address}: pagelight archive plan FROM RUN makes one.`,
      EXIT.IO_ERROR,
    );
  if (plan.schema !== PLAN_SCHEMA)
    throw new ArchiveRefused(
      `The plan in ${store.address} is of another version of this program.`,
      EXIT.IO_ERROR,
    );
  if (plan.engine.version !== ENGINE_VERSION)
    throw new ArchiveRefused(
      `The plan was made by pagelight ${plan.engine.version}, this is ${ENGINE_VERSION}: results would differ. Use that version, or plan again.`,
      EXIT.IO_ERROR,
    );
  return plan;
}
