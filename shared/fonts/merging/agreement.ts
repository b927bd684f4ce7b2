/** Combines two answers; undefined if they contradict. */
export type Join<Answer> = (one: Answer, other: Answer) => Answer | undefined;

/**
 * Answers of several programs to the same questions. A program fits if it contradicts none before it. A
 * question that it was not asked is no contradiction; "nothing" contradicts an existing answer.
 */
export class Agreement<Question, Answer> {
  readonly #answers = new Map<Question, Answer>();
  readonly #join: Join<Answer>;

  constructor(join: Join<Answer> = (one, other) => (Object.is(one, other) ? one : undefined)) {
    this.#join = join;
  }

  get answers(): ReadonlyMap<Question, Answer> {
    return this.#answers;
  }

  allows(answers: ReadonlyMap<Question, Answer>): boolean {
    for (const [question, answer] of answers) if (this.#joined(question, answer) === undefined) return false;
    return true;
  }

  /** Adds answers that are allowed. */
  adopt(answers: ReadonlyMap<Question, Answer>): void {
    for (const [question, answer] of answers)
      this.#answers.set(question, this.#joined(question, answer) ?? answer);
  }

  #joined(question: Question, answer: Answer): Answer | undefined {
    const known = this.#answers.get(question);
    return known === undefined ? answer : this.#join(known, answer);
  }
}
