/** The one answer that two equal ones make; undefined where they contradict each other. */
export type Join<Answer> = (one: Answer, other: Answer) => Answer | undefined;

/**
 * What several programs answer to the same questions. A program fits where it contradicts none of those before it: not to
 * be asked what others were asked is no contradiction, to answer "nothing" is one where another has something.
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

  /** Answers that are allowed. */
  adopt(answers: ReadonlyMap<Question, Answer>): void {
    for (const [question, answer] of answers)
      this.#answers.set(question, this.#joined(question, answer) ?? answer);
  }

  #joined(question: Question, answer: Answer): Answer | undefined {
    const known = this.#answers.get(question);
    return known === undefined ? answer : this.#join(known, answer);
  }
}
