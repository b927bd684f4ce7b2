import { t } from '../i18n/catalog.ts';
import { dashboard } from '../i18n/dashboard-words.ts';

const { general } = dashboard;
const { keys } = general;

/** The words of the dashboard, by place. */
export const words = {
  ...general,
  signIn: { ...general.signIn, forgotCommand: 'npm run -s accounts -- reset-password EMAIL' },
  keys: {
    ...keys,
    revoked: (date: string, by: string | null) =>
      by === null ? keys.revoked(date) : keys.revokedBy(date, by),
  },
} as const;

const REFUSALS: Readonly<Record<string, string | ((wait: string) => string)>> = general.refusals;

/**
 * What a server refused, by the code of its problem; undefined for one that the page has no words for.
 *
 * @param waitSeconds after which it may be tried again, where the server says so
 */
export function refusalText(code: string, waitSeconds: number): string | undefined {
  const text = REFUSALS[code];
  return typeof text === 'function' ? text(t.format.minutes(Math.ceil(waitSeconds / 60))) : text;
}
