// What taking a bundle in did, or would do: how it would join what is here, kind by kind, and what does not come in as it is.
import { GitMerge, History, PackageOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { BundleReport } from '../../../../../shared/model/evidence/bundle.ts';
import { formatCount } from '../../../ui/format.ts';
import { ChainHead } from '../chain-head.tsx';
import styles from '../offline.module.css';
import { rowsOf } from './report-rows.ts';

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
const HOW = { restored: PackageOpen, merged: GitMerge, continued: History } as const;

export function Report({ report }: { report: BundleReport }) {
  const { t } = useTranslation();
  const { how, dryRun, chain, notes, graph, briefs } = report;
  const Icon = HOW[how];
  return (
    <>
      {dryRun ? (
        <p className={styles.how}>
          <Icon {...ICON} />
          <b>{t(`offline.arriving.how.would.${how}`)}</b>
        </p>
      ) : null}
      {notes.length === 0 ? null : (
        <ul className={styles.remarks} aria-label={t('offline.arriving.notes')}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <Kinds report={report} />
      {chain === null ? null : <ChainHead {...chain} />}
      <Lines title={t('offline.arriving.leftOut')} lines={briefs.conflicting} />
      <Lines title={t('offline.arriving.factLines')} lines={graph?.notes ?? []} />
      {graph?.backup ? <p>{t('offline.arriving.backup', { name: graph.backup })}</p> : null}
    </>
  );
}

function Kinds({ report }: { report: BundleReport }) {
  const { t } = useTranslation();
  return (
    <table className={styles.kinds} aria-label={t('offline.arriving.table')}>
      <thead>
        <tr>
          <th scope="col">{t('offline.arriving.columns.kind')}</th>
          <th scope="col">{t('offline.arriving.columns.added')}</th>
          <th scope="col">{t('offline.arriving.columns.same')}</th>
          <th scope="col">{t('offline.arriving.columns.else')}</th>
        </tr>
      </thead>
      <tbody>
        {rowsOf(report).map(({ kind, added, same, others }) => (
          <tr key={kind}>
            <th scope="row">{t(`offline.kind.${kind}`)}</th>
            <td data-none={added === 0 || undefined}>{formatCount(added)}</td>
            <td data-none={same === 0 || undefined}>{formatCount(same)}</td>
            <td>
              {others.map(({ what, count, isTrouble }) => (
                <span key={what} className={isTrouble ? 'wait' : 'muted'}>
                  {t(`offline.arriving.else.${what}`, { count })}
                </span>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keys.
    <section className={styles.lines} aria-label={title} tabIndex={0}>
      <h3>{title}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line} className="breaks">
            {line}
          </li>
        ))}
      </ul>
    </section>
  );
}
