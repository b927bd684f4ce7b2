/** A browser's part of the dashboard protocol: keeps the cookies and sends the origin headers. */
export interface DashboardClient {
  get(path: string, headers?: Headers_): Promise<Answer>;
  post(path: string, body: unknown, headers?: Headers_): Promise<Answer>;
  /** `name=value` as sent, or as planted by an attacker. */
  cookie: string;
  /** The device cookie, in the same form. */
  device: string;
}

type Headers_ = Readonly<Record<string, string | undefined>>;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at what they expect
  readonly json: any;
}

export function dashboardClient(origin: string, always: Headers_ = {}): DashboardClient {
  const send = async (path: string, init: RequestInit, headers: Headers_): Promise<Answer> => {
    const cookies = [client.cookie, client.device].filter(Boolean).join('; ');
    const all = { cookie: cookies || undefined, ...always, ...headers };
    const sent = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined);
    const response = await fetch(`${origin}/api/dashboard/${path}`, { ...init, headers: sent });
    for (const set of response.headers.getSetCookie()) {
      const [pair] = set.split(';');
      if (/^(__Host-)?pagelight_device=/.test(pair!)) client.device = pair!;
      else client.cookie = pair!;
    }
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, headers: response.headers, text, json: isJson && JSON.parse(text) };
  };

  const client: DashboardClient = {
    cookie: '',
    device: '',
    get: (path, headers = {}) => send(path, {}, headers),
    post: (path, body, headers = {}) =>
      send(
        path,
        { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) },
        {
          'content-type': 'application/json',
          'x-pagelight-page': 'dashboard',
          'sec-fetch-site': 'same-origin',
          ...headers,
        },
      ),
  };
  return client;
}
