import type { RecodeJob } from '../image-jobs/types.ts';
import { DEFAULT_OPTIONS } from '../options.ts';
import { collectImages } from '../passes/images/collect.ts';
import { type ImagePlan, planImage } from '../passes/images/plan.ts';
import type { PassContext } from '../passes/pass.ts';
import { PDFRef } from '../pdf/objects.ts';
import { type ObjectSources, pagesDocument, stream } from './documents/documents.ts';
import { passContext } from './pass-context.ts';

/** A page that draws image 100 at `points` each way; if absent, nothing is drawn. */
export interface PlannedPage {
  readonly objects: ObjectSources;
  readonly points?: number;
  readonly resources?: string;
}

type Asked = Partial<PassContext['options']>;

/** Returns the plan for image `number`. */
export function planOf(
  { objects, points, resources = '' }: PlannedPage,
  asked: Asked = {},
  { number = 100, ...parts }: Partial<PassContext> & { readonly number?: number } = {},
): ImagePlan {
  const content = points === undefined ? '' : `q ${points} 0 0 ${points} 0 0 cm /Im Do Q`;
  const doc = pagesDocument([`/Resources << /XObject << /Im 100 0 R >> ${resources} >> /Contents 90 0 R`], {
    90: stream('', content),
    ...objects,
  });
  const ctx = passContext({ options: { ...DEFAULT_OPTIONS, ...asked }, ...parts });
  const { images, surroundings } = collectImages(doc, ctx.changes, ctx.content.of(doc).survey);
  const image = images.find(({ ref }) => ref === PDFRef.of(number));
  if (image === undefined) throw new Error(`object ${number} is no image`);
  return planImage(image, surroundings, ctx);
}

/** Returns the job of image `number`; throws an error with the reason if there is none. */
export function jobOf(...asked: Parameters<typeof planOf>): RecodeJob {
  const plan = planOf(...asked);
  if (plan.kind === 'kept') throw new Error(`no job: ${plan.reason}`);
  return plan.job;
}
