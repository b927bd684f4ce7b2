import { PdfError, PRESETS, type PresetName, parseByteSize } from '../../../shared/index.ts';
import { compress } from '../browser.ts';
import { filled, sizeIn, textsFor } from './texts.ts';

/** There is no HTMLElement during server-side rendering. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

const PDF = /\.pdf$/i;
/** Readers look for the header of a PDF in this many bytes. */
const HEADER_BYTES = 1024;

export type DropState = '' | 'working' | 'ready' | 'failed';

/**
 * `<pagelight-drop max="5MB"><input type="file" name="document"></pagelight-drop>`: compresses PDFs in the browser
 * before a form is sent, whether chosen in the field or dropped onto the element. The field then holds the smaller
 * files. Without scripts it stays a plain field.
 *
 * Attributes: `max` (such as `5MB`: smaller files stay as they are, larger ones are compressed to fit; without it all
 * are compressed), `preset` (default `balanced`), `lang`. The attribute `state` is `working`, `ready` or `failed`.
 * Parts for styling: `area`, `progress`, `status`. The event `pagelight-ready` fires when the field holds the files to
 * send.
 *
 * @example
 * document.addEventListener('pagelight-ready', ({ detail }) => console.log(detail.files));
 */
export class PagelightDrop extends Base {
  #bar: HTMLProgressElement | undefined;
  #status: HTMLElement | undefined;
  #work: AbortController | undefined;
  /** The button that submitted the form while files were in work; null if there was no button. */
  #heldSubmitter: HTMLElement | null | undefined;
  readonly #onSubmit = (event: SubmitEvent) => this.#hold(event);

  connectedCallback(): void {
    if (this.shadowRoot === null) this.#build();
    this.addEventListener('change', this.#onChange, { capture: true });
    this.addEventListener('dragover', this.#onDragOver);
    this.addEventListener('drop', this.#onDrop);
    document.addEventListener('submit', this.#onSubmit, { capture: true });
  }

  disconnectedCallback(): void {
    this.#work?.abort();
    document.removeEventListener('submit', this.#onSubmit, { capture: true });
  }

  /** The attribute of this name; empty if no file is chosen. */
  get state(): DropState {
    return (this.getAttribute('state') ?? '') as DropState;
  }

  /** The form's own file field. */
  get field(): HTMLInputElement | null {
    return this.querySelector<HTMLInputElement>('input[type=file]');
  }

  #build(): void {
    const root = this.attachShadow({ mode: 'open' });
    const area = document.createElement('div');
    area.part.add('area');
    this.#bar = document.createElement('progress');
    this.#bar.part.add('progress');
    this.#bar.max = 1;
    this.#bar.hidden = true;
    // Announced on change without taking the focus.
    this.#status = document.createElement('div');
    this.#status.part.add('status');
    this.#status.setAttribute('role', 'status');
    area.append(document.createElement('slot'), this.#bar, this.#status);
    root.append(area);
  }

  readonly #onDragOver = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  };

  readonly #onDrop = (event: DragEvent): void => {
    const { field } = this;
    const files = [...(event.dataTransfer?.files ?? [])];
    if (field === null || field.disabled || files.length === 0) return;
    event.preventDefault();
    field.files = listOf(field.multiple ? files : files.slice(0, 1));
    field.dispatchEvent(new Event('change', { bubbles: true }));
  };

  readonly #onChange = (event: Event): void => {
    const { field } = this;
    if (field === null || event.target !== field || event instanceof ReadyChange) return;
    this.#work?.abort();
    field.setCustomValidity('');
    const files = [...(field.files ?? [])];
    if (files.length === 0) {
      this.#work = undefined;
      this.#show('', '');
      return;
    }
    // Other listeners receive only the event for the compressed files.
    event.stopPropagation();
    this.#work = new AbortController();
    void this.#shrink(field, files, this.#work.signal);
  };

  async #shrink(field: HTMLInputElement, files: readonly File[], signal: AbortSignal): Promise<void> {
    const ready: File[] = [];
    const said: string[] = [];
    try {
      for (const file of files) {
        const [smaller, text] = await this.#shrunk(file, signal);
        ready.push(smaller);
        said.push(text);
      }
    } catch (thrown) {
      // Other files were chosen, or the element was removed.
      if (signal.aborted) return;
      throw thrown;
    }
    this.#work = undefined;
    field.files = listOf(ready);
    this.#finish(field, ready, said);
  }

  #finish(field: HTMLInputElement, ready: readonly File[], said: readonly string[]): void {
    const max = this.#max() ?? Number.POSITIVE_INFINITY;
    const tooLarge = ready
      .filter(({ size }) => size > max)
      .map(({ name, size }) =>
        this.#text('tooLarge', name, { size: this.#size(size), max: this.#size(max) }),
      );
    // Nothing is sent, so nothing is said of the other files.
    const isSent = tooLarge.length === 0;
    if (!isSent) field.setCustomValidity(tooLarge.join('\n'));
    this.#show(isSent ? 'ready' : 'failed', (isSent ? said : tooLarge).join('\n'));
    field.dispatchEvent(new ReadyChange('change', { bubbles: true }));
    this.dispatchEvent(new CustomEvent('pagelight-ready', { bubbles: true, detail: { files: ready } }));
    this.#letGo(field);
  }

  /** Returns the smaller file, or the file itself, and a status text. @throws the signal's reason */
  async #shrunk(file: File, signal: AbortSignal): Promise<readonly [File, string]> {
    const { name, size } = file;
    const max = this.#max();
    const before = this.#size(size);
    const isNamedPdf = file.type === 'application/pdf' || PDF.test(name);
    if (!isNamedPdf || (max !== undefined && size <= max)) {
      const isReady = !isNamedPdf || (await hasHeader(file));
      return [file, this.#text(isReady ? 'kept' : 'noPdf', name, { before })];
    }
    const progressTo = (fraction: number) => {
      const percent = String(Math.floor(fraction * 100));
      this.#show('working', this.#text('working', name, { percent }), fraction);
    };
    progressTo(0);
    try {
      const { bytes, report } = await compress(
        file,
        { preset: this.#preset(), ...(max === undefined ? {} : { targetSize: max }) },
        { signal, onProgress: ({ fraction }) => progressTo(fraction) },
      );
      if (report.unchanged) return [file, this.#text('kept', name, { before })];
      const smaller = new File([bytes], name, { type: 'application/pdf', lastModified: file.lastModified });
      return [smaller, this.#text('smaller', name, { before, after: this.#size(bytes.length) })];
    } catch (thrown) {
      signal.throwIfAborted();
      const code = thrown instanceof PdfError ? thrown.problem.code : undefined;
      const which = code === 'encrypted_pdf' ? 'locked' : code === 'not_a_pdf' ? 'noPdf' : 'failed';
      return [file, this.#text(which, name, {})];
    }
  }

  /** Delays a submit until the files are ready. */
  #hold(event: SubmitEvent): void {
    if (this.#work === undefined || event.target !== this.field?.form) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.#heldSubmitter = event.submitter;
  }

  #letGo(field: HTMLInputElement): void {
    const submitter = this.#heldSubmitter;
    this.#heldSubmitter = undefined;
    // The browser reports invalid fields as if the button had been pressed now.
    if (submitter !== undefined) field.form?.requestSubmit(submitter);
  }

  #show(state: DropState, text: string, fraction?: number): void {
    if (state === '') this.removeAttribute('state');
    else this.setAttribute('state', state);
    if (this.#bar !== undefined) {
      this.#bar.hidden = state !== 'working';
      this.#bar.value = fraction ?? 0;
      this.#bar.setAttribute('aria-label', text);
    }
    // Progress is shown by the bar: a text that changes with each percent would be announced without end.
    if (this.#status !== undefined && (state !== 'working' || fraction === 0))
      this.#status.textContent = text;
  }

  /** Bytes; undefined without a valid limit. */
  #max(): number | undefined {
    const text = this.getAttribute('max') ?? '';
    return /^\d+$/.test(text) ? Number(text) : parseByteSize(text);
  }

  #preset(): PresetName {
    const name = this.getAttribute('preset') ?? '';
    return Object.hasOwn(PRESETS, name) ? (name as PresetName) : 'balanced';
  }

  #language(): string {
    const said = this.closest('[lang]')?.getAttribute('lang');
    return said || navigator.language;
  }

  #size(bytes: number): string {
    return sizeIn(this.#language(), bytes);
  }

  #text(
    which: keyof ReturnType<typeof textsFor>,
    name: string,
    values: Readonly<Record<string, string>>,
  ): string {
    return filled(textsFor(this.#language())[which], { name, ...values });
  }
}

/** Signals that the field holds the files to send. */
class ReadyChange extends (globalThis.Event ?? class {}) {}

async function hasHeader(file: File): Promise<boolean> {
  return (await file.slice(0, HEADER_BYTES).text()).includes('%PDF-');
}

function listOf(files: readonly File[]): FileList {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  return transfer.files;
}

declare global {
  interface HTMLElementTagNameMap {
    'pagelight-drop': PagelightDrop;
  }
  interface GlobalEventHandlersEventMap {
    'pagelight-ready': CustomEvent<{ readonly files: readonly File[] }>;
  }
}

const registry = globalThis.customElements;
if (registry !== undefined && registry.get('pagelight-drop') === undefined)
  registry.define('pagelight-drop', PagelightDrop);
