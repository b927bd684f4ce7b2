import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BidiConnection } from './bidi.ts';

interface RemoteNode {
  readonly sharedId: string;
}

interface Evaluated {
  readonly type: 'success' | 'exception';
  readonly result?: { readonly value?: unknown; readonly sharedId?: string };
  readonly exceptionDetails?: { readonly text: string };
}

/** Firefox saves downloads without asking, and starts no request of its own. */
const PREFERENCES = {
  'browser.download.folderList': 2,
  'browser.download.useDownloadDir': true,
  'browser.helperApps.neverAsk.saveToDisk': 'application/pdf,application/zip',
  'pdfjs.disabled': true,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'app.update.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'intl.accept_languages': 'en-US',
};

/** Firefox logs this where a worker ends while an image is decoded, as after a comparison that is no longer needed. */
const ENDED_DECODER = 'AbortError: Shutdown';

/** One page in a headless Firefox, with its own profile. */
export class Firefox {
  readonly #process: ChildProcess;
  readonly #profile: string;
  readonly #bidi: BidiConnection;
  readonly #context: string;
  readonly #downloads: string[] = [];
  /** Messages of errors that scripts of the page threw or logged. */
  readonly errors: string[] = [];

  private constructor(process: ChildProcess, profile: string, bidi: BidiConnection, context: string) {
    this.#process = process;
    this.#profile = profile;
    this.#bidi = bidi;
    this.#context = context;
    bidi.on('log.entryAdded', ({ level, text }) => {
      if (level === 'error' && text !== ENDED_DECODER) this.errors.push(String(text));
    });
    bidi.on('browsingContext.downloadEnd', ({ filepath }) => this.#downloads.push(String(filepath)));
  }

  static async start(path: string): Promise<Firefox> {
    const profile = await mkdtemp(join(tmpdir(), 'pagelight-firefox-'));
    const preferences = { ...PREFERENCES, 'browser.download.dir': join(profile, 'downloads') };
    const lines = Object.entries(preferences).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
    );
    await writeFile(join(profile, 'user.js'), lines.join('\n'));
    const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
    const process = spawn(path, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    const bidi = await BidiConnection.open(`${await addressOf(process)}/session`);
    await bidi.send('session.new', { capabilities: {} });
    await bidi.send('session.subscribe', { events: ['log.entryAdded', 'browsingContext.downloadEnd'] });
    const { contexts } = await bidi.send<{ readonly contexts: readonly { readonly context: string }[] }>(
      'browsingContext.getTree',
    );
    const firefox = new Firefox(process, profile, bidi, contexts[0]!.context);
    await firefox.#inContext('browsingContext.setViewport', { viewport: { width: 1280, height: 860 } });
    return firefox;
  }

  async goto(url: string): Promise<void> {
    await this.#inContext('browsingContext.navigate', { url, wait: 'complete' });
  }

  async reload(): Promise<void> {
    await this.#inContext('browsingContext.reload', { wait: 'complete' });
  }

  /** Waits, frame by frame, until the expression is true, and returns its value. */
  async until(expression: string): Promise<unknown> {
    return (await this.#evaluate(waiting(expression)))?.value;
  }

  /** Clicks the first element of this selector whose text or label begins with `text`, once it is there. */
  async click(selector: string, text = ''): Promise<void> {
    const node = await this.#element(selector, text);
    await this.#inContext('input.performActions', {
      actions: [
        {
          type: 'pointer',
          id: 'mouse',
          actions: [
            { type: 'pointerMove', x: 0, y: 0, origin: { type: 'element', element: node } },
            { type: 'pointerDown', button: 0 },
            { type: 'pointerUp', button: 0 },
          ],
        },
      ],
    });
  }

  /** Types into the focused field. */
  async type(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.#inContext('input.performActions', { actions: [{ type: 'key', id: 'keys', actions }] });
  }

  async setFiles(selector: string, files: readonly string[]): Promise<void> {
    await this.#inContext('input.setFiles', { element: await this.#element(selector, ''), files });
  }

  /** Runs `action` and returns the path of the download that it starts. */
  async download(action: () => Promise<void>): Promise<string> {
    const already = this.#downloads.length;
    await action();
    // The event may come after the answer to the click.
    while (this.#downloads.length === already) await this.#evaluate('new Promise(requestAnimationFrame)');
    return this.#downloads[already]!;
  }

  /** PNG of the window. */
  async screenshot(): Promise<Buffer> {
    const { data } = await this.#inContext<{ readonly data: string }>('browsingContext.captureScreenshot');
    return Buffer.from(data, 'base64');
  }

  async close(): Promise<void> {
    const ended = once(this.#process, 'exit');
    await this.#bidi.send('browser.close').catch(() => this.#process.kill());
    await ended;
    this.#bidi.close();
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  async #element(selector: string, text: string): Promise<RemoteNode> {
    const found = `[...document.querySelectorAll(${JSON.stringify(selector)})].find((one) =>
      [one.getAttribute('aria-label') ?? '', one.textContent].some((name) => name.startsWith(${JSON.stringify(text)})))`;
    // A pointer reaches only what the window shows.
    const inView = `(() => { const one = ${found}; one?.scrollIntoView({ block: 'nearest' }); return one; })()`;
    const result = await this.#evaluate(waiting(inView));
    if (result?.sharedId === undefined) throw new Error(`no element is ${selector} “${text}”`);
    return { sharedId: result.sharedId };
  }

  /** @throws Error with the message of what the expression threw */
  async #evaluate(expression: string): Promise<Evaluated['result']> {
    const target = { context: this.#context };
    const { type, result, exceptionDetails } = await this.#bidi.send<Evaluated>('script.evaluate', {
      expression,
      target,
      awaitPromise: true,
    });
    if (type === 'exception') throw new Error(exceptionDetails?.text);
    return result;
  }

  #inContext<Result>(method: string, params: Readonly<Record<string, unknown>> = {}): Promise<Result> {
    return this.#bidi.send<Result>(method, { context: this.#context, ...params });
  }
}

function waiting(expression: string): string {
  return `new Promise((resolve) => {
    const look = () => {
      const value = ${expression};
      if (value) resolve(value);
      else requestAnimationFrame(look);
    };
    look();
  })`;
}

/** The address that Firefox prints once it listens. */
function addressOf(process: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    process.once('exit', () => reject(new Error(`Firefox ended: ${printed}`)));
    process.stderr?.on('data', (data) => {
      printed += String(data);
      const address = /WebDriver BiDi listening on (ws:\S+)/.exec(printed)?.[1];
      if (address !== undefined) resolve(address);
    });
  });
}
