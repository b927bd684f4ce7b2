import { words } from '../../text/dashboard/people.ts';
import type { Role } from '../api-types.ts';
import { ChipField } from '../ChipField.tsx';

const ROLES = (['owner', 'member', 'viewer'] as const).map((role) => [role, words.roles[role]] as const);

/** A choice of roles. */
export function Roles({ role, onChange }: { readonly role: Role; readonly onChange: (role: Role) => void }) {
  return (
    <ChipField
      label={words.invite.role}
      choices={ROLES}
      value={role}
      onChange={onChange}
      hint={words.rolesText[role]}
    />
  );
}
