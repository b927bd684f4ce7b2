/** The text of `pagelight/worker`. The package's build puts it in this place (`scripts/package/stage.mjs`). */
export const WORKER_TEXT: string = '';
