// What a finding rests on: every entry that speaks of it, opened to its very words and the document it stands in.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { FindingDetail, FindingGround } from '../../../../../shared/model/evidence/finding.ts';
import { formatRoute } from '../../../session/router.ts';
import { formatDay } from '../../../ui/format.ts';
import { Disclosure } from '../../../ui/inputs/disclosure.tsx';
import { Section } from '../../../ui/section.tsx';
import { evidenceStore, isFailure } from '../evidence/evidence-store.ts';
import styles from './inspect.module.css';
import { prettyRecord } from './pretty-record.ts';

export function Grounds({ detail }: { detail: FindingDetail }) {
  const { t } = useTranslation();
  const { grounds } = detail;
  return (
    <Section title={t('findings.inspect.grounds')}>
      {grounds.length === 0 ? (
        <p className="muted">{t('findings.inspect.groundsNone')}</p>
      ) : (
        <ul className={styles.grounds}>
          {grounds.map((ground) => (
            <Ground key={ground.sourceId} ground={ground} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Ground({ ground }: { ground: FindingGround }) {
  const { t } = useTranslation();
  const { document, record, issuer, about, says, doubt, fixes, distribution, statedAt, dated } = ground;
  return (
    <li className={styles.ground}>
      <p className={styles.groundHead}>
        <b className="breaks">{t('findings.inspect.ground', { issuer, about })}</b>
        <span>{t('findings.inspect.says', { status: t(`findings.status.${says}`) })}</span>
        {fixes.length === 0 ? null : (
          <span>{t('findings.inspect.fixes', { versions: fixes.join(', ') })}</span>
        )}
        {distribution ? <span className="quiet">{t('findings.inspect.byDistribution')}</span> : null}
        <span className="quiet">
          {dated ? formatDay(statedAt) : t('findings.inspect.undated', { day: formatDay(statedAt) })}
        </span>
      </p>
      {doubt === null ? null : <p className="wait">{t(`findings.inspect.doubt.${doubt}`)}</p>}
      <Opening entry={{ document, record, about }} />
    </li>
  );
}

interface EntryProps {
  readonly entry: Pick<FindingGround, 'document' | 'record' | 'about'>;
}

/** Opens to the very entry and the document it stands in. */
export function Opening({ entry }: EntryProps) {
  const { t } = useTranslation();
  return (
    <Disclosure show={t('findings.inspect.show')} hide={t('findings.inspect.hide')}>
      <Entry entry={entry} />
    </Disclosure>
  );
}

function Entry({ entry }: EntryProps) {
  const { t } = useTranslation();
  const found = useStore(evidenceStore, (s) => s.known[entry.document]);
  useEffect(() => void evidenceStore.getState().know(entry.document), [entry.document]);
  const { text, cut } = prettyRecord(entry.record);
  return (
    <>
      <p className={styles.in}>
        {t('findings.inspect.inDocument')}{' '}
        <a href={formatRoute('findings', String(entry.document), { view: 'evidence' })}>
          {found === undefined || isFailure(found) ? `#${String(entry.document)}` : found.title}
        </a>{' '}
        {isFailure(found) ? <span className="wait">{found.message}</span> : null}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keys. */}
      <section className={styles.entry} tabIndex={0} aria-label={entry.about}>
        <pre>
          {text}
          {cut ? '\n…' : ''}
        </pre>
      </section>
    </>
  );
}
