// Databases of advisories that were imported whole: how new each is, how many records, from where; and importing another.
import { Database, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { isAddress } from '../../../../../shared/is-address.ts';
import type { EvidenceEcosystem } from '../../../../../shared/model/evidence/ecosystem.ts';
import { sayFailed } from '../../../session/toasts.tsx';
import { formatCount, formatDay } from '../../../ui/format.ts';
import { AskedTwice } from '../../../ui/inputs/asked-twice.tsx';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { Section } from '../../../ui/section.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { useNarrow } from '../../../ui/use-media.ts';
import styles from '../products/products.module.css';
import { evidenceStore } from './evidence-store.ts';
import { ImportEcosystem } from './import-ecosystem.tsx';

const COLUMNS = ['ecosystem', 'coverage', 'records', 'dataAsOf', 'imported', 'source', 'act'] as const;
/** Left out where there is no room. */
const WIDE: ReadonlySet<string> = new Set(['records', 'dataAsOf', 'source']);
/** A place it can be imported from again. */
const isPlace = (source: string): boolean => isAddress(source) || /^(?:\/|[A-Z]:\\)/i.test(source);

export function Ecosystems() {
  const { t } = useTranslation();
  const { ecosystems, ecosystemsFailure, load } = useStore(evidenceStore);
  const [importing, setImporting] = useState(false);
  const narrow = useNarrow();
  if (ecosystems === null)
    return ecosystemsFailure ? (
      <ErrorState failure={ecosystemsFailure} onRetry={() => void load()} compact />
    ) : null;
  return (
    <Section
      title={t('findings.ecosystems.title')}
      level={2}
      aside={
        <Button icon={Database} onPress={() => setImporting(true)}>
          {t('findings.ecosystems.import')}
        </Button>
      }
    >
      {ecosystems.length === 0 ? (
        <p className="muted">{t('findings.ecosystems.none')}</p>
      ) : (
        <table className={styles.table} aria-label={t('findings.ecosystems.title')}>
          <thead>
            <tr>
              {COLUMNS.filter((name) => !narrow || !WIDE.has(name)).map((name) => (
                <th key={name} scope="col" {...(name === 'records' ? { 'data-number': true } : {})}>
                  {t(`findings.ecosystems.columns.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ecosystems.map((one) => (
              <One key={one.ecosystem} one={one} narrow={narrow} />
            ))}
          </tbody>
        </table>
      )}
      {importing ? <ImportEcosystem onClose={() => setImporting(false)} /> : null}
    </Section>
  );
}

const stateOf = ({ complete, old }: EvidenceEcosystem) => (complete ? (old ? 'old' : 'complete') : 'partial');

function One({ one, narrow }: { one: EvidenceEcosystem; narrow: boolean }) {
  const { t } = useTranslation();
  const state = stateOf(one);
  const refresh = async () => {
    const { mirror } = evidenceStore.getState();
    const from = isAddress(one.source)
      ? one.source === mirror
        ? {}
        : { mirror: one.source }
      : { file: one.source };
    const refused = await evidenceStore.getState().importEcosystem({ ecosystem: one.ecosystem, ...from });
    if (refused) sayFailed(refused.message);
  };
  return (
    <tr>
      <td>{one.ecosystem}</td>
      <td className={state === 'complete' ? 'ok' : 'wait'}>{t(`findings.ecosystems.state.${state}`)}</td>
      {narrow ? null : (
        <>
          <td data-number>{one.complete ? formatCount(one.records) : ''}</td>
          <td>{one.dataAsOf === null ? '' : formatDay(one.dataAsOf)}</td>
        </>
      )}
      <td>
        <TimeAgo at={one.importedAt} />
      </td>
      {narrow ? null : <td data-breaks>{one.source}</td>}
      <td>
        <span className="buttons">
          {isPlace(one.source) ? (
            <IconButton
              icon={RefreshCw}
              writes
              label={t('findings.ecosystems.refresh', { ecosystem: one.ecosystem })}
              onPress={() => void refresh()}
            />
          ) : null}
          <AskedTwice
            icon={Trash2}
            variant="quiet"
            words={{
              ask: t('findings.ecosystems.remove'),
              named: t('findings.ecosystems.removeOf', { ecosystem: one.ecosystem }),
              sure: t('findings.ecosystems.removeSure', { ecosystem: one.ecosystem }),
              keep: t('action.cancel'),
            }}
            onSure={async () => {
              const refused = await evidenceStore.getState().removeEcosystem(one.ecosystem);
              if (refused) sayFailed(refused.message);
            }}
          />
        </span>
      </td>
    </tr>
  );
}
