import { dashboard } from '../i18n/dashboard-words.ts';

/** Texts for members, invitations and two-factor authentication. */
export const words = dashboard.people;
