// biome-ignore lint/style/noRestrictedImports: types alone, and nothing of them is left in the page
export type * from '../../server/routes/dashboard/job-responses.ts';
// biome-ignore lint/style/noRestrictedImports: types alone, and nothing of them is left in the page
export type * from '../../server/routes/dashboard/responses.ts';
