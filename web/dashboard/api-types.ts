export type * from '../../shared/api/dashboard.ts';
export type * from '../../shared/api/dashboard-jobs.ts';
