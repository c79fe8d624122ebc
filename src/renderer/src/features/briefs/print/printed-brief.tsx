// A brief on paper: head, sections, what its markers cite, hashes. Stands beside the console only while it is printed, in light colours, and is all that is printed then.
import { useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { BriefDetail } from '../../../../../shared/model/evidence/brief.ts';
import { type Additions, Markdown } from '../../../session/markdown/markdown.tsx';
import { formatFull } from '../../../ui/format.ts';
import { NOTHING, SECTIONS } from '../brief/compare.ts';
import { issuerOf, kindOf } from '../brief/source-words.ts';
import { isSound, originOf, standingOf } from '../brief/standing.ts';
import styles from './print.module.css';

/** On paper a link is its words: the address stands among the references. */
const ON_PAPER: Additions = {
  plugin: () => () => undefined,
  components: { a: ({ children }) => <span>{children}</span> },
};

export function PrintedBrief({ detail }: { detail: BriefDetail }) {
  const isPrinting = usePrinting();
  return isPrinting ? createPortal(<Page detail={detail} />, document.body) : null;
}

/** From before the page is printed until after, in light colours. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const root = document.documentElement;
    let theme: string | undefined;
    const begin = () => {
      theme = root.dataset.theme;
      root.dataset.theme = 'light';
      // The picture is taken as soon as this returns.
      flushSync(() => setPrinting(true));
    };
    const end = () => {
      if (theme === undefined) delete root.dataset.theme;
      else root.dataset.theme = theme;
      setPrinting(false);
    };
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}

function Page({ detail }: { detail: BriefDetail }) {
  const { t } = useTranslation();
  const { brief } = detail;
  const model = brief.inference.model_id ?? '';
  const standing = standingOf(brief);
  const origin = originOf(detail);
  return (
    <article className={styles.page} data-printed>
      <header className={styles.head}>
        <h1>
          {t(`briefs.task.${brief.task}`)}: {brief.advisory_key}
        </h1>
        <p>
          {t('briefs.one.of', { artifact: brief.artifact_id ?? t('briefs.everything') })},{' '}
          {formatFull(Date.parse(brief.generated_at))},{' '}
          {t('briefs.one.revision', { revision: brief.revision })}. {t('briefs.one.print.by')}.
        </p>
        <p>
          {standing === 'fallback'
            ? t('briefs.one.fallback', {
                reason: t(`briefs.fallback.${brief.inference.fallback_reason ?? 'failed'}`),
              })
            : t(`briefs.one.${standing}`, { model })}
        </p>
        {origin === null ? null : <p>{t(`briefs.one.${origin.says}`, { bundle: origin.bundle })}</p>}
        {isSound(detail) ? null : (
          <p>
            <b>{t('briefs.one.notIntact')}</b> {t('briefs.one.notIntactText')}
          </p>
        )}
      </header>
      {SECTIONS.filter((section) => brief.sections[section].trim() !== NOTHING).map((section) => (
        <section key={section}>
          {section === 'references' ? <h2>{t('briefs.one.section.references')}</h2> : null}
          <Markdown text={brief.sections[section]} isOver additions={ON_PAPER} />
        </section>
      ))}
      <Passages detail={detail} />
      <section>
        <h2>{t('briefs.one.print.hashes')}</h2>
        <dl className={styles.hashes}>
          <dt>{t('briefs.one.particulars.output')}</dt>
          <dd>{brief.output_hash}</dd>
          <dt>{t('briefs.one.particulars.input')}</dt>
          <dd>{brief.input_digest}</dd>
          {brief.signatures.map(({ keyid, algorithm }) => (
            <div key={keyid}>
              <dt>{t('briefs.one.signature.key')}</dt>
              <dd>
                {keyid} ({algorithm})
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </article>
  );
}

/** What each marker stands for, as notes at the end. */
function Passages({ detail: { brief, manifest } }: { detail: BriefDetail }) {
  const { t } = useTranslation();
  const sources = new Map(manifest.sources.map((source) => [source.n, source]));
  return (
    <section>
      <h2>{t('briefs.one.print.passages')}</h2>
      <ol className={styles.notes}>
        {brief.citations.map(({ n, source_id, span }) => {
          const source = sources.get(n);
          return (
            <li key={n} value={n}>
              <p>
                <b>{t(`briefs.one.source.kind.${source ? kindOf(source) : 'other'}`)}</b>{' '}
                {source ? issuerOf(source) : null} <code>{source_id}</code> {source?.source_url ?? ''}
              </p>
              <blockquote>{source?.text.slice(span.start, span.end)}</blockquote>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
