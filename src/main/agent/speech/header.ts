// The words between tokens that say whose words come next, as gpt-oss and ChatML write them: a channel, a role, the tool that is called. Never shown.
// Used by speech-reader.ts. Source: agent, Markup.
import { type Mark, tagName } from './marks.ts';

const MAX_HEADER = 200;
const RECIPIENT = /\bto=(?:functions\.)?([A-Za-z_][\w-]{0,63})/;
const CALL: Mark = {
  kind: 'block',
  ends: new Set(['call', 'end', 'start', 'channel']),
  hasCalls: true,
};

export class Header {
  /** What the block that follows begins with: the tool's name. */
  text = '';
  #held = '';

  /** @returns what comes next, once the header is over */
  take(char: string): 'more' | 'text' | 'thoughts' | Mark {
    if (char === '\n' || this.#held.length > MAX_HEADER) return 'text';
    this.#held += char;
    if (char !== '>') return 'more';
    const name = tagName(this.#held.slice(this.#held.lastIndexOf('<')));
    if (name !== 'message' && name !== 'end_header_id') return 'more';
    const recipient = RECIPIENT.exec(this.#held)?.[1];
    if (recipient !== undefined) {
      this.text = `${recipient} `;
      return CALL;
    }
    return this.#held.includes('analysis') ? 'thoughts' : 'text';
  }
}
