// What dimensions ask, where an operator said so: a few dozen at most, by project. Held by ConceptGraph, filled by memory/read.
// Source: memory, Nouns.

export interface DimensionQuestion {
  readonly project: string;
  readonly dim: number;
  readonly question: string;
}

export class DimensionQuestions {
  #byPlace = new Map<string, DimensionQuestion>();

  /** What an operator had it ask; null where nobody did. */
  of(project: string, dim: number): string | null {
    return this.#byPlace.get(`${dim} ${project}`)?.question ?? null;
  }

  /** @param question null takes it away */
  set(project: string, dim: number, question: string | null): void {
    const key = `${dim} ${project}`;
    if (question === null) this.#byPlace.delete(key);
    else this.#byPlace.set(key, { project, dim, question });
  }

  all(): DimensionQuestion[] {
    return [...this.#byPlace.values()];
  }

  /** Takes these in the place of those there were. */
  become(questions: readonly DimensionQuestion[]): void {
    this.#byPlace = new Map(questions.map((one) => [`${one.dim} ${one.project}`, one]));
  }
}
