// A titled part of an inspector, with something at its right where it helps.
import { type ReactNode, useId } from 'react';
import styles from './section.module.css';

export function Section({
  title,
  aside,
  children,
}: {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header className={styles.head}>
        <h3 id={id} className={styles.title}>
          {title}
        </h3>
        {aside}
      </header>
      {children}
    </section>
  );
}
