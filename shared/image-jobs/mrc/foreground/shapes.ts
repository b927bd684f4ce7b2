import type { JoinedRuns } from '../../../codecs/joined-runs.ts';

/** The dark shapes of a page, connected by side or corner: letters, strokes, rules, images. */
export type Shapes = JoinedRuns;
