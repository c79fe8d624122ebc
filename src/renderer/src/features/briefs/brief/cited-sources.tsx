// The sources beside the brief for as long as no marker was chosen: those that are cited, and those that try to give orders, since somebody may want to see them.
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { BriefSource } from '../../../../../shared/model/evidence/brief.ts';
import { briefsStore } from '../briefs-store.ts';
import { useCited } from './cited.ts';
import styles from './passage.module.css';
import { beginningOf, issuerOf, kindOf } from './source-words.ts';

export function CitedSources() {
  const { t } = useTranslation();
  const { sources, citations } = useCited();
  const manifest = useStore(briefsStore, (s) => s.detail?.manifest);
  const cited = [...citations.keys()].flatMap((n) => sources.get(n) ?? []);
  const suspicious = (manifest?.sources ?? []).filter(
    ({ n, source_id: id }) => !citations.has(n) && manifest?.suspicious.includes(id),
  );
  const others = (manifest?.sources.length ?? 0) - cited.length - suspicious.length;
  return (
    <div className={styles.passage}>
      {cited.length === 0 ? null : (
        <Index title={t('briefs.one.source.all')} hint={t('briefs.one.source.hint')} of={cited} />
      )}
      {suspicious.length === 0 ? null : (
        <Index
          title={t('briefs.one.source.uncited')}
          hint={t('briefs.one.source.trustSays.suspicious')}
          of={suspicious}
        />
      )}
      {others > 0 ? <p className="quiet">{t('briefs.one.source.more', { count: others })}</p> : null}
    </div>
  );
}

interface IndexProps {
  readonly title: string;
  readonly hint: string;
  readonly of: readonly BriefSource[];
}

function Index({ title, hint, of }: IndexProps) {
  const { t } = useTranslation();
  const { show } = useCited();
  const id = useId();
  return (
    <>
      <div className={styles.head}>
        <h3 id={id} className={styles.title}>
          {title}
        </h3>
      </div>
      <p className="quiet">{hint}</p>
      <ul className={styles.index} aria-labelledby={id}>
        {of.map((source) => (
          <li key={source.n}>
            <button
              type="button"
              className={styles.entry}
              onClick={(event) => show(source.n, event.currentTarget, event.detail === 0)}
            >
              <span className={styles.number}>{source.n}</span>
              <span className={styles.entryWords}>
                <span>
                  {t(`briefs.one.source.kind.${kindOf(source)}`)}
                  {issuerOf(source) === null ? null : <span className="quiet"> {issuerOf(source)}</span>}
                </span>
                <span className={styles.begins}>{beginningOf(source)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
