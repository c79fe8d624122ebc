// What an event changed: the fields that differ, before and after. Nothing for events that hold no before and after.
import styles from './audit.module.css';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface ChangedField {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

const shown = (value: unknown): string | null =>
  value === undefined || value === null ? null : typeof value === 'string' ? value : JSON.stringify(value);

/** The fields in which `before` and `after` of a payload differ; empty when it has neither. Exported for its test. */
export function changedFields(payload: unknown): ChangedField[] {
  if (!isRecord(payload) || (!('before' in payload) && !('after' in payload))) return [];
  const { before, after } = payload;
  if (!isRecord(before) && !isRecord(after))
    return before === after ? [] : [{ name: '', before: shown(before), after: shown(after) }];
  const old = isRecord(before) ? before : {};
  const next = isRecord(after) ? after : {};
  const names = [...new Set([...Object.keys(old), ...Object.keys(next)])];
  return names
    .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(next[name]))
    .map((name) => ({ name, before: shown(old[name]), after: shown(next[name]) }));
}

export function Change({ payload }: { payload: unknown }) {
  const fields = changedFields(payload);
  if (fields.length === 0) return null;
  return (
    <dl className={styles.change}>
      {fields.map(({ name, before, after }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {before === null ? null : <del>{before}</del>}
            {before !== null && after !== null ? ' ' : null}
            {after === null ? null : <ins>{after}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
