// What is to be done as a sentence: Restart container `web-1` on `media-server` (via node delly → lxc 141). As marks on the card and in lists,
// as plain words where they are read out.

import { useTranslation } from 'react-i18next';
import type { Plan } from '../../../../shared/model/approval.ts';
import { sentenceOf } from '../../../../shared/resource-words.ts';
import { i18n } from '../i18n.ts';
import { formatRoute } from '../router.ts';
import styles from './card.module.css';

const HOST = 'host:';

/** The machine it is on: what it lives in, else what the way there leads into. */
function machineOf({ resource, path }: Plan): string | null {
  const ids = [...resource.within, ...path.map(({ target }) => target).reverse()];
  const host = ids.find((id) => id.startsWith(HOST) && id !== resource.id);
  return host === undefined ? null : host.slice(HOST.length);
}

/** `Restart container web-1`. */
export const plainSentence = (plan: Plan): string =>
  sentenceOf(plan, `${i18n.t(`approval.kind.${plan.resource.kind}`)} ${plan.resource.name}`);

/** @param linked makes the resource's name a way to it */
export function Sentence({ plan, linked }: { plan: Plan; linked?: boolean }) {
  const { t } = useTranslation();
  const { verb, object, resource } = plan;
  return (
    <span className={styles.says}>
      <span>{verb}</span>{' '}
      {object === undefined ? null : (
        <>
          <span className={styles.name}>{object}</span> {t('approval.to')}{' '}
        </>
      )}
      <span className={styles.kind}>{t(`approval.kind.${resource.kind}`)}</span>{' '}
      {linked ? (
        <a className={styles.name} href={formatRoute('resources', resource.id)}>
          {resource.name}
        </a>
      ) : (
        <span className={styles.name}>{resource.name}</span>
      )}
    </span>
  );
}

/** On which machine, and the way to it; nothing for what is right here and nowhere in particular. */
export function Place({ plan }: { plan: Plan }) {
  const { t } = useTranslation();
  const machine = machineOf(plan);
  // The way to what is on the machine itself says nothing more.
  const place = plan.resource.place === `via host ${machine ?? ''}` ? '' : plan.resource.place;
  if (machine === null && place === '') return null;
  return (
    <span className={styles.place}>
      {machine === null ? null : (
        <>
          {t('approval.on')} <span className={styles.machine}>{machine}</span>{' '}
        </>
      )}
      {place === '' ? null : <span>({place})</span>}
    </span>
  );
}
