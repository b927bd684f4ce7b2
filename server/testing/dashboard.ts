import { afterEach, beforeEach, expect } from 'vitest';
import { ensureFirstAccount } from '../accounts/account-service.ts';
import { createPasswords } from '../accounts/passwords.ts';
import type { Role } from '../accounts/roles.ts';
import type { AppDeps } from '../app.ts';
import { type DashboardClient, dashboardClient } from './dashboard-client.ts';
import { smallPdf } from './documents.ts';
import { type HttpService, startHttpService } from './http-service.ts';

export const OWNER = { email: 'laura@example.org', password: 'a short sentence' };

/** Password of an invited member. */
export const GUESTS_PASSWORD = 'another short sentence';

/** Hashing takes a moment instead of half a second. */
export const cheapPasswords = createPasswords({ logN: 4, r: 8, p: 1 });

/** The dashboard behind a real port, started anew for each test of the file. */
export interface DashboardUnderTest {
  readonly service: HttpService;
  /** Restarts with other settings and an empty database. */
  restart(deps: Partial<AppDeps>): Promise<void>;
  /** A client without a session. */
  visitor(headers?: Readonly<Record<string, string>>): DashboardClient;
  /** The owner, just signed in. */
  owner(): Promise<DashboardClient>;
  /** A member whom the owner invited, just signed in. */
  guest(role: Role, email?: string): Promise<DashboardClient>;
}

export function dashboardUnderTest(): DashboardUnderTest {
  let service: HttpService;
  beforeEach(async () => {
    service = await startHttpService();
  });
  afterEach(() => service.close());

  const visitor = (headers: Readonly<Record<string, string>> = {}) =>
    dashboardClient(service.origin, headers);
  return {
    get service() {
      return service;
    },
    async restart(deps) {
      await service.close();
      service = await startHttpService(deps);
    },
    visitor,
    async owner() {
      await ensureFirstAccount(service.db, cheapPasswords, OWNER, service.clock.now);
      const client = visitor();
      expect((await client.post('sign-in', OWNER)).status).toBe(200);
      return client;
    },
    async guest(role, email = `${role}@example.org`) {
      const { json } = await (await this.owner()).post('invitations', { email, role });
      const client = visitor();
      const accepted = await client.post('invitation/accept', {
        token: json.token,
        password: GUESTS_PASSWORD,
      });
      expect([accepted.status, accepted.json.role]).toEqual([200, role]);
      return client;
    },
  };
}

export const tokenOf = (client: DashboardClient) => client.cookie.split('=')[1];

export async function isSignedIn(client: DashboardClient): Promise<boolean> {
  return (await client.get('keys')).status === 200;
}

/** A form with a small PDF, as the API accepts it. */
export async function form(): Promise<FormData> {
  const data = new FormData();
  data.append('file', new Blob([await smallPdf()], { type: 'application/pdf' }), 'in.pdf');
  return data;
}
