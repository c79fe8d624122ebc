// Random request bodies as text, for property tests: every legal spelling of JSON (odd key order, duplicate keys,
// escapes, white space, big integers, `1.0`), shaped like a route's body. Used by tests only.
import { fc } from '../../../shared/testing/campaign.ts';
import type { PromptShape } from '../routes.ts';

/** Strings with everything that is hard: quotes, backslashes, headings, control characters, lone surrogates. */
export const oddString: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
  {
    weight: 2,
    arbitrary: fc.string({
      unit: fc.constantFrom('"', '\\', '\n', 'n', '/', '#', '\u0000', '\ud83d', 'é', 'u'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc
      .array(
        fc.constantFrom(
          '### System:\n',
          '### User:\n',
          '### Assistant:\n',
          '\n\n',
          'hello',
          '\\n',
          '{"a":1}',
        ),
      )
      .map((parts) => parts.join('')),
  },
);

/** A string value as JSON text, each character plain or escaped at random. */
export function jsonText(strings: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(strings, fc.infiniteStream(fc.nat(9))).map(([text, dice]) => {
    let out = '"';
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      const plain = JSON.stringify(text[i]).slice(1, -1);
      const lone = code >= 0xd800 && code <= 0xdfff;
      const escaped = `\\u${code.toString(16).padStart(4, '0')}`;
      if (lone && !isPaired(text, i)) out += escaped;
      else if (lone) out += text[i];
      else out += dice.next().value === 0 ? escaped : plain;
    }
    return `${out}"`;
  });
}

function isPaired(text: string, i: number): boolean {
  const code = text.charCodeAt(i);
  const other = text.charCodeAt(code < 0xdc00 ? i + 1 : i - 1);
  return code < 0xdc00 ? other >= 0xdc00 && other <= 0xdfff : other >= 0xd800 && other < 0xdc00;
}

const space = fc.constantFrom('', '', '', ' ', '\n', '\t ', '\r\n');

const oddNumber = fc.constantFrom(
  '0',
  '-0',
  '1.0',
  '9007199254740993',
  '1e3',
  '-12.50E-2',
  '18446744073709551615',
);
const literal = fc.constantFrom('true', 'false', 'null');
const string = jsonText(oddString);

type Member = readonly [string, string];

/** Members as an object's text: as given, so duplicates stay; white space at random. */
function objectText(members: fc.Arbitrary<readonly Member[]>): fc.Arbitrary<string> {
  return fc.tuple(members, space, space, space).map(([list, a, b, c]) => {
    const inner = list.map(([name, value]) => `${a}${name}${b}:${c}${value}${a}`).join(',');
    return `{${inner}${list.length === 0 ? b : ''}}`;
  });
}

const arrayText = (items: fc.Arbitrary<string>, maxLength: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.array(items, { maxLength }), space, space)
    .map(
      ([list, a, b]) => `[${list.map((item) => `${a}${item}${b}`).join(',')}${list.length === 0 ? a : ''}]`,
    );

const name = (...names: string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...names.map((n) => JSON.stringify(n))) },
    { weight: 1, arbitrary: jsonText(fc.constantFrom(...names)) },
    { weight: 1, arbitrary: string },
  );

/** Any JSON value, three levels deep. */
const anyValue: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    string,
    oddNumber,
    literal,
    arrayText(tie('value'), 3),
    objectText(fc.array(fc.tuple(string, tie('value')), { maxLength: 3 })),
  ),
})).value;

const part = fc.oneof(
  { weight: 1, arbitrary: anyValue },
  {
    weight: 6,
    arbitrary: objectText(
      fc.array(
        fc.oneof(
          fc.tuple(
            name('type'),
            fc.constantFrom('"text"', '"input_text"', '"image_url"', '"tool_result"', 'null'),
          ),
          fc.tuple(name('text'), string),
          fc.tuple(name('cache_control', 'source', 'content'), anyValue),
        ),
        { maxLength: 4 },
      ),
    ),
  },
);

const parts = arrayText(part, 3);
const role = fc.constantFrom(
  '"system"',
  '"user"',
  '"assistant"',
  '"tool"',
  '"developer"',
  'null',
  '"\\u0075ser"',
);

const message = fc.oneof(
  { weight: 1, arbitrary: anyValue },
  {
    weight: 8,
    arbitrary: objectText(
      fc.array(
        fc.oneof(
          { weight: 3, arbitrary: fc.tuple(name('role'), role) },
          { weight: 3, arbitrary: fc.tuple(name('content'), fc.oneof(string, string, parts, literal)) },
          {
            weight: 1,
            arbitrary: fc.tuple(name('tool_calls', 'images', 'output', 'type', 'thinking'), anyValue),
          },
        ),
        { maxLength: 5 },
      ),
    ),
  },
);

/** A body of a route's shape, as text. Always a JSON object; often a strange one. */
export function promptBody({ list, text, system }: PromptShape): fc.Arbitrary<string> {
  const members: fc.Arbitrary<Member>[] = [
    fc.tuple(name('model', 'suffix', 'format', 'keep_alive'), fc.oneof(string, literal, oddNumber)),
    fc.tuple(name('stream', 'raw'), literal),
    fc.tuple(name('options', 'tools', 'x', '__proto__x', 'template'), anyValue),
  ];
  if (list) members.push(fc.tuple(name(list), fc.oneof(arrayText(message, 5), anyValue)));
  if (list) members.push(fc.tuple(name(list), arrayText(message, 5)));
  if (text) members.push(fc.tuple(name(text), fc.oneof(string, string, anyValue)));
  if (system) members.push(fc.tuple(name(system), fc.oneof(string, parts, literal)));
  return fc
    .tuple(objectText(fc.array(fc.oneof(...members), { maxLength: 9 })), space, space)
    .map(([object, before, after]) => before + object + after);
}

/** Two bodies as texts that begin alike and then go on differently, as a conversation's turns do. */
export function growingBodies(shape: PromptShape): fc.Arbitrary<readonly [string, string]> {
  const head = fc.tuple(
    fc.array(fc.tuple(name('model', 'system', 'instructions', 'prompt', 'input'), fc.oneof(string, parts)), {
      maxLength: 3,
    }),
    space,
  );
  const tail = fc.array(
    fc.tuple(name('stream', 'options', 'system', 'messages', 'input', 'model'), anyValue),
    {
      maxLength: 3,
    },
  );
  const body = (members: readonly Member[], opened: string, rest: readonly Member[]) =>
    `{${[...members.map(([n, v]) => `${n}:${v}`), opened, ...rest.map(([n, v]) => `${n}:${v}`)].join(',')}}`;
  const messages = fc.array(message, { maxLength: 3 });
  const lists = fc
    .tuple(head, messages, messages, messages, tail, tail)
    .map(([[members, gap], both, a, b, ta, tb]) => {
      const listed = (own: string[]) => `"${shape.list}":[${[...both, ...own].join(`${gap},`)}]`;
      return [body(members, listed(a), ta), body(members, listed(b), tb)] as const;
    });
  const texts = fc.tuple(head, string, string, string, tail, tail).map(([[members], both, a, b, ta, tb]) => {
    const said = (own: string) => `"${shape.text}":${both.slice(0, -1)}${own.slice(1)}`;
    return [body(members, said(a), ta), body(members, said(b), tb)] as const;
  });
  if (shape.list && shape.text) return fc.oneof(lists, texts);
  return shape.list ? lists : texts;
}
