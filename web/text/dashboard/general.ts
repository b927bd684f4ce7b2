import { t } from '../i18n/catalog.ts';
import { dashboard } from '../i18n/dashboard-words.ts';

const { general } = dashboard;
const { keys } = general;

/** Texts of the dashboard, by place. */
export const words = {
  ...general,
  // Works in the image and in a built checkout.
  signIn: { ...general.signIn, forgotCommand: 'node dist/server/accounts-cli.js reset-password EMAIL' },
  keys: {
    ...keys,
    revoked: (date: string, by: string | null) =>
      by === null ? keys.revoked(date) : keys.revokedBy(date, by),
  },
} as const;

const REFUSALS: Readonly<Record<string, string | ((wait: string) => string)>> = general.refusals;

/**
 * The text of a refusal, by problem code; undefined for unknown codes.
 *
 * @param waitSeconds Retry-After, if the server sent one
 */
export function refusalText(code: string, waitSeconds: number): string | undefined {
  const text = REFUSALS[code];
  return typeof text === 'function' ? text(t.format.minutes(Math.ceil(waitSeconds / 60))) : text;
}
