// What the resolve model would do, under its own name. It is never chosen by itself: one press puts it into the form.
import { CircleAlert, Sparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Suggestion as Proposal } from '../../../../../shared/model/decision.ts';
import { DimensionMark } from '../../../session/marks.tsx';
import { formatRoute } from '../../../session/router.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import styles from './decide.module.css';
import { decisionStore } from './decision-store.ts';

export function Suggestion() {
  const { t } = useTranslation();
  const { suggestion, asking, askFailure, takeSuggestion, ask } = useStore(decisionStore);
  if (asking) {
    return (
      <p className={styles.suggestion} data-tone="info" role="status">
        <Sparkles size={14} strokeWidth={1.75} />
        {t('conflicts.ask.asking')}
      </p>
    );
  }
  if (askFailure) {
    return (
      <div className={styles.suggestion} data-tone="bad" role="alert">
        <CircleAlert size={14} strokeWidth={1.75} />
        <span className={styles.suggestionText}>
          {askFailure.message} <a href={formatRoute('settings')}>{t('conflicts.ask.settings')}</a>
        </span>
        <Button variant="quiet" writes onPress={() => void ask()}>
          {t('action.retry')}
        </Button>
      </div>
    );
  }
  if (!suggestion) return null;
  return (
    <div className={styles.suggestion} data-tone="info" role="status">
      <Sparkles size={14} strokeWidth={1.75} />
      <div className={styles.suggestionText}>
        <p>
          {t('conflicts.ask.suggests', { model: suggestion.model })}{' '}
          <b>
            <Words proposal={suggestion} />
          </b>{' '}
          <span className="quiet">
            <TimeAgo at={suggestion.at} />
          </span>
        </p>
        <p className={styles.reasoning}>{suggestion.reasoning}</p>
      </div>
      <Button onPress={takeSuggestion}>
        {t('conflicts.ask.use')}
        <span className={styles.cap} aria-hidden="true">
          <Kbd keys="u" />
        </span>
      </Button>
    </div>
  );
}

function Words({ proposal: { decision } }: { proposal: Proposal }) {
  const { t } = useTranslation();
  const kind = t(`conflicts.decision.${decision.decision}`);
  switch (decision.decision) {
    case 'split':
      return (
        <>
          {kind} <DimensionMark name={decision.existingDimension} />{' '}
          <DimensionMark name={decision.newDimension} />
        </>
      );
    case 'move':
      return (
        <>
          {kind} <DimensionMark name={decision.dimension} />
        </>
      );
    case 'keep':
    case 'replace':
    case 'dismiss':
      return kind;
    default:
      return decision satisfies never;
  }
}
