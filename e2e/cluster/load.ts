/** Clients that ask again as soon as they are answered. */
export interface Load {
  /** What was answered, in order: `200`, a refusal in its own words, or what was wrong. */
  readonly answers: readonly string[];
  /** How many answers came that were 200. */
  served(): number;
  /** No more requests; resolves when those that run are answered. */
  end(): Promise<void>;
}

/**
 * Keeps so many clients asking. Each takes a turn at the origins.
 *
 * @param ask says in a word what became of one request; it must not reject.
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
      const answer = await ask(origins[turn % origins.length], turn);
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
