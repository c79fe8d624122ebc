// How a run went, over time: a bar for each turn of the model and each call, or the same as a table. A picture that never moves by itself.
import { ChartNoAxesGantt, Table2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entry } from '../../../../../shared/model/assistant/transcript.ts';
import { formatCount, formatMs } from '../../../ui/format.ts';
import { Segments } from '../../../ui/inputs/button.tsx';
import { useCallTitle } from '../transcript/call-title.ts';
import styles from './trace.module.css';
import { type Bar, placeOf, traceOf } from './trace.ts';

type View = 'bars' | 'table';

export function TraceView({ run }: { run: readonly Entry[] }) {
  const { t } = useTranslation();
  const [view, setView] = useState<View>('bars');
  const trace = traceOf(run);
  return (
    <div className={styles.trace} data-trace>
      <Segments
        label={t('chat.trace.view')}
        value={view}
        onChange={setView}
        options={[
          {
            value: 'bars',
            name: t('chat.trace.bars'),
            label: (
              <>
                <ChartNoAxesGantt size={14} strokeWidth={1.75} /> {t('chat.trace.bars')}
              </>
            ),
          },
          {
            value: 'table',
            name: t('chat.trace.table'),
            label: (
              <>
                <Table2 size={14} strokeWidth={1.75} /> {t('chat.trace.table')}
              </>
            ),
          },
        ]}
      />
      {view === 'bars' ? <Bars {...trace} /> : <Rows {...trace} />}
    </div>
  );
}

function useBarWords() {
  const { t } = useTranslation();
  const title = useCallTitle();
  return ({ entry, turn }: Bar): string =>
    entry.kind === 'tool' ? title(entry) : t('chat.trace.turn', { number: turn });
}

const toneOf = ({ entry }: Bar): string => {
  if (entry.kind === 'answer') return entry.state === 'broken' ? 'bad' : 'model';
  return { done: 'ok', failed: 'bad', blocked: 'wait', waiting: 'wait', running: 'info' }[entry.status];
};

function Bars({ bars, spanMs }: ReturnType<typeof traceOf>) {
  const { t } = useTranslation();
  const wordsOf = useBarWords();
  return (
    <>
      <ol className={styles.bars}>
        {bars.map((bar) => {
          const { left, width } = placeOf(bar, spanMs);
          return (
            <li key={bar.id} className={styles.row}>
              <span className={styles.words}>{wordsOf(bar)}</span>
              <span className={styles.track} aria-hidden="true">
                <span
                  className={styles.bar}
                  data-tone={toneOf(bar)}
                  style={{ left: `${String(left)}%`, width: `${String(width)}%` }}
                />
              </span>
              <span className={styles.took}>{formatMs(bar.ms)}</span>
              {bar.blocked.map(({ gate, reason }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: what a gate said stays
                <span key={at} className={styles.blocked}>
                  {t(`chat.gate.${gate}`)}
                  {reason === null ? '' : `: ${reason}`}
                </span>
              ))}
            </li>
          );
        })}
      </ol>
      <p className={styles.axis} aria-hidden="true">
        <span>0</span>
        <span>{formatMs(spanMs)}</span>
      </p>
    </>
  );
}

function Rows({ bars }: ReturnType<typeof traceOf>) {
  const { t } = useTranslation();
  const wordsOf = useBarWords();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <div className={styles.table} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('chat.trace.what')}</th>
            <th scope="col">{t('chat.trace.outcome')}</th>
            <th scope="col" data-number>
              {t('chat.trace.after')}
            </th>
            <th scope="col" data-number>
              {t('chat.trace.took')}
            </th>
            <th scope="col" data-number>
              {t('chat.trace.tokens')}
            </th>
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.id}>
              <td>{wordsOf(bar)}</td>
              <td>
                {bar.entry.kind === 'tool'
                  ? t(`chat.status.${bar.entry.status}`)
                  : t(`chat.trace.said.${bar.entry.state}`)}
                {bar.blocked.map(({ gate }) => `, ${t(`chat.gate.${gate}`)}`).join('')}
              </td>
              <td data-number>{formatMs(bar.from)}</td>
              <td data-number>{formatMs(bar.ms)}</td>
              <td data-number>
                {bar.entry.kind === 'answer'
                  ? t('chat.tokensInOut', {
                      input: formatCount(bar.entry.input_tokens),
                      output: formatCount(bar.entry.output_tokens),
                    })
                  : ''}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
