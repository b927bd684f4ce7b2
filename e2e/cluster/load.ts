/** Clients that repeat as soon as they are answered. */
export interface Load {
  /** Outcomes in order: `200`, the text of a refusal, or an error. */
  readonly answers: readonly string[];
  /** Number of responses with status 200. */
  served(): number;
  /** Stops sending; resolves when running requests are answered. */
  end(): Promise<void>;
}

/**
 * Runs this many clients, each alternating between the origins.
 *
 * @param ask describes the outcome of one request in a word; must not reject
 */
export function startLoad(
  clients: number,
  origins: readonly string[],
  ask: (origin: string, turn: number) => Promise<string>,
): Load {
  const answers: string[] = [];
  let served = 0;
  let isOver = false;
  const client = async (number: number) => {
    for (let turn = number; !isOver; turn += 1) {
      const answer = await ask(origins[turn % origins.length]!, turn);
      answers.push(answer);
      if (answer === '200') served += 1;
    }
  };
  const all = Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  return {
    answers,
    served: () => served,
    async end() {
      isOver = true;
      await all;
    },
  };
}
