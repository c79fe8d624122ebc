// A key binding as caps, in the platform's own notation.
import { keyCaps } from '../app/commands.ts';
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
