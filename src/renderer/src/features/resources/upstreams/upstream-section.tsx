// An upstream's own settings in its inspector: who set it, how it is reached, and changing, trying and removing it where the console holds it.
import { Pencil, Trash2, Zap } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { IdleUpstream, UpstreamState } from '../../../../../shared/model/upstream.ts';
import type { UpstreamTrial } from '../../../../../shared/model/upstream-setting.ts';
import { say, sayFailed } from '../../../session/toasts.tsx';
import { Facts } from '../../../ui/facts.tsx';
import type { Failure } from '../../../ui/failure.ts';
import { formatCount } from '../../../ui/format.ts';
import { AskedTwice } from '../../../ui/inputs/asked-twice.tsx';
import { Button } from '../../../ui/inputs/button.tsx';
import { Section } from '../../../ui/section.tsx';
import styles from '../inspect/inspector.module.css';
import { Trial } from './trial.tsx';
import type { Stored } from './upstream-draft.ts';
import { UpstreamForm } from './upstream-form.tsx';
import { idleNamed, upstreamNamed, upstreamsStore } from './upstreams-store.ts';

const storedOf = (one: UpstreamState | IdleUpstream): Stored | null =>
  one.revision === null ? null : { ...one, revision: one.revision };

export function UpstreamSection({ name, onGone }: { name: string; onGone: () => void }) {
  const { t } = useTranslation();
  const upstream = useStore(upstreamsStore, (s) => upstreamNamed(s, name));
  const idle = useStore(upstreamsStore, (s) => idleNamed(s, name));
  const [editing, setEditing] = useState(false);
  const [tried, setTried] = useState<UpstreamTrial | Failure | 'testing' | null>(null);
  const one = upstream ?? idle;
  if (!one) return null;
  const stored = storedOf(one);
  const setBy = upstream?.setBy ?? 'console';
  if (editing && stored)
    return (
      <Section title={t('resources.upstream.changeTitle', { name })}>
        <UpstreamForm key={stored.revision} stored={stored} onDone={() => setEditing(false)} />
      </Section>
    );
  async function test(): Promise<void> {
    setTried('testing');
    setTried(await upstreamsStore.getState().test({ url: one?.url ?? '', name }));
  }
  async function remove(revision: number): Promise<void> {
    const refused = await upstreamsStore.getState().remove(name, revision);
    if (refused) return sayFailed(refused.message);
    say(t('resources.upstream.removed', { name }));
    onGone();
  }
  return (
    <Section title={t('resources.upstream.title')}>
      {idle ? <p className={styles.warning}>{idle.because}</p> : null}
      <Facts
        items={[
          [
            t('resources.upstream.url'),
            <code key="url" className="breaks">
              {one.url}
            </code>,
          ],
          [t('resources.upstream.weight'), formatCount(one.weight)],
          [
            t('resources.upstream.slots'),
            one.slots === null ? t('resources.upstream.noLimit') : formatCount(one.slots),
          ],
          [
            t('resources.upstream.headers'),
            one.headerNames.length === 0
              ? t('resources.upstream.none')
              : t('resources.upstream.headersStored', { names: one.headerNames.join(', ') }),
          ],
        ]}
      />
      {setBy === 'console' ? null : <p className={styles.setBy}>{t(`resources.upstream.setBy.${setBy}`)}</p>}
      <div aria-live="polite">{tried === null ? null : <Trial tried={tried} />}</div>
      <div className={styles.bar}>
        <Button icon={Zap} writes isDisabled={tried === 'testing'} onPress={() => void test()}>
          {t('resources.upstream.test')}
        </Button>
        {stored ? (
          <>
            <Button icon={Pencil} onPress={() => setEditing(true)}>
              {t('resources.upstream.change')}
            </Button>
            <span className={styles.apart}>
              <AskedTwice
                icon={Trash2}
                words={{
                  ask: t('resources.upstream.remove'),
                  sure: t('resources.upstream.removeSure', { name }),
                  keep: t('resources.upstream.removeNot'),
                }}
                onSure={() => remove(stored.revision)}
              />
            </span>
          </>
        ) : null}
      </div>
    </Section>
  );
}
