// Never to be touched: nothing is done to a locked resource or to what is in it, whoever asks, until the operator lifts that. Says who locked it and why.
import { Lock, LockOpen } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ResourceLock } from '../../../../../shared/model/approval.ts';
import type { Resource } from '../../../../../shared/model/resource.ts';
import { say } from '../../../session/toasts.tsx';
import type { Failure } from '../../../ui/failure.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { TextField } from '../../../ui/inputs/text-field.tsx';
import { Section } from '../../../ui/section.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { resourcesStore } from '../resources-store.ts';
import styles from './inspector.module.css';

interface NeverTouchProps {
  readonly resource: Resource;
  /** What it is in, of which a lock holds for it, too. */
  readonly within: readonly Resource[];
}

/** The lock that holds for a resource: its own, else that of what it is in. */
export function lockFor(
  { id }: Pick<Resource, 'id'>,
  within: readonly Pick<Resource, 'id'>[],
  locks: readonly ResourceLock[],
): ResourceLock | null {
  const ids = [id, ...within.map((one) => one.id)];
  return ids.map((one) => locks.find(({ resourceId }) => resourceId === one)).find((lock) => lock) ?? null;
}

/** At the head of a resource that is locked. */
export function LockedNotice({ lock, own }: { lock: ResourceLock; own: boolean }) {
  const { t } = useTranslation();
  return (
    <div className={styles.locked} role="note">
      <Lock size={16} strokeWidth={1.75} aria-hidden="true" />
      <div>
        <p>
          <b>{t('resources.lock.never')}</b>{' '}
          {own ? t('resources.lock.refuses') : t('resources.lock.inside', { name: lock.name })}
        </p>
        <p className="quiet">
          {lock.note === '' ? '' : `“${lock.note}” · `}
          {t('resources.lock.by', { who: lock.lockedBy })} <TimeAgo at={lock.lockedAt} />
        </p>
      </div>
    </div>
  );
}

export function NeverTouch({ resource, within }: NeverTouchProps) {
  const { t } = useTranslation();
  const live = useStore(resourcesStore, (s) => s.live);
  const [writing, setWriting] = useState(false);
  const [note, setNote] = useState('');
  const [failure, setFailure] = useState<Failure | null>(null);
  const lock = lockFor(resource, within, live?.locks ?? []);
  const own = lock?.resourceId === resource.id;
  async function run(work: Promise<Failure | null>, done: string): Promise<void> {
    const refused = await work;
    setFailure(refused);
    if (refused) return;
    say(done);
    setWriting(false);
    setNote('');
  }
  const { lock: put, unlock } = resourcesStore.getState();
  const { id, name } = resource;
  return (
    <Section title={t('resources.lock.title')}>
      {own ? (
        <Button
          icon={LockOpen}
          writes
          onPress={() => void run(unlock(id), t('resources.lock.lifted', { name }))}
        >
          {t('resources.lock.lift')}
        </Button>
      ) : writing ? (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            void run(put(id, note), t('resources.lock.done', { name }));
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.preventDefault();
            event.stopPropagation();
            setWriting(false);
          }}
        >
          <TextField
            label={t('resources.lock.note')}
            value={note}
            onChange={setNote}
            maxLength={300}
            hint={t('resources.lock.noteHint')}
            autoFocus
          />
          <div className="buttons">
            <Button type="submit" variant="primary" writes icon={Lock}>
              {t('resources.lock.put')}
            </Button>
            <Button variant="quiet" onPress={() => setWriting(false)}>
              {t('action.cancel')}
            </Button>
          </div>
        </form>
      ) : (
        <div className={styles.lockOffer}>
          <p className="quiet">{t('resources.lock.text')}</p>
          <Button icon={Lock} writes onPress={() => setWriting(true)}>
            {t('resources.lock.put')}
          </Button>
        </div>
      )}
      {failure ? <ErrorState failure={failure} compact /> : null}
    </Section>
  );
}
