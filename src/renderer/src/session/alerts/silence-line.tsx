// One silence in words: what it covers, and until when, by whom and why. Used beside the alerts it covers, and in the list of silences.
import { useTranslation } from 'react-i18next';
import type { AlertSilence } from '../../../../shared/model/alert.ts';
import { formatSoon } from '../../ui/format.ts';
import { useNow } from '../../ui/time-ago.tsx';
import { i18n } from '../i18n.ts';

export function scopeOf({ resourceId, resourceName, rule }: AlertSilence): string {
  const scope = resourceId === null ? 'rule' : rule === null ? 'resource' : 'both';
  return i18n.t(`alerts.scopes.${scope}`, {
    name: resourceName ?? '',
    rule: rule === null ? '' : i18n.t(`alerts.rule.${rule}`),
  });
}

/** @param bare without what it covers */
export function SilenceLine({ silence, bare = false }: { silence: AlertSilence; bare?: boolean }) {
  const { t } = useTranslation();
  const now = useNow();
  const { until, createdBy: who, reason } = silence;
  return (
    <p className="quiet">
      {until === null
        ? t('alerts.silencedOpen', { who })
        : t('alerts.silencedUntil', { who, time: formatSoon(until, now) })}
      : “{reason}”{bare ? null : ` · ${scopeOf(silence)}`}
    </p>
  );
}
