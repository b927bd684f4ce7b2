import { useId } from 'react';
import { words } from '../../text/dashboard/people.ts';
import type { Role } from '../api-types.ts';

const ROLES: readonly Role[] = ['owner', 'member', 'viewer'];

/** A choice of roles. */
export function Roles(props: { readonly role: Role; readonly onChange: (role: Role) => void }) {
  const id = useId();
  return (
    <fieldset className="field" aria-describedby={id}>
      <legend>{words.invite.role}</legend>
      <div className="chips">
        {ROLES.map((role) => (
          <label className="chip" key={role}>
            <input
              type="radio"
              name={id}
              checked={role === props.role}
              onChange={() => props.onChange(role)}
            />
            {words.roles[role]}
          </label>
        ))}
      </div>
      <p className="hint" id={id}>
        {words.rolesText[props.role]}
      </p>
    </fieldset>
  );
}
