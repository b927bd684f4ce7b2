/**
 * What somebody is here. An owner may do everything, a member has keys of their own and sees what those did, a viewer
 * sees all and changes nothing. Which address takes whom stands in `routes/dashboard/access.ts`.
 */
export const ROLES = ['owner', 'member', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** What the database holds; a role of a later version may do least. */
export function roleOf(kept: string): Role {
  return ROLES.find((role) => role === kept) ?? 'viewer';
}
