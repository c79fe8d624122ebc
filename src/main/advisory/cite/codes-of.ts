// A secret word in the codes in which a model may give it away: turned round, in hexadecimal, base 64 and 32 wherever it begins, letters moved by thirteen, numbers of its
// signs. Whoever looks for it looks for each. Decodes nothing. Used by output.ts. Source: advisory, Guardrails.

/** @param word ASCII letters and digits @returns each of them once, the word first */
export function codesOf(word: string): string[] {
  const bytes = Buffer.from(word, 'utf8');
  const moved = word.replace(/[a-z]/gi, (sign) =>
    String.fromCharCode(sign.charCodeAt(0) + (sign.toLowerCase() < 'n' ? 13 : -13)),
  );
  const turned = [...word].reverse().join('');
  return [
    ...[word, turned, moved],
    ...[bytes.toString('hex'), Buffer.from(turned, 'utf8').toString('hex')],
    ...[0, 1, 2].map((before) => whole(bits(bytes, before), before, 6, BASE_64)),
    ...[0, 1, 2, 3, 4].map((before) => whole(bits(bytes, before), before, 5, BASE_32)),
    [...bytes].join(' '),
    [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join(' '),
  ];
}

const BASE_64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const BASE_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Of the word behind so many unknown bytes. */
const bits = (bytes: Uint8Array, before: number): string =>
  '0'.repeat(8 * before) + [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');

/** The signs that hold bits of the word alone: what stands before and behind it decides the others. */
function whole(all: string, before: number, width: number, alphabet: string): string {
  let coded = '';
  for (let at = Math.ceil((8 * before) / width) * width; at + width <= all.length; at += width)
    coded += alphabet.charAt(Number.parseInt(all.slice(at, at + width), 2));
  return coded;
}
