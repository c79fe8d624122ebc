// Whether a sed script only edits what it prints: read command by command; `w`, `r`, `e`, the flags of `s` that write or run, options
// that edit in place and whatever is read in two ways are refused. Called by judge-argv.ts.
// Source: decision 051; the manual of GNU sed.
import { certain, refused } from '../verdict.ts';
import { type Inspect, plainArguments, row, unsure, valuesOf } from './inspection.ts';

const SED = row({
  short: 'nEruzse:',
  long: 'quiet silent regexp-extended expression= unbuffered null-data separate sandbox posix',
});

export const inspectSed: Inspect = ({ words, isFed }) => {
  const read = plainArguments(words, SED);
  const given = valuesOf(read, 'e', 'expression');
  const operands = read.operands;
  const script = given.length > 0 ? given.join('\n') : operands[0]?.text;
  if (script === undefined || (given.length === 0 && operands[0]?.isPattern))
    return unsure('sed without its script');
  if (operands.length <= (given.length > 0 ? 0 : 1) && !isFed)
    return refused('endless', 'sed would wait for its input');
  const problem = judgeScript(script);
  return problem === null ? certain('sed prints what it edited') : unsure(`sed: ${problem}`);
};

const SIMPLE = 'pPdDgGhHxnNq=lQzF';

function judgeScript(script: string): string | null {
  let at = 0;
  const skip = (): void => {
    while (/[\s;]/.test(script[at] ?? '')) at++;
  };
  for (skip(); at < script.length; skip()) {
    const behind = address(script, at);
    if (typeof behind === 'string') return behind;
    at = behind;
    const command = script[at++];
    if (command === undefined) return 'an address without a command';
    if (command === '{' || command === '}') continue;
    if (command === 's' || command === 'y') {
      const end = substitution(script, at, command);
      if (typeof end === 'string') return end;
      at = end;
    } else if (!SIMPLE.includes(command)) return `command ${command}`;
    else if (command === 'q' || command === 'Q' || command === 'l') while (/\d/.test(script[at] ?? '')) at++;
    while (script[at] === ' ') at++;
    if (at < script.length && !/[\n;}]/.test(script[at] as string))
      return `${script[at]} behind command ${command}`;
  }
  return null;
}

/** @returns where the command begins */
function address(script: string, from: number): number | string {
  let at = from;
  for (let nth = 0; nth < 2; nth++) {
    const char = script[at] ?? '';
    if (char === '$') at++;
    else if (/\d/.test(char)) while (/[\d~]/.test(script[at] ?? '')) at++;
    else if (char === '/') {
      const end = closing(script, at + 1, '/');
      if (typeof end === 'string') return end;
      at = end;
      while (/[IM]/.test(script[at] ?? '')) at++;
    } else if (char === '\\') return 'a pattern between signs of its own';
    else if (nth === 1 && /[+~]/.test(char)) {
      at++;
      while (/\d/.test(script[at] ?? '')) at++;
    } else if (nth === 1) return 'half an address';
    else break;
    while (script[at] === ' ') at++;
    if (script[at] !== ',') break;
    if (nth === 1) return 'too many addresses';
    at++;
    while (script[at] === ' ') at++;
  }
  while (/[ !]/.test(script[at] ?? '')) at++;
  return at;
}

/** @returns behind its flags */
function substitution(script: string, from: number, command: string): number | string {
  const sign = script[from] ?? '';
  if (sign === '' || /[\s\\\w[\]]/.test(sign)) return `${command} without a sign that parts it`;
  let at = closing(script, from + 1, sign);
  if (typeof at === 'string') return at;
  at = closing(script, at, sign);
  if (typeof at === 'string') return at;
  while (command === 's' && /[gpiI\d]/.test(script[at] ?? '')) at++;
  return at;
}

/** @returns behind the sign that closes */
function closing(script: string, from: number, sign: string): number | string {
  let isClass = false;
  for (let at = from; at < script.length; at++) {
    const char = script[at];
    if (char === '\n') return 'a part over several lines';
    if (char === '\\') at++;
    else if (char === sign) return isClass ? 'a closing sign within brackets' : at + 1;
    else if (char === '[') isClass = true;
    else if (char === ']') isClass = false;
  }
  return 'a part that is not closed';
}
