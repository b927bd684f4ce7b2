import { PASSWORD_MIN_CHARACTERS } from '../accounts/rules.ts';

/** Error texts for the fields of the dashboard's forms. */
export const fieldWords = {
  email: 'This is not an email address.',
  newPassword: `Use ${PASSWORD_MIN_CHARACTERS} characters or more. A short sentence works well.`,
  missing: 'Fill this in.',
  keyName: (most: number) => `Use 1 to ${most} characters, all on one line.`,
  expiresAt: 'Choose a time to come, at most 100 years from now.',
  wholeNumber: (least: number, most: number) => `Use a whole number from ${least} to ${most}.`,
  scope: 'Choose "compress" or "inspect".',
  role: 'Choose "owner", "member" or "viewer".',
  auditPlace: 'This is no place in the log: take the one that the last answer named.',
  days: (most: number) => `Use a whole number from 1 to ${most}.`,
  jobQuery: 'This selects no jobs or documents.',
} as const;
