// The note of a brief, its verdict first and largest: markdown as Chat shows it, its markers to be pressed, its links leading out only after the operator said so.
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { type Additions, Markdown } from '../../../session/markdown/markdown.tsx';
import { OutsideLink } from '../../../session/markdown/outside-link.tsx';
import { safeLink } from '../../../session/markdown/safe-link.ts';
import { Section } from '../../../ui/section.tsx';
import { briefsStore } from '../briefs-store.ts';
import styles from './brief.module.css';
import { CiteMark, stepAmongMarks } from './cite-mark.tsx';
import { NOTHING, SECTIONS, type Section as SectionName } from './compare.ts';
import { markCitations } from './markers.ts';
import { Steps } from './steps.tsx';

const ADDITIONS: Additions = {
  plugin: markCitations,
  components: {
    cite: ({ children, ...given }) => (
      <CiteMark ids={String((given as { 'data-ids'?: string })['data-ids'] ?? '')}>{children}</CiteMark>
    ),
    a: ({ href, children }) => <SourceLink href={href ?? ''}>{children}</SourceLink>,
  },
};

function SourceLink({ href, children }: { href: string; children?: React.ReactNode }) {
  const { t } = useTranslation();
  const link = safeLink(href);
  if (link === null) return <span>{children}</span>;
  return (
    <OutsideLink link={link} why={t('briefs.one.outside')}>
      {children}
    </OutsideLink>
  );
}

export function Sections() {
  const detail = useStore(briefsStore, (s) => s.detail);
  if (detail === null || detail.brief.guardrail.blocked) return null;
  const { sections } = detail.brief;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the markers within take the keys; this moves between them.
    <div className={styles.sections} onKeyDown={stepAmongMarks}>
      {SECTIONS.map((section) => (
        <OneSection key={section} section={section} text={sections[section]} />
      ))}
    </div>
  );
}

/** One that is empty is not there; of a remediation its steps may be. */
function OneSection({ section, text }: { section: SectionName; text: string }) {
  const { t } = useTranslation();
  const isEmpty = text.trim() === NOTHING;
  if (isEmpty && section !== 'remediation') return null;
  const title = t(`briefs.one.section.${section}`);
  const body = (
    <>
      {isEmpty ? null : (
        <div className={styles.text} data-section={section}>
          <Markdown text={text} isOver additions={ADDITIONS} />
        </div>
      )}
      {section === 'remediation' ? <Steps /> : null}
    </>
  );
  if (section === 'references') return <Section title={title}>{body}</Section>;
  return (
    <section className={styles.note} aria-label={title}>
      <h3 className="sr-only">{title}</h3>
      {body}
    </section>
  );
}
