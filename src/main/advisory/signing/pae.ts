// What DSSE signs: a type and a payload, joined so that no other pair gives the same bytes, because both lengths, in bytes, stand before what they count. Pure.
// Called by who signs and who verifies. Source: advisory, Outputs.

/**
 * The pre-authentication encoding of DSSE v1: `DSSEv1 LEN(type) type LEN(payload) payload`, parted by single blanks.
 * @param payloadType goes in as UTF-8
 * @param payload the bytes themselves, never their base64
 * @throws RangeError for a type with half a surrogate pair: every such half becomes the same three bytes, so that two types would be signed alike
 * @example pae('http://example.com/HelloWorld', Buffer.from('hello world')) // DSSEv1 29 http://example.com/HelloWorld 11 hello world
 */
export function pae(payloadType: string, payload: Uint8Array): Uint8Array {
  if (!payloadType.isWellFormed()) throw new RangeError('a payload type has no half of a surrogate pair');
  const type = Buffer.from(payloadType, 'utf8');
  return Buffer.concat([
    Buffer.from(`DSSEv1 ${type.length} `, 'ascii'),
    type,
    Buffer.from(` ${payload.length} `, 'ascii'),
    payload,
  ]);
}
