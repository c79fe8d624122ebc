// Text of others as it is shown: hidden characters become labelled marks, and its direction ends where it ends.
// Rendered by visible-text.ts for every text that needs it; a screen need not name it.
import { type HiddenRun, showHidden, splitHidden } from '../../../../shared/hidden-characters.ts';
import styles from './foreign-text.module.css';

/** With more marks than these a text is shown with codes alone: elements by the thousand would hold the page. */
const MOST_MARKS = 200;

export function ForeignText({ text }: { readonly text: string }) {
  const parts = splitHidden(text);
  if (parts.length > 2 * MOST_MARKS) return <bdi>{showHidden(text)}</bdi>;
  let at = 0;
  return (
    <bdi>
      {parts.map((part) => {
        if (typeof part === 'string') return part;
        at += 1;
        return <HiddenMark key={at} {...part} />;
      })}
    </bdi>
  );
}

function HiddenMark({ code, count }: HiddenRun) {
  const shown = count === 1 ? code : `${code} ×${String(count)}`;
  const name = `${shown} ${nameOf(code)}`;
  return (
    <span className={styles.mark} role="img" aria-label={name} title={name}>
      {shown}
    </span>
  );
}

function nameOf(code: string): string {
  const number = Number.parseInt(code.slice(2), 16);
  if (number < 0xa0) return NAMES[code] ?? 'Control character';
  if (number >= 0xe0100 || (number >= 0xfe00 && number <= 0xfe0f)) return 'Variation selector';
  if (number >= 0xe0000) return 'Tag character';
  return NAMES[code] ?? 'Invisible character';
}

/** As the Unicode standard calls them. */
const NAMES: Readonly<Record<string, string>> = {
  'U+0000': 'Null',
  'U+0008': 'Backspace',
  'U+000D': 'Carriage return',
  'U+001B': 'Escape',
  'U+007F': 'Delete',
  'U+00AD': 'Soft hyphen',
  'U+061C': 'Arabic letter mark',
  'U+115F': 'Hangul choseong filler',
  'U+1160': 'Hangul jungseong filler',
  'U+180E': 'Mongolian vowel separator',
  'U+200B': 'Zero width space',
  'U+200C': 'Zero width non-joiner',
  'U+200D': 'Zero width joiner',
  'U+200E': 'Left-to-right mark',
  'U+200F': 'Right-to-left mark',
  'U+2028': 'Line separator',
  'U+2029': 'Paragraph separator',
  'U+202A': 'Left-to-right embedding',
  'U+202B': 'Right-to-left embedding',
  'U+202C': 'Pop directional formatting',
  'U+202D': 'Left-to-right override',
  'U+202E': 'Right-to-left override',
  'U+2060': 'Word joiner',
  'U+2061': 'Function application',
  'U+2062': 'Invisible times',
  'U+2063': 'Invisible separator',
  'U+2064': 'Invisible plus',
  'U+2066': 'Left-to-right isolate',
  'U+2067': 'Right-to-left isolate',
  'U+2068': 'First strong isolate',
  'U+2069': 'Pop directional isolate',
  'U+2800': 'Braille pattern blank',
  'U+3164': 'Hangul filler',
  'U+FEFF': 'Byte order mark',
  'U+FFA0': 'Halfwidth Hangul filler',
};
