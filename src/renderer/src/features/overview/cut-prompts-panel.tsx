// Models whose prompts are longer than their context, a card each, with the fix.
import { Scissors } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SystemStatus } from '../../../../shared/model/status.ts';
import { CutPrompt } from '../../session/acts/context-length.tsx';
import { formatRoute } from '../../session/router.ts';
import styles from './panels.module.css';

export function CutPromptsPanel({ models }: { models: SystemStatus['cutPrompts'] }) {
  const { t } = useTranslation();
  return models.map(({ model, upstream, cut, route, requestId, count }) => (
    <article
      key={`${upstream} ${model}`}
      className={styles.loop}
      aria-label={t('overview.cutPrompts.of', { model })}
    >
      <p className={styles.loopHead}>
        <Scissors size={14} strokeWidth={1.75} />
        <b>{model}</b>
        <span className={styles.loopCount}>{t('overview.cutPrompts.count', { count })}</span>
      </p>
      <CutPrompt cut={cut} model={model} route={route} />
      <a href={formatRoute('traffic', requestId)}>{t('overview.cutPrompts.open')}</a>
    </article>
  ));
}
