import { z } from 'zod';
import { ROLES } from '../../accounts/roles.ts';
import { isEmail, isPasswordLength, normalEmail, PASSWORD_MAX_CHARACTERS } from '../../accounts/rules.ts';
import { fieldWords } from '../../text/dashboard.ts';

/** Fields of account forms. */
export const email = z
  .string({ error: fieldWords.email })
  .transform(normalEmail)
  .refine(isEmail, { error: fieldWords.email });

export const newPassword = z
  .string({ error: fieldWords.newPassword })
  .refine(isPasswordLength, { error: fieldWords.newPassword });

/** An existing password may have any length that was ever allowed. */
export const password = z
  .string({ error: fieldWords.missing })
  .min(1, { error: fieldWords.missing })
  .max(2 * PASSWORD_MAX_CHARACTERS, { error: fieldWords.missing });

/** From a link or an authenticator app; no code is nearly as long. */
export const code = z
  .string({ error: fieldWords.missing })
  .trim()
  .min(1, { error: fieldWords.missing })
  .max(200, { error: fieldWords.missing });

export const role = z.enum(ROLES, { error: fieldWords.role });
