import { dashboard } from '../i18n/dashboard-words.ts';

/** The words about who may sign in, how others come to it, and the second step of signing in. */
export const words = dashboard.people;
