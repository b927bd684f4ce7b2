import { dashboard } from '../i18n/dashboard-words.ts';

const { keys } = dashboard;

/** Texts for changing, rotating and revoking keys, and for the audit log. */
export const words = {
  ...keys,
  expiry: {
    ...keys.expiry,
    on: (date: string, used: string | null) =>
      used === null ? keys.expiry.neverUsed(date) : keys.expiry.lastUsed(date, used),
  },
  // A newer server may have more actions.
  audit: { ...keys.audit, acts: keys.audit.acts as Readonly<Record<string, string>> },
} as const;
