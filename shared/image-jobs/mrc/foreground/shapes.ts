import type { JoinedRuns } from '../../../codecs/joined-runs.ts';

/** The connected dark shapes of a page, by number: letters, strokes, rules, pictures. Neighbours by side or corner. */
export type Shapes = JoinedRuns;
