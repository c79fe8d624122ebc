// What an event changed, in words: the fields that differ, before and after. Nothing for events that hold no before and
// after. Ids that stand beside their names are left out; "As it is stored" has everything.
import { useTranslation } from 'react-i18next';
import { settingTitle } from '../../../../shared/setting-titles.ts';
import { shell } from '../../session/catalogue/shell.ts';
import { formatFull, formatPercent } from '../../ui/format.ts';
import styles from './audit.module.css';
import { audit } from './catalogue.ts';
import { spelt } from './kind-words.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface ChangedField {
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The concept stands in the event's own line, the project beside it. */
const LEFT_OUT = new Set(['concept', 'project', 'edgeId', 'conceptId', 'parentId', 'dimensionId']);

/** The fields in which `before` and `after` of a payload differ; empty when it has neither. Exported for its test. */
export function changedFields(payload: unknown): ChangedField[] {
  if (!isRecord(payload) || (!('before' in payload) && !('after' in payload))) return [];
  const { before = null, after = null } = payload;
  if (!isRecord(before) && !isRecord(after)) return before === after ? [] : [{ name: '', before, after }];
  const old = isRecord(before) ? before : {};
  const next = isRecord(after) ? after : {};
  const names = [...new Set([...Object.keys(old), ...Object.keys(next)])];
  return names
    .filter((name) => !LEFT_OUT.has(name) && JSON.stringify(old[name]) !== JSON.stringify(next[name]))
    .map((name) => ({ name, before: old[name] ?? null, after: next[name] ?? null }));
}

type Words = (value: unknown) => string | null;

const time: Words = (value) => (typeof value === 'number' ? formatFull(value) : null);
const flag =
  (yes: string, no: string): Words =>
  (value) =>
    typeof value === 'boolean' ? (value ? yes : no) : null;

/** How the values of a field read; of any other field they stand as they are recorded. */
export function useValueWords(): (name: string, value: unknown) => string | null {
  const { t } = useTranslation();
  const reads: Readonly<Record<string, Words>> = {
    ...{ validFrom: time, lastConfirmed: time, resolvedAt: time, snoozedUntil: time, until: time, at: time },
    ...{ createdAt: time, expires_at: time },
    type: (value) => (isCollision(value) ? t(`audit.collision.${value}`) : null),
    collision: (value) => (isCollision(value) ? t(`audit.collision.${value}`) : null),
    status: (value) => (isStatus(value) ? t(`audit.status.${value}`) : null),
    key: (value) => (typeof value === 'string' ? settingTitle(value) : null),
    confidence: (value) => (typeof value === 'number' ? formatPercent(value) : null),
    isIsa: flag(t('mark.isa'), t('mark.ispart')),
    doNotUse: flag(t('audit.yes'), t('audit.no')),
    source: (value) => (isSource(value) ? t(`mark.source.${value}`) : null),
  };
  return (name, value) => {
    if (value === null || value === undefined) return null;
    const said = reads[name]?.(value);
    if (said) return said;
    if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no');
    if (typeof value === 'string') return unquoted(value);
    return typeof value === 'object' ? t('audit.asStored') : String(value);
  };
}

/** Such as a resolution, which is stored as JSON in a text. */
function unquoted(text: string): string {
  if (!text.startsWith('{')) return text;
  try {
    const { decision, reason } = JSON.parse(text) as { decision?: unknown; reason?: unknown };
    const said = [decision, reason].filter((one) => typeof one === 'string' && one !== '');
    return said.length > 0 ? said.join(': ') : text;
  } catch {
    return text;
  }
}

const isCollision = (value: unknown): value is keyof typeof audit.collision =>
  typeof value === 'string' && Object.hasOwn(audit.collision, value);
const isStatus = (value: unknown): value is keyof typeof audit.status =>
  typeof value === 'string' && Object.hasOwn(audit.status, value);
const isSource = (value: unknown): value is keyof typeof shell.mark.source =>
  typeof value === 'string' && Object.hasOwn(shell.mark.source, value);
const isField = (name: string): name is keyof typeof audit.field => Object.hasOwn(audit.field, name);

export function Change({ payload }: { payload: unknown }) {
  const { t } = useTranslation();
  const words = useValueWords();
  const fields = changedFields(payload);
  if (fields.length === 0) return null;
  return (
    <dl className={styles.change}>
      {fields.map((field) => {
        const { name } = field;
        const [before, after] = [words(name, field.before), words(name, field.after)];
        return (
          <div key={name}>
            <dt>{isField(name) ? t(`audit.field.${name}`) : spelt(name).toLowerCase()}</dt>
            <dd>
              {before === null ? null : <del>{before}</del>}
              {before !== null && after !== null ? ' ' : null}
              {after === null ? null : <ins>{after}</ins>}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
