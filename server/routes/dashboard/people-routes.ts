import { z } from 'zod';
import type {
  InvitationResponse,
  MembersResponse,
  NewInvitationResponse,
} from '../../../shared/api/dashboard.ts';
import type { Member } from '../../accounts/members.ts';
import { auditedKeys } from '../../audit/audited-keys.ts';
import type { Methods } from '../../http/mount.ts';
import type { KeyService } from '../../keys/key-service.ts';
import { ownKeys } from '../../keys/own-keys.ts';
import { ProblemError } from '../../problem.ts';
import type { AccountRouteDeps } from './account-routes.ts';
import { code, email, newPassword, role } from './fields.ts';
import { readJson } from './read-json.ts';
import { createSessionCookies } from './session-cookies.ts';

export interface PeopleRouteDeps extends AccountRouteDeps {
  readonly keys: KeyService;
  readonly now: () => number;
}

const INVITE = z.object({ email, role });
const CHANGE_ROLE = z.object({ role });
const REMOVE = z.object({ revokeKeys: z.boolean().default(false) });
const TOKEN = z.object({ token: code });
const ACCEPT = z.object({ token: code, password: newPassword });

/** Routes for members and invitations. */
export function peopleRoutes(deps: PeopleRouteDeps): Readonly<Record<string, Methods>> {
  return { ...memberRoutes(deps), ...invitationRoutes(deps) };
}

function memberRoutes({
  accounts,
  audit,
  keys,
  now,
  trustProxy,
}: PeopleRouteDeps): Readonly<Record<string, Methods>> {
  const { people, invitations } = accounts;
  const door = createSessionCookies(accounts, trustProxy);

  const personWith = async (id: string): Promise<Member> => {
    const person = await people.find(id);
    if (person === undefined) throw new ProblemError({ code: 'not_found' });
    return person;
  };

  return {
    people: {
      GET: async (c) => {
        const [all, invited] = await Promise.all([people.list(), invitations.list()]);
        return c.json<MembersResponse>({ now: now(), people: all, invitations: invited });
      },
    },

    'people/:id/role': {
      POST: async (c) => {
        const wanted = await readJson(c, CHANGE_ROLE);
        const person = await personWith(c.req.param('id')!);
        await people.setRole(person.id, wanted.role);
        const detail = `${person.role} → ${wanted.role}`;
        await audit.record(door.actor(c), { action: 'role-changed', subject: person.email, detail });
        return c.body(null, 204);
      },
    },

    'people/:id/sign-out': {
      POST: async (c) => {
        const person = await personWith(c.req.param('id')!);
        await accounts.signOutEverywhere({ accountId: person.id });
        await audit.record(door.actor(c), { action: 'person-signed-out', subject: person.email });
        return c.body(null, 204);
      },
    },

    'people/:id/remove': {
      POST: async (c) => {
        const { revokeKeys } = await readJson(c, REMOVE);
        const person = await personWith(c.req.param('id')!);
        const actor = door.actor(c);
        await people.remove(person.id);
        await audit.record(actor, { action: 'person-removed', subject: person.email });
        if (revokeKeys) await revokeAll(auditedKeys(ownKeys(keys, person.id), audit, actor), actor.name);
        return c.body(null, 204);
      },
    },
  };
}

function invitationRoutes({
  accounts,
  audit,
  trustProxy,
}: PeopleRouteDeps): Readonly<Record<string, Methods>> {
  const { invitations } = accounts;
  const door = createSessionCookies(accounts, trustProxy);
  return {
    invitations: {
      POST: async (c) => {
        const wanted = await readJson(c, INVITE);
        const actor = door.actor(c);
        const made = await invitations.invite(wanted.email, wanted.role, actor.name);
        await audit.record(actor, { action: 'person-invited', subject: wanted.email, detail: wanted.role });
        return c.json<NewInvitationResponse>(made, 201);
      },
    },

    'invitations/:id/revoke': {
      POST: async (c) => {
        const revoked = await invitations.revoke(c.req.param('id')!);
        if (revoked === undefined) throw new ProblemError({ code: 'not_found' });
        await audit.record(door.actor(c), { action: 'invitation-revoked', subject: revoked.email });
        return c.body(null, 204);
      },
    },

    invitation: {
      POST: async (c) => {
        const { token } = await readJson(c, TOKEN);
        const { email, role, invitedBy } = await accounts.findInvitation(token, door.from(c));
        return c.json<InvitationResponse>({ email, role, invitedBy });
      },
    },

    'invitation/accept': {
      POST: async (c) => {
        const from = door.from(c);
        const welcomed = await accounts.acceptInvitation(await readJson(c, ACCEPT), from);
        const actor = { name: welcomed.email, address: from.address };
        await audit.record(actor, {
          action: 'invitation-accepted',
          subject: welcomed.email,
          detail: welcomed.role,
        });
        return door.startSession(c, welcomed);
      },
    },
  };
}

async function revokeAll(keys: KeyService, by: string): Promise<void> {
  for (const { id } of await keys.list()) await keys.revoke(id, by);
}
