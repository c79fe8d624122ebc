// What is to be known before a brief is read: that it is not what was signed, that a source tried to give orders, that it is old or not the newest. The worst first.
import {
  Clock,
  EyeOff,
  History,
  ListX,
  type LucideIcon,
  PackageOpen,
  ShieldAlert,
  ShieldX,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BriefDetail } from '../../../../../shared/model/evidence/brief.ts';
import { formatRoute } from '../../../session/router.ts';
import { formatDay } from '../../../ui/format.ts';
import { useNow } from '../../../ui/time-ago.tsx';
import styles from './brief.module.css';
import { Mark } from './cite-mark.tsx';
import { isSound, originOf } from './standing.ts';

const OLD_MS = 7 * 86_400_000;

export function Banners({ detail }: { detail: BriefDetail }) {
  const { t } = useTranslation();
  const now = useNow();
  const { brief, manifest, history } = detail;
  const origin = originOf(detail);
  const { suspicious, left_out: leftOut } = manifest;
  const redacted = Object.values(brief.guardrail.redactions).reduce((all, count) => all + count, 0);
  const at = Date.parse(brief.generated_at);
  const [newest] = history;
  const isNewest = newest?.outputHash === brief.output_hash;
  return (
    <>
      {isSound(detail) ? null : (
        <Banner tone="bad" icon={ShieldX} urgent>
          {t('briefs.one.notIntactText')}
        </Banner>
      )}
      {origin === null ? null : (
        <Banner tone={origin.says === 'came' ? 'info' : 'wait'} icon={PackageOpen}>
          {t(`briefs.one.${origin.says}`, { bundle: origin.bundle })}
        </Banner>
      )}
      {suspicious.length === 0 ? null : (
        <Banner tone="wait" icon={ShieldAlert}>
          {t('briefs.one.suspicious', { count: suspicious.length })}{' '}
          <span className={styles.marks}>
            {manifest.sources
              .filter(({ source_id: id }) => suspicious.includes(id))
              .map(({ n }) => (
                <Mark key={n} n={n} />
              ))}
          </span>
        </Banner>
      )}
      {isNewest || newest === undefined ? null : (
        <Banner tone="info" icon={History}>
          {t('briefs.one.notNewest', { revision: brief.revision })}{' '}
          <a href={formatRoute('briefs', newest.cacheKey)}>{t('briefs.one.toNewest')}</a>
        </Banner>
      )}
      {isNewest && now - at > OLD_MS ? (
        <Banner tone="wait" icon={Clock}>
          {t('briefs.one.old', { day: formatDay(at) })}
        </Banner>
      ) : null}
      {redacted === 0 ? null : <Banner icon={EyeOff}>{t('briefs.one.redacted', { count: redacted })}</Banner>}
      {leftOut.length === 0 ? null : (
        <Banner icon={ListX}>{t('briefs.one.leftOut', { count: leftOut.length })}</Banner>
      )}
    </>
  );
}

interface BannerProps {
  readonly tone?: 'bad' | 'wait' | 'info';
  readonly icon: LucideIcon;
  readonly urgent?: boolean;
  readonly children: ReactNode;
}

function Banner({ tone, icon: Icon, urgent, children }: BannerProps) {
  return (
    <div className={styles.banner} data-tone={tone} {...(urgent ? { role: 'alert' } : {})}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      <p>{children}</p>
    </div>
  );
}
