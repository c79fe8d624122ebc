// How a component comes in: the ways through the list of components, the shortest first, and truly how many there are.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FindingDetail } from '../../../../../shared/model/evidence/finding.ts';
import { formatCount } from '../../../ui/format.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Section } from '../../../ui/section.tsx';
import styles from './inspect.module.css';

const FIRST = 3;
const STEP = 25;

export function Ways({ detail }: { detail: FindingDetail }) {
  const { t } = useTranslation();
  const { paths, clamped } = detail;
  const [most, setMost] = useState(FIRST);
  const shown = paths.slice(0, most);
  const left = paths.length - shown.length;
  const words = t(clamped.more ? 'findings.inspect.waysMore' : 'findings.inspect.waysShown', {
    kept: formatCount(shown.length),
    total: formatCount(clamped.total),
  });
  return (
    <Section
      title={t('findings.inspect.ways')}
      aside={paths.length === 0 ? null : <span className="quiet">{words}</span>}
    >
      {paths.length === 0 ? (
        <p className="muted">{t('findings.inspect.waysNone')}</p>
      ) : (
        <ol className={styles.ways}>
          {shown.map((path) => (
            <li key={path.join('\n')} className={styles.way}>
              {path.map((name, at) => (
                <code key={`${String(at)} ${name}`} data-last={at === path.length - 1 || undefined}>
                  {name}
                </code>
              ))}
            </li>
          ))}
        </ol>
      )}
      {left > 0 ? (
        <Button variant="quiet" onPress={() => setMost(most + STEP)}>
          {t('findings.inspect.moreWays', { count: Math.min(left, STEP) })}
        </Button>
      ) : null}
    </Section>
  );
}
