/**
 * Role of a member. An owner may do everything; a member manages their own keys and sees their usage; a viewer sees
 * everything and changes nothing. `routes/dashboard/access.ts` maps roles to routes.
 */
export const ROLES = ['owner', 'member', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** The stored role. A role of a later version gets the least privileges. */
export function roleOf(kept: string): Role {
  return ROLES.find((role) => role === kept) ?? 'viewer';
}
