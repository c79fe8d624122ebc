// One call, open: whose words its result holds, what came of it, what it was given, what each gate said, and all of it as JSON.
import { Ban, CircleCheck, Info, Quote } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { EntryOf } from '../../../../../shared/model/assistant/transcript.ts';
import { formatRoute } from '../../../session/router.ts';
import styles from './calls.module.css';
import { AsJson, Fields, Value } from './fields.tsx';

type Call = EntryOf<'tool'>;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function CallDetail({ call }: { call: Call }) {
  const { t } = useTranslation();
  const { result, error, outside, gates, resource, approval_id: approval } = call;
  const hint = error?.details?.recovery_hint;
  const isAnswered = result !== null && result !== undefined;
  return (
    <div className={styles.detail}>
      {call.as_text ? (
        <p className={styles.note}>
          <Info size={14} strokeWidth={1.75} aria-hidden="true" /> {t('chat.asTextLong')}
        </p>
      ) : null}
      {isAnswered ? (
        <section>
          <h4>{t('chat.result')}</h4>
          {outside === null ? null : (
            <p className={styles.outside} data-outside>
              <Quote size={14} strokeWidth={1.75} aria-hidden="true" />
              {t('chat.outside', { from: outside })}
            </p>
          )}
          <div data-result className={outside === null ? undefined : styles.foreign}>
            {isRecord(result) ? <Fields value={result} /> : <Value value={result} />}
          </div>
        </section>
      ) : null}
      {typeof hint === 'string' ? (
        <section>
          <h4>{t('chat.hint')}</h4>
          <p>{hint}</p>
        </section>
      ) : null}
      <section>
        <h4>{t('chat.given')}</h4>
        {Object.keys(call.arguments).length === 0 ? (
          <p className="muted">{t('chat.givenNothing')}</p>
        ) : (
          <Fields value={namedArguments(call)} />
        )}
      </section>
      <Gates gates={gates} />
      <p className={styles.ways}>
        {resource === null ? null : (
          <a href={formatRoute('resources', resource.id)}>{t('chat.toResource', { name: resource.name })}</a>
        )}
        {approval === null ? null : <a href={formatRoute('approvals', approval)}>{t('chat.toApproval')}</a>}
      </p>
      <AsJson value={{ tool: call.tool, arguments: call.arguments, result, error, gates }} />
    </div>
  );
}

/** A resource by its name instead of its id, where that is known. */
const namedArguments = ({ arguments: given, resource }: Call): Call['arguments'] =>
  resource !== null && given.resource === resource.id ? { ...given, resource: resource.name } : given;

function Gates({ gates }: Pick<Call, 'gates'>) {
  const { t } = useTranslation();
  if (gates.length === 0) return null;
  return (
    <section>
      <h4>{t('chat.gates')}</h4>
      <ul className={styles.gates}>
        {gates.map(({ gate, verdict, reason }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gate may speak twice, and what it said stays
          <li key={at} data-verdict={verdict} className={verdict === 'passed' ? 'ok' : 'wait'}>
            {verdict === 'blocked' ? (
              <Ban size={14} strokeWidth={1.75} aria-hidden="true" />
            ) : verdict === 'answered' ? (
              <Info size={14} strokeWidth={1.75} aria-hidden="true" />
            ) : (
              <CircleCheck size={14} strokeWidth={1.75} aria-hidden="true" />
            )}
            <span className={styles.gate}>{t(`chat.gate.${gate}`)}</span>
            <span className={styles.verdict}>{t(`chat.verdict.${verdict}`)}</span>
            {reason === null ? null : <span className={styles.reason}>{reason}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
