import { dashboard } from '../i18n/dashboard-words.ts';

const { keys } = dashboard;

/** The words about changing, rolling and ending keys, and about who did it. */
export const words = {
  ...keys,
  rollKey: {
    ...keys.rollKey,
    overlaps: [
      { hours: 1, label: keys.rollKey.hour },
      { hours: 24, label: keys.rollKey.aDay },
      { hours: 168, label: keys.rollKey.week },
    ],
  },
  expiry: {
    ...keys.expiry,
    on: (date: string, used: string | null) =>
      used === null ? keys.expiry.neverUsed(date) : keys.expiry.lastUsed(date, used),
  },
  // A newer server may know of more.
  audit: { ...keys.audit, acts: keys.audit.acts as Readonly<Record<string, string>> },
} as const;
