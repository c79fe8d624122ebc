// One product: its lists of components over time, each version retired or restored, and what changed between two of them.
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductDetail as Detail } from '../../../../../shared/model/evidence/product.ts';
import { attempt } from '../../../session/ask.ts';
import { api } from '../../../session/client.ts';
import { formatRoute } from '../../../session/router.ts';
import { sayFailed, undoable } from '../../../session/toasts.tsx';
import { useReading } from '../../../session/use-reading.ts';
import type { Failure } from '../../../ui/failure.ts';
import { formatCount } from '../../../ui/format.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Section } from '../../../ui/section.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { useNarrow } from '../../../ui/use-media.ts';
import { findingsStore } from '../findings-store.ts';
import { Changes } from './changes.tsx';
import styles from './products.module.css';

export function ProductDetail({ product }: { product: string }) {
  const { t } = useTranslation();
  const [detail, setDetail] = useState<Detail | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const read = useCallback(async () => {
    setFailure(await attempt(async () => setDetail(await api.findings.product({ product }))));
  }, [product]);
  useReading(read);
  const shown = detail?.key === product ? detail : null;
  if (shown === null)
    return failure ? <ErrorState failure={failure} onRetry={() => void read()} /> : <Skeleton rows={6} />;
  return (
    <>
      <Section title={t('findings.products.lists')}>
        <Lists detail={shown} onChange={setDetail} />
        {shown.total > shown.lists.length ? (
          <p className="quiet">
            {t('findings.counts', {
              shown: formatCount(shown.lists.length),
              total: formatCount(shown.total),
            })}
          </p>
        ) : null}
      </Section>
      <Changes key={product} detail={shown} />
    </>
  );
}

const COLUMNS = ['version', 'state', 'components', 'open', 'made', 'act'] as const;
/** Left out where there is no room. */
const WIDE: ReadonlySet<string> = new Set(['components', 'open']);
const NUMBERS: ReadonlySet<string> = new Set(['components', 'open']);

function Lists({ detail, onChange }: { detail: Detail; onChange: (next: Detail) => void }) {
  const { t } = useTranslation();
  const narrow = useNarrow();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keys.
    <div className={styles.scroll} tabIndex={0}>
      <table className={styles.table} aria-label={t('findings.products.lists')}>
        <thead>
          <tr>
            {COLUMNS.filter((name) => !narrow || !WIDE.has(name)).map((name) => (
              <th key={name} scope="col" {...(NUMBERS.has(name) ? { 'data-number': true } : {})}>
                {t(`findings.products.listColumns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {detail.lists.map((list) => (
            <tr key={list.document}>
              <td data-cut>
                <a
                  href={formatRoute('findings', String(list.document), { view: 'evidence' })}
                  title={list.version ?? list.origin}
                >
                  {list.version === null ? t('findings.products.noVersion') : <code>{list.version}</code>}
                </a>
              </td>
              <td data-whole title={t(`findings.products.stateText.${list.state}`)}>
                {t(`findings.products.state.${list.state}`)}
              </td>
              {narrow ? null : (
                <>
                  <td data-number>{formatCount(list.components)}</td>
                  <td data-number>{list.open === null ? '' : formatCount(list.open)}</td>
                </>
              )}
              <td data-whole>
                <TimeAgo at={list.statedAt ?? list.firstSeen} />
              </td>
              <td>
                <VersionSwitch detail={detail} list={list} onChange={onChange} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface VersionSwitchProps {
  readonly detail: Detail;
  readonly list: Detail['lists'][number];
  readonly onChange: (next: Detail) => void;
}

/** At the newest list of a version: whether findings come from it. */
function VersionSwitch({ detail, list, onChange }: VersionSwitchProps) {
  const { t } = useTranslation();
  const { version, state } = list;
  const first = detail.lists.find((one) => one.version === version);
  if (first !== list) return null;
  const isActive = state !== 'retired' && state !== 'superseded';
  const words = { product: detail.name, version: version ?? t('findings.products.noVersion') };
  const put = async (next: boolean) => {
    onChange(await api.findings.setVersionActive({ product: detail.key, version, active: next }));
    await findingsStore.getState().readState();
  };
  const press = async () => {
    const refused = await attempt(() => put(!isActive));
    if (refused) return sayFailed(refused.message);
    undoable({
      text: t(isActive ? 'findings.products.saidRetired' : 'findings.products.saidActivated', words),
      undo: () => put(isActive),
      redo: () => put(!isActive),
    });
  };
  return (
    <Button
      variant="quiet"
      writes
      label={t(isActive ? 'findings.products.retireOf' : 'findings.products.activateOf', words)}
      onPress={() => void press()}
    >
      {t(isActive ? 'findings.products.retire' : 'findings.products.activate')}
    </Button>
  );
}
