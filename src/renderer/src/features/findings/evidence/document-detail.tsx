// One document of evidence: what it is, where it came from, what of it could not be used, its beginning, and taking it out again.
import { Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { EvidenceDocument } from '../../../../../shared/model/evidence/document.ts';
import type { DocumentReach } from '../../../../../shared/model/evidence/finding.ts';
import { api, describeFailure } from '../../../session/client.ts';
import { say, sayFailed } from '../../../session/toasts.tsx';
import { Facts } from '../../../ui/facts.tsx';
import type { Failure } from '../../../ui/failure.ts';
import { formatBytes, formatCount, formatFull } from '../../../ui/format.ts';
import { AskedTwice } from '../../../ui/inputs/asked-twice.tsx';
import { Disclosure } from '../../../ui/inputs/disclosure.tsx';
import { Section } from '../../../ui/section.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { findingsStore } from '../findings-store.ts';
import styles from '../inspect/inspect.module.css';
import { type Excerpt, evidenceStore, isFailure } from './evidence-store.ts';

export function DocumentDetail({ id, onGone }: { id: number; onGone: () => void }) {
  const { t } = useTranslation();
  const found = useStore(evidenceStore, (s) => s.known[id]);
  const listed = useStore(evidenceStore, (s) => s.list?.find((one) => one.id === id));
  const { know } = evidenceStore.getState();
  useEffect(() => void know(id), [know, id]);
  if (isFailure(found)) return <ErrorState failure={found} onRetry={() => void know(id)} />;
  const document = found ?? listed;
  if (!document) return <Skeleton rows={6} label={t('findings.evidence.document.loading')} />;
  return (
    <div className={styles.detail}>
      <About document={document} />
      {document.notes.length === 0 ? null : (
        <Section title={t('findings.evidence.document.notes')}>
          <ul className={styles.notes}>
            {document.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Section>
      )}
      <Text key={id} id={id} />
      <div className={styles.remove}>
        <AskedTwice
          icon={Trash2}
          words={{
            ask: t('findings.evidence.document.remove'),
            sure: t('findings.evidence.document.removeSure', { title: short(document.title) }),
            keep: t('action.cancel'),
          }}
          onSure={async () => {
            const refused = await evidenceStore.getState().remove(id);
            if (refused) return sayFailed(refused.message);
            say(t('findings.evidence.document.removed', { title: document.title }));
            onGone();
          }}
        />
      </div>
    </div>
  );
}

const short = (title: string): string =>
  title.length > 60 ? `${title.slice(0, 59).toWellFormed()}…` : title;

function About({ document }: { document: EvidenceDocument }) {
  const { t } = useTranslation();
  const { title, format, key, version, versions, issuer, licence, origin, bytes, sha256, signature } =
    document;
  const products = useStore(findingsStore, (s) => s.live?.products);
  const reach = useReach(document);
  const product = products?.find((one) => one.key === document.product)?.name ?? document.product;
  const name = (of: string) => t(`findings.evidence.document.${of}` as 'findings.evidence.document.key');
  return (
    <Section title={title}>
      <Facts
        items={[
          [t('findings.evidence.formatLabel'), t(`findings.evidence.format.${format}`)],
          ...(product === null ? [] : [[name('product'), product] as const]),
          ...(issuer === '' ? [] : [[name('issuer'), issuer] as const]),
          ...(signature === null
            ? []
            : [[name('signature'), <Signature key="signature" of={signature} />] as const]),
          ...(reach === null ? [] : [[name('reach'), reach] as const]),
          [name('key'), <code key="key">{key}</code>],
          [name('version'), <code key="version">{version}</code>],
          ...(versions > 1
            ? [['', t('findings.evidence.document.versions', { count: versions })] as const]
            : []),
          ...(document.statedAt === null ? [] : [[name('stated'), formatFull(document.statedAt)] as const]),
          [name('last'), <TimeAgo key="last" at={document.lastSeen} />],
          [name('first'), <TimeAgo key="first" at={document.firstSeen} />],
          [name('origin'), <code key="origin">{origin}</code>],
          [name('size'), formatBytes(bytes)],
          ...(licence === null ? [] : [[name('licence'), licence] as const]),
          [name('sha'), <code key="sha">{sha256}</code>],
        ]}
      />
    </Section>
  );
}

/** What the document applies to, in a sentence; null until it is known, and where it states nothing about packages. */
function useReach({ id, lastSeen }: EvidenceDocument): string | null {
  const { t } = useTranslation();
  const [reach, setReach] = useState<DocumentReach | null>(null);
  // Imported again, it may apply to something else.
  // biome-ignore lint/correctness/useExhaustiveDependencies: lastSeen is when to ask again
  useEffect(() => {
    let isShown = true;
    api.findings.reach({ id }).then(
      (read) => isShown && setReach(read),
      () => isShown && setReach(null),
    );
    return () => {
      isShown = false;
    };
  }, [id, lastSeen]);
  if (reach === null) return null;
  const { findings, reason, names } = reach;
  if (reason !== null)
    return t(`findings.evidence.document.reachNone.${reason}`, { names: names.join(', ') });
  return findings === 0 ? null : t('findings.evidence.document.reachFindings', { count: findings });
}

function Signature({ of: { state, keyId } }: { of: NonNullable<EvidenceDocument['signature']> }) {
  const { t } = useTranslation();
  if (state === 'verified')
    return t('findings.evidence.document.signatureState.verified', { key: keyId.slice(0, 16) });
  if (keyId === '') return t('findings.evidence.document.signatureState.unknown_nameless');
  return t('findings.evidence.document.signatureState.unknown_key', { key: short(keyId) });
}

function Text({ id }: { id: number }) {
  const { t } = useTranslation();
  const [excerpt, setExcerpt] = useState<Excerpt | Failure | null>(null);
  const read = () => {
    setExcerpt(null);
    evidenceStore
      .getState()
      .excerpt(id)
      .then(setExcerpt, (thrown: unknown) => setExcerpt(describeFailure(thrown)));
  };
  return (
    <div className={styles.text}>
      <Disclosure
        show={t('findings.evidence.document.show')}
        hide={t('findings.evidence.document.hide')}
        onOpen={read}
      >
        <Shown excerpt={excerpt} onRetry={read} />
      </Disclosure>
    </div>
  );
}

function Shown({ excerpt, onRetry }: { excerpt: Excerpt | Failure | null; onRetry: () => void }) {
  const { t } = useTranslation();
  if (excerpt === null) return <Skeleton rows={4} />;
  if ('code' in excerpt) return <ErrorState failure={excerpt} onRetry={onRetry} compact />;
  const { text, characters } = excerpt;
  return (
    <>
      {text.length < characters ? (
        <p className="quiet">
          {t('findings.evidence.document.cut', {
            shown: formatCount(text.length),
            total: formatCount(characters),
          })}
        </p>
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keys. */}
      <section className={styles.entry} tabIndex={0} aria-label={t('findings.evidence.document.text')}>
        <pre>{text}</pre>
      </section>
    </>
  );
}
