/** A browser's part in the dashboard's talk: it keeps the cookie and says where it is. */
export interface DashboardClient {
  get(path: string, headers?: Headers_): Promise<Answer>;
  post(path: string, body: unknown, headers?: Headers_): Promise<Answer>;
  /** `name=value` as it would be sent, or as somebody planted it. */
  cookie: string;
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
    const all = { cookie: client.cookie || undefined, ...always, ...headers };
    const sent = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined);
    const response = await fetch(`${origin}/api/dashboard/${path}`, { ...init, headers: sent });
    const set = response.headers.get('set-cookie');
    if (set !== null) client.cookie = set.split(';')[0];
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, headers: response.headers, text, json: isJson && JSON.parse(text) };
  };

  const client: DashboardClient = {
    cookie: '',
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
