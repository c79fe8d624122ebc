// What an answer turns out to say, piece by piece. Types alone. Used by the files of this room and by whoever shows answers. Source: agent, Markup.

export type SpeechEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string }
  /** A tool call that the model wrote as text; the arguments are a JSON object as text. */
  | { readonly type: 'call'; readonly name: string; readonly arguments: string }
  /** All text of this answer so far is withdrawn: it was thinking, as only its end shows. */
  | { readonly type: 'retract' };

export type SpokenCall = Omit<Extract<SpeechEvent, { type: 'call' }>, 'type'>;
