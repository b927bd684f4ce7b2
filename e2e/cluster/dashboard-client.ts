/** A member who uses the dashboard of any replica with the cookie of one sign-in. */
export class DashboardClient {
  readonly #cookie: string;

  private constructor(cookie: string) {
    this.#cookie = cookie;
  }

  static async signIn(origin: string, credentials: { email: string; password: string }) {
    const answer = await ask(origin, 'sign-in', '', credentials);
    if (!answer.ok) throw new Error(`sign-in was answered with ${answer.status}: ${await answer.text()}`);
    return new DashboardClient(answer.headers.getSetCookie()[0]!.split(';')[0]!);
  }

  async createKey(origin: string, name: string, limitPerMinute: number | null = null) {
    const answer = await ask(origin, 'keys', this.#cookie, { name, expiresAt: null, limitPerMinute });
    if (!answer.ok) throw new Error(`keys was answered with ${answer.status}: ${await answer.text()}`);
    const { secret, key } = (await answer.json()) as { secret: string; key: { id: string } };
    return { secret, id: key.id };
  }

  async revokeKey(origin: string, id: string): Promise<number> {
    return (await ask(origin, `keys/${id}/revoke`, this.#cookie, {})).status;
  }
}

function ask(origin: string, path: string, cookie: string, body: unknown): Promise<Response> {
  return fetch(`${origin}/api/dashboard/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', 'X-Pagelight-Page': 'dashboard', Cookie: cookie },
  });
}
