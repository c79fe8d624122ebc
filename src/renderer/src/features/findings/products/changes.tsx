// What changed between two lists of a product: findings and components, each as a table that can be narrowed to one kind of change.
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductChanges, ProductDetail } from '../../../../../shared/model/evidence/product.ts';
import { COMPONENT_CHANGES, FINDING_CHANGES } from '../../../../../shared/model/evidence/words.ts';
import { attempt } from '../../../session/ask.ts';
import { api } from '../../../session/client.ts';
import { useReading } from '../../../session/use-reading.ts';
import type { Failure } from '../../../ui/failure.ts';
import { formatCount, formatDay } from '../../../ui/format.ts';
import { Choice } from '../../../ui/inputs/choice.tsx';
import { Labelled } from '../../../ui/inputs/labelled.tsx';
import { Section } from '../../../ui/section.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { SeverityMark } from '../severity-mark.tsx';
import styles from './products.module.css';

const KINDS = [...new Set([...FINDING_CHANGES, ...COMPONENT_CHANGES])];
type Kind = (typeof KINDS)[number] | 'all';

export function Changes({ detail }: { detail: ProductDetail }) {
  const { t } = useTranslation();
  const { key: product, lists } = detail;
  const [to, setTo] = useState(String(lists[0]?.document ?? ''));
  const [from, setFrom] = useState(String(lists[1]?.document ?? ''));
  const [kind, setKind] = useState<Kind>('all');
  const [changes, setChanges] = useState<ProductChanges | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const read = useCallback(async () => {
    if (from === '' || to === '') return;
    setFailure(
      await attempt(async () =>
        setChanges(await api.findings.productChanges({ product, from: Number(from), to: Number(to) })),
      ),
    );
  }, [product, from, to]);
  useReading(read);
  const title = t('findings.products.changes');
  if (lists.length < 2)
    return (
      <Section title={title}>
        <p className="muted">{t('findings.products.onlyList')}</p>
      </Section>
    );
  const options = lists.map((list) => ({
    value: String(list.document),
    label: [
      list.version ?? t('findings.products.noVersion'),
      formatDay(list.statedAt ?? list.firstSeen),
    ].join(', '),
  }));
  return (
    <Section title={title}>
      <div className={styles.filters}>
        <Labelled words={t('findings.products.from')}>
          <Choice label={t('findings.products.from')} value={from} onChange={setFrom} options={options} />
        </Labelled>
        <Labelled words={t('findings.products.to')}>
          <Choice label={t('findings.products.to')} value={to} onChange={setTo} options={options} />
        </Labelled>
        <Labelled words={t('findings.products.kind')}>
          <Choice<Kind>
            label={t('findings.products.kind')}
            value={kind}
            onChange={setKind}
            options={[
              { value: 'all', label: t('findings.products.allKinds') },
              ...KINDS.map((value) => ({ value, label: t(`findings.products.change.${value}`) })),
            ]}
          />
        </Labelled>
      </div>
      {failure ? (
        <ErrorState failure={failure} onRetry={() => void read()} compact />
      ) : changes === null ? (
        <Skeleton rows={4} />
      ) : (
        <>
          <FindingChanges changes={changes} kind={kind} />
          <ComponentChanges changes={changes} kind={kind} />
        </>
      )}
    </Section>
  );
}

interface TableProps {
  readonly changes: ProductChanges;
  readonly kind: Kind;
}

function FindingChanges({ changes: { findings, findingsTotal: total }, kind }: TableProps) {
  const { t } = useTranslation();
  const shown = findings.filter((one) => kind === 'all' || one.kind === kind);
  if (shown.length === 0) return <p className="muted">{t('findings.products.noFindingChanges')}</p>;
  return (
    <Table
      title={t('findings.products.findingChanges')}
      counts={t('findings.counts', { shown: formatCount(shown.length), total: formatCount(total) })}
      columns={[
        t('findings.products.kind'),
        t('findings.columns.severity'),
        t('findings.columns.vulnerability'),
        t('findings.columns.component'),
      ]}
    >
      {shown.map((one) => (
        <tr key={`${one.kind} ${one.key}`}>
          <td className={one.kind === 'new' ? 'wait' : 'ok'}>{t(`findings.products.change.${one.kind}`)}</td>
          <td>
            <SeverityMark severity={one.severity} />
          </td>
          <td data-whole title={one.title}>
            <code>{one.vulnerability}</code>
          </td>
          <td data-breaks>
            {one.component} <Versions from={one.from} to={one.to} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

function ComponentChanges({ changes: { components, componentsTotal: total }, kind }: TableProps) {
  const { t } = useTranslation();
  const shown = components.filter((one) => kind === 'all' || one.kind === kind);
  if (shown.length === 0) return <p className="muted">{t('findings.products.noComponentChanges')}</p>;
  return (
    <Table
      title={t('findings.products.componentChanges')}
      counts={t('findings.counts', { shown: formatCount(shown.length), total: formatCount(total) })}
      columns={[
        t('findings.products.kind'),
        t('findings.columns.component'),
        t('findings.products.versions'),
      ]}
    >
      {shown.map((one) => (
        <tr key={`${one.kind} ${one.name} ${one.from} ${one.to}`}>
          <td>{t(`findings.products.change.${one.kind}`)}</td>
          <td data-breaks>{one.name}</td>
          <td data-breaks>
            <Versions from={one.from} to={one.to} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

interface ChangesTableProps {
  readonly title: string;
  readonly counts: string;
  readonly columns: readonly string[];
  readonly children: ReactNode;
}

function Table({ title, counts, columns, children }: ChangesTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keys.
    <div className={styles.scroll} tabIndex={0}>
      <table className={styles.table}>
        <caption>
          {title} <span className="quiet">{counts}</span>
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function Versions({ from, to }: { from: string | null; to: string | null }) {
  if (from === null || to === null || from === to) return <code>{to ?? from ?? ''}</code>;
  return (
    <>
      <code>{from}</code> → <code>{to}</code>
    </>
  );
}
