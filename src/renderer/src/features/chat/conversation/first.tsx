// Before the first word: what can be asked, from what there is; or why nothing can be asked yet, and what to do about it.
import { MessageSquareText } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '../../../../../shared/model/resource.ts';
import { api } from '../../../session/client.ts';
import { useReading } from '../../../session/use-reading.ts';
import { draftStore } from '../composer/draft-store.ts';
import { draftOf, examplesFrom } from './examples.ts';
import styles from './first.module.css';

export function First() {
  const { t } = useTranslation();
  const resources = useResources();
  return (
    <div className={styles.first} data-chat-first>
      <h3 className={styles.title}>{t('chat.first.title')}</h3>
      <p className={styles.text}>{t('chat.first.text')}</p>
      {resources === null ? null : (
        <ul className={styles.examples} aria-label={t('chat.first.examples')}>
          {examplesFrom(resources).map((example) => {
            const words = t(`chat.first.${example.key}`, { name: example.name });
            return (
              <li key={example.key}>
                <button
                  type="button"
                  className={styles.example}
                  onClick={() => draftStore.getState().replace(draftOf(words, example))}
                >
                  <MessageSquareText size={14} strokeWidth={1.75} aria-hidden="true" />
                  <span>{words}</span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

function useResources(): readonly Resource[] | null {
  const [resources, setResources] = useState<readonly Resource[] | null>(null);
  useReading(
    useCallback(() => {
      // Without them there are the examples that name nothing.
      void api.resources.list().then(
        (live) => setResources(live.resources),
        () => setResources((now) => now ?? []),
      );
    }, []),
  );
  return resources;
}
