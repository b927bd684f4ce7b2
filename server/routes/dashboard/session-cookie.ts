import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import { SESSION_MAX_MS } from '../../accounts/sessions.ts';
import type { AppEnv } from '../../http/app-env.ts';

const NAME = 'pagelight_session';

/**
 * The session's cookie: out of reach of scripts and of other sites. Over https, which only a proxy in front gives, it
 * is `__Host-`, so that a sister domain cannot plant one.
 */
export class SessionCookie {
  readonly #c: Context<AppEnv>;
  readonly #isHttps: boolean;

  constructor(c: Context<AppEnv>, trustProxy: boolean) {
    this.#c = c;
    this.#isHttps = trustProxy && c.req.header('x-forwarded-proto') === 'https';
  }

  read(): string | undefined {
    return this.#isHttps ? getCookie(this.#c, NAME, 'host') : getCookie(this.#c, NAME);
  }

  write(token: string): void {
    setCookie(this.#c, NAME, token, { ...this.#options(), maxAge: SESSION_MAX_MS / 1000 });
  }

  remove(): void {
    deleteCookie(this.#c, NAME, this.#options());
  }

  #options(): CookieOptions {
    const options: CookieOptions = { httpOnly: true, sameSite: 'Strict', path: '/' };
    return this.#isHttps ? { ...options, secure: true, prefix: 'host' } : options;
  }
}
