// A key binding as caps, in the platform's own notation.
import styles from './kbd.module.css';

const apple = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '');

export function Kbd({ keys }: { keys: string }) {
  return (
    <span className={styles.keys}>
      {keyCaps(keys, apple).map((cap) => (
        <kbd key={cap} className={styles.cap}>
          {cap}
        </kbd>
      ))}
    </span>
  );
}

/** A binding as caps to show: `$mod+k` becomes `⌘ K` or `Ctrl K`, `g o` becomes `G` `O`. */
export function keyCaps(keys: string, apple: boolean): string[] {
  return keys.split(/[+ ]/).map((key) => {
    if (key === '$mod') return apple ? '⌘' : 'Ctrl';
    if (key === 'Shift') return apple ? '⇧' : 'Shift';
    return key.length === 1 ? key.toUpperCase() : key;
  });
}
