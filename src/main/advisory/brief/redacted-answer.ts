// An answer as it is read: without what nobody sees, and without secrets. What a source shows openly is no secret of the answer. Pure; linear.
// Called by judge-answer.ts. Source: advisory, Guardrails.
import type { CitedSource } from '../context/prompt-of.ts';
import { Labels, redactTyped } from '../guard/redact-typed.ts';

export interface RedactParts {
  readonly sources: readonly Pick<CitedSource, 'content'>[];
  /** The marks of the pack; an answer's secrets get the same. */
  readonly labels?: Labels;
}

/** What turns the direction of writing, controls, or stands there and is not seen; the joiners that scripts and pictures need stay. */
const UNSEEN =
  /(?![\t\n\r\u0085])\p{Cc}|[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;
const withoutUnseen = (text: string): string => text.replace(UNSEEN, '');

/** Stands in the word for the time of one search. */
const SHIELD = '\ue000';
const PINS = /\b([Pp])(in(?:ned|ning)?)(?=\s{1,3}[`"']([^`"'\n]{1,200})[`"'])/g;

/** Without secrets. To pin a package is no PIN: what a source has openly is none. */
export function redactedAnswer(
  answer: string,
  { sources, labels = new Labels() }: RedactParts,
): Pick<ReturnType<typeof redactTyped>, 'text' | 'redactions'> {
  const shielded = withoutUnseen(answer)
    .replaceAll(SHIELD, '')
    .replace(PINS, (whole, first: string, rest: string, name: string) =>
      sources.some(({ content }) => content.includes(name)) ? `${first}${SHIELD}${rest}` : whole,
    );
  const { text, redactions } = redactTyped(shielded, labels);
  return { text: text.replaceAll(SHIELD, ''), redactions };
}
