/** The source of `pagelight/worker`. The package's build fills it in (`scripts/package/stage.mjs`). */
export const WORKER_TEXT: string = '';
