import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import { SESSION_MAX_MS } from '../../accounts/sessions.ts';
import { DEVICE_MAX_MS } from '../../accounts/trusted-devices.ts';
import type { AppEnv } from '../../http/app-env.ts';

/** `device` identifies a trusted device at sign-in; it grants no access. */
const COOKIES = {
  session: { name: 'pagelight_session', maxAgeMs: SESSION_MAX_MS },
  device: { name: 'pagelight_device', maxAgeMs: DEVICE_MAX_MS },
} as const;

/**
 * A cookie of the dashboard, inaccessible to scripts and other sites. Over https, which only a proxy in front provides,
 * its name starts with `__Host-`, so that a sibling domain cannot set it.
 */
export class DashboardCookie {
  readonly #c: Context<AppEnv>;
  readonly #isHttps: boolean;
  readonly #name: string;
  readonly #maxAgeMs: number;

  constructor(c: Context<AppEnv>, which: keyof typeof COOKIES, trustProxy: boolean) {
    this.#c = c;
    this.#name = COOKIES[which].name;
    this.#maxAgeMs = COOKIES[which].maxAgeMs;
    this.#isHttps = trustProxy && c.req.header('x-forwarded-proto') === 'https';
  }

  read(): string | undefined {
    return this.#isHttps ? getCookie(this.#c, this.#name, 'host') : getCookie(this.#c, this.#name);
  }

  write(token: string): void {
    setCookie(this.#c, this.#name, token, { ...this.#options(), maxAge: this.#maxAgeMs / 1000 });
  }

  remove(): void {
    deleteCookie(this.#c, this.#name, this.#options());
  }

  #options(): CookieOptions {
    const options: CookieOptions = { httpOnly: true, sameSite: 'Strict', path: '/' };
    return this.#isHttps ? { ...options, secure: true, prefix: 'host' } : options;
  }
}
