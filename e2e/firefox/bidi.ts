import { WebSocket } from 'ws';

type Params = Readonly<Record<string, unknown>>;

interface Message {
  readonly id?: number | null;
  readonly type: 'success' | 'error' | 'event';
  readonly method?: string;
  readonly params?: Params;
  readonly result?: unknown;
  readonly error?: string;
  readonly message?: string;
}

/** A connection to a browser by WebDriver BiDi (https://w3c.github.io/webdriver-bidi), which needs no driver. */
export class BidiConnection {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (message: Message) => void>();
  readonly #listeners = new Map<string, (params: Params) => void>();
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data) => this.#take(JSON.parse(String(data)) as Message));
  }

  /** @throws Error if no browser accepts the connection */
  static async open(address: string): Promise<BidiConnection> {
    const socket = new WebSocket(address);
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    return new BidiConnection(socket);
  }

  /** @throws Error if the browser refuses the command */
  async send<Result>(method: string, params: Params = {}): Promise<Result> {
    this.#lastId += 1;
    const id = this.#lastId;
    const answered = new Promise<Message>((resolve) => this.#waiting.set(id, resolve));
    this.#socket.send(JSON.stringify({ id, method, params }));
    const { type, result, error, message } = await answered;
    if (type === 'error') throw new Error(`${method}: ${error}: ${message}`);
    // The caller names the result that the specification gives this method.
    return result as Result;
  }

  /** One listener for each event; the session must subscribe to it. */
  on(event: string, listener: (params: Params) => void): void {
    this.#listeners.set(event, listener);
  }

  close(): void {
    this.#socket.close();
  }

  #take(message: Message): void {
    if (message.type === 'event') this.#listeners.get(message.method ?? '')?.(message.params ?? {});
    else if (message.id) {
      this.#waiting.get(message.id)?.(message);
      this.#waiting.delete(message.id);
    }
  }
}
