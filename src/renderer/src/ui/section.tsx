// A titled part of an inspector or a page, with something at its right where it helps.
import { type ReactNode, useId } from 'react';
import styles from './section.module.css';

interface SectionProps {
  readonly title: string;
  /** Of its heading: 2 on a page, 3 in an inspector. */
  readonly level?: 2 | 3;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, level = 3, aside, children }: SectionProps) {
  const id = useId();
  const Heading = `h${level}` as const;
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header className={styles.head}>
        <Heading id={id} className={styles.title}>
          {title}
        </Heading>
        {aside}
      </header>
      {children}
    </section>
  );
}
