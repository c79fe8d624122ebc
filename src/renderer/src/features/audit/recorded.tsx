// What an event holds beside what changed, as names and values: who said it and in which sentence, the reason, the command. Ids that
// stand elsewhere and what has no words are left to "As it is stored", which has everything.
import { useTranslation } from 'react-i18next';
import { Facts } from '../../ui/facts.tsx';
import { audit } from './catalogue.ts';
import { useValueWords } from './change.tsx';
import { spelt } from './kind-words.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Read into: what they hold stands beside the rest. */
const OPENED = new Set(['about', 'provenance', 'claim', 'said']);
/** Said by the event's own line, by what changed, or by the ids beside it. */
const LEFT_OUT = new Set([
  ...['before', 'after', 'summary', 'action', 'call', 'concept', 'conceptId', 'parentId', 'dimensionId'],
  ...['edgeId', 'conflictId', 'project', 'parts', 'hash', 'digest', 'version', 'expectedVersion'],
]);

export interface RecordedField {
  readonly name: string;
  readonly value: unknown;
}

/** The members of a payload that can be said, in its order. Exported for its test. */
export function recordedFields(payload: unknown): RecordedField[] {
  if (!isRecord(payload)) return [];
  return Object.entries(payload).flatMap(([name, value]): RecordedField[] => {
    if (LEFT_OUT.has(name) || value === null || value === '') return [];
    if (OPENED.has(name) && isRecord(value)) return recordedFields(value);
    if (Array.isArray(value)) {
      const texts = value.filter((one) => typeof one === 'string' || typeof one === 'number');
      return texts.length === value.length && texts.length > 0 ? [{ name, value: texts.join(', ') }] : [];
    }
    return isRecord(value) ? [] : [{ name, value }];
  });
}

const isField = (name: string): name is keyof typeof audit.field => Object.hasOwn(audit.field, name);

export function Recorded({ payload }: { payload: unknown }) {
  const { t } = useTranslation();
  const words = useValueWords();
  const fields = recordedFields(payload);
  if (fields.length === 0) return null;
  return (
    <Facts
      items={fields.map(({ name, value }) => [
        isField(name) ? t(`audit.fieldTitle.${name}`) : spelt(name),
        words(name, value),
      ])}
    />
  );
}
