// A button that shows and hides what lies beneath it; that is drawn only while it is shown.
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from './button.tsx';
import styles from './disclosure.module.css';

interface DisclosureProps {
  readonly show: string;
  readonly hide: string;
  /** Called each time it opens. */
  readonly onOpen?: () => void;
  readonly children: ReactNode;
}

export function Disclosure({ show, hide, onOpen, children }: DisclosureProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const toggle = () => {
    if (!open) onOpen?.();
    setOpen(!open);
  };
  return (
    <>
      <Button variant="quiet" expands={open} controls={id} onPress={toggle}>
        <ChevronRight className={styles.chevron} data-open={open} size={14} strokeWidth={1.75} />
        {open ? hide : show}
      </Button>
      <div id={id} className={styles.region} hidden={!open}>
        {open ? children : null}
      </div>
    </>
  );
}
