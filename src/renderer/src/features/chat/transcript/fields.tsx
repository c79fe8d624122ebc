// What a call was given and what came of it, as names and values an operator reads; the raw JSON behind a fold. Text in many lines scrolls by itself.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../ui/copy.tsx';
import { formatCount, formatFine } from '../../../ui/format.ts';
import { fieldWords } from './call-words.ts';
import styles from './fields.module.css';
import { Fold } from './fold.tsx';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Deeper things are said as JSON. */
const DEEPEST = 3;
const MOST_ROWS = 40;

/** Arguments whose name alone would not say it. */
const NAMED = [
  ...([
    'resource',
    'action',
    'command',
    'path',
    'lines',
    'text',
    'minutes',
    'metric',
    'kind',
    'limit',
  ] as const),
  ...(['container', 'timeout_s', 'volumes', 'replicas', 'find', 'replacement', 'concept', 'parent'] as const),
  ...([
    'dimension',
    'is_isa',
    'conflict',
    'decision',
    'reason',
    'severity',
    'arguments',
    'exit_code',
  ] as const),
  ...(['already_known', 'verification', 'what', 'output'] as const),
] as const;

function useFieldName(): (name: string) => string {
  const { t } = useTranslation();
  return (name) => {
    const known = NAMED.find((each) => each === name);
    return known === undefined ? fieldWords(name) : t(`chat.field.${known}`);
  };
}

export function Fields({ value, depth = 0 }: { value: Readonly<Record<string, unknown>>; depth?: number }) {
  const nameOf = useFieldName();
  const items = Object.entries(value).filter(([, each]) => each !== undefined && !isNothing(each));
  return (
    <dl className={styles.fields} data-depth={depth}>
      {items.map(([name, each]) => (
        <div key={name} className={styles.field} data-wide={isWide(each)}>
          <dt>{nameOf(name)}</dt>
          <dd>
            <Value value={each} depth={depth + 1} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const isNothing = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

const isWide = (value: unknown): boolean =>
  (typeof value === 'string' && (value.includes('\n') || value.length > 160)) ||
  (Array.isArray(value) && value.some(isRecord)) ||
  isRecord(value);

export function Value({ value, depth = 0 }: { value: unknown; depth?: number }): ReactNode {
  const { t } = useTranslation();
  if (value === null || value === undefined) return <span className="muted">{t('chat.value.nothing')}</span>;
  if (typeof value === 'boolean') return t(value ? 'chat.value.yes' : 'chat.value.no');
  if (typeof value === 'number') return Number.isInteger(value) ? formatCount(value) : formatFine(value);
  if (typeof value === 'string') return <Words text={value} />;
  if (depth > DEEPEST) return <code className={styles.small}>{JSON.stringify(value)}</code>;
  if (Array.isArray(value)) return <Many values={value} depth={depth} />;
  if (isRecord(value)) return <Fields value={value} depth={depth} />;
  return String(value);
}

function Words({ text }: { text: string }) {
  if (!text.includes('\n')) return text;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <pre className={styles.text} tabIndex={0}>
      {text}
    </pre>
  );
}

function Many({ values, depth }: { values: readonly unknown[]; depth: number }) {
  const { t } = useTranslation();
  if (values.every((each) => typeof each === 'string' && !each.includes('\n') && each.length < 60))
    return values.slice(0, MOST_ROWS).join(', ');
  const rows = values.slice(0, MOST_ROWS);
  const more = values.length - rows.length;
  return (
    <>
      {isTable(rows) ? (
        <Table rows={rows} />
      ) : (
        <ul className={styles.list}>
          {rows.map((each, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name and never move
            <li key={at}>
              <Value value={each} depth={depth + 1} />
            </li>
          ))}
        </ul>
      )}
      {more > 0 ? <p className="quiet">{t('chat.value.more', { count: more })}</p> : null}
    </>
  );
}

const MOST_COLUMNS = 7;

/** What fits into a cell. */
const isPlain = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (Array.isArray(value) && value.every((each) => typeof each === 'string' && each.length < 60));
/** Of what has a name the id says nothing more; it stands in the JSON. */
function columnsOf(rows: readonly Readonly<Record<string, unknown>>[]): string[] {
  const keys = new Set(rows.flatMap((row) => Object.keys(row).filter((key) => !isNothing(row[key]))));
  if (keys.has('name')) keys.delete('id');
  return [...keys];
}

function isTable(rows: readonly unknown[]): rows is readonly Readonly<Record<string, unknown>>[] {
  return (
    rows.length > 1 &&
    rows.every((row) => isRecord(row) && Object.values(row).every(isPlain)) &&
    columnsOf(rows as readonly Readonly<Record<string, unknown>>[]).length <= MOST_COLUMNS
  );
}

function Table({ rows }: { rows: readonly Readonly<Record<string, unknown>>[] }) {
  const nameOf = useFieldName();
  const columns = columnsOf(rows);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: as above
    <div className={styles.table} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {nameOf(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <tr key={at}>
              {columns.map((name) => (
                <td key={name}>
                  {isNothing(row[name]) ? null : <Value value={row[name]} depth={DEEPEST} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The same as it is kept. */
export function AsJson({ value }: { value: unknown }) {
  const { t } = useTranslation();
  const text = JSON.stringify(value, null, 2) ?? '';
  return (
    <Fold quiet summary={t('chat.asJson')} name="json">
      <div className={styles.json}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as above */}
        <pre className={styles.text} tabIndex={0}>
          {text}
        </pre>
        <CopyButton text={text} label={t('chat.copyJson')} />
      </div>
    </Fold>
  );
}
