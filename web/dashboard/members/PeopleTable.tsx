import { useState } from 'react';
import { words } from '../../text/dashboard/people.ts';
import { api } from '../api.ts';
import type { MemberResponse, MembersResponse, PendingInvitation } from '../api-types.ts';
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx';
import { type Opening, RowActions } from '../dialogs/RowActions.tsx';
import { TableHead } from '../TableHead.tsx';
import { agoText, dateText } from '../usage/dates.ts';
import { ChangeRole } from './ChangeRole.tsx';

interface Viewer {
  /** Email of the signed-in member. */
  readonly email: string;
  readonly isOwner: boolean;
}

/** Members and pending invitations. On phones each is a card. */
export function PeopleTable(props: {
  readonly data: MembersResponse;
  readonly viewer: Viewer;
  readonly onChanged: () => void;
}) {
  const { data, viewer, onChanged } = props;
  return (
    <div className="panel">
      <table className="cards-m">
        <TableHead
          columns={[words.person, words.role, words.signedIn, words.twoSteps]}
          actions={words.actions}
        />
        <tbody>
          {data.people.map((person) => (
            <PersonRow key={person.id} person={person} now={data.now} viewer={viewer} onChanged={onChanged} />
          ))}
          {data.invitations.map((invitation) => (
            <InvitationRow
              key={invitation.id}
              invitation={invitation}
              isOwner={viewer.isOwner}
              onChanged={onChanged}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function PersonRow(props: {
  readonly person: MemberResponse;
  readonly now: number;
  readonly viewer: Viewer;
  readonly onChanged: () => void;
}) {
  const { person, viewer, onChanged } = props;
  const isOneself = person.email === viewer.email;
  return (
    <tr>
      <th scope="row" className="key-name">
        {person.email}
        {isOneself && <span className="hint">{words.you}</span>}
      </th>
      <td className="brief" data-label={words.role}>
        {words.roles[person.role]}
      </td>
      <td className="brief" data-label={words.signedIn}>
        {person.signedInAt === null ? words.never : agoText(person.signedInAt, props.now)}
      </td>
      <td data-label={words.twoSteps}>{person.hasSecondFactor ? words.on : words.off}</td>
      <td className="r key-end">
        {viewer.isOwner && !isOneself && (
          <RowActions
            name={person.email}
            label={words.actions}
            actions={[
              {
                text: words.changeRole.open,
                dialog: (opening) => <ChangeRole opening={opening} person={person} onChanged={onChanged} />,
              },
              {
                text: words.signOut.open,
                dialog: (opening) => (
                  <ConfirmDialog
                    opening={opening}
                    words={{ ...words.signOut, keep: words.keep }}
                    name={person.email}
                    send={() => api.signOutPerson(person.id)}
                    onDone={onChanged}
                  />
                ),
              },
              {
                text: words.remove.open,
                dialog: (opening) => <RemovePerson opening={opening} person={person} onRemoved={onChanged} />,
              },
            ]}
          />
        )}
      </td>
    </tr>
  );
}

function RemovePerson(props: {
  readonly opening: Opening;
  readonly person: MemberResponse;
  readonly onRemoved: () => void;
}) {
  const { id, email } = props.person;
  const [revokeKeys, setRevokeKeys] = useState(false);
  return (
    <ConfirmDialog
      opening={props.opening}
      words={{ ...words.remove, keep: words.keep }}
      name={email}
      send={() => api.removePerson({ id, revokeKeys })}
      onDone={props.onRemoved}
    >
      <label className="check">
        <input
          type="checkbox"
          checked={revokeKeys}
          onChange={(event) => setRevokeKeys(event.target.checked)}
        />
        {words.remove.revokeKeys}
      </label>
    </ConfirmDialog>
  );
}

function InvitationRow(props: {
  readonly invitation: PendingInvitation;
  readonly isOwner: boolean;
  readonly onChanged: () => void;
}) {
  const { id, email, role, createdAt, expiresAt } = props.invitation;
  return (
    <tr>
      <th scope="row" className="key-name">
        {email}
        <span className="hint">{words.until(dateText(expiresAt))}</span>
      </th>
      <td className="brief" data-label={words.role}>
        {words.roles[role]}
      </td>
      <td className="brief" data-label={words.signedIn}>
        {words.invited(dateText(createdAt))}
      </td>
      <td data-label={words.twoSteps}>–</td>
      <td className="r key-end">
        {props.isOwner && (
          <RowActions
            name={email}
            label={words.actions}
            actions={[
              {
                text: words.takeBack.open,
                dialog: (opening) => (
                  <ConfirmDialog
                    opening={opening}
                    words={{ ...words.takeBack, keep: words.keep }}
                    name={email}
                    send={() => api.revokeInvitation(id)}
                    onDone={props.onChanged}
                  />
                ),
              },
            ]}
          />
        )}
      </td>
    </tr>
  );
}
