// A button for what cannot be taken back: it asks again, in its own place. The focus goes where the question is, to the answer that
// changes nothing, and back; so the question is in sight, too. The second click of a double click is no answer to it.
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from './button.tsx';

/** Within this two clicks are one double click, on most desktops. */
const DOUBLE_CLICK_MS = 500;

interface AskedTwiceProps {
  /** What the button says first, what it says when asked again, and what leaves everything as it is. */
  readonly words: {
    readonly ask: string;
    /** The first at length, where it stands in a list. */
    readonly named?: string;
    readonly sure: string;
    readonly keep: string;
  };
  readonly onSure: () => Promise<void>;
  readonly icon?: LucideIcon;
  readonly variant?: 'plain' | 'quiet';
  /** Puts the two answers where they stand, with what is to be known before. */
  readonly around?: (answers: ReactNode) => ReactNode;
}

export function AskedTwice({ words, onSure, icon, variant = 'plain', around }: AskedTwiceProps) {
  const [asks, setAsks] = useState<'not yet' | 'asks' | 'no'>('not yet');
  if (asks !== 'asks') {
    return (
      <Button
        variant={variant}
        {...(icon ? { icon } : {})}
        {...(words.named ? { label: words.named } : {})}
        {...(asks === 'no' ? { ref: takeFocus } : {})}
        onPress={() => setAsks('asks')}
      >
        {words.ask}
      </Button>
    );
  }
  const answers = (
    <>
      <Sure onPress={() => void onSure().then(() => setAsks('no'))}>{words.sure}</Sure>
      <Button variant="quiet" ref={takeFocus} onPress={() => setAsks('no')}>
        {words.keep}
      </Button>
    </>
  );
  return around ? around(answers) : answers;
}

function Sure({ onPress, children }: { onPress: () => void; children: string }) {
  const [isRead, setIsRead] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsRead(true), DOUBLE_CLICK_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Button variant="primary" writes isEarly={!isRead} onPress={onPress}>
      {children}
    </Button>
  );
}

/** Of what stood where it stands now; it is scrolled to. */
const takeFocus = (button: HTMLButtonElement | null) => button?.focus();
