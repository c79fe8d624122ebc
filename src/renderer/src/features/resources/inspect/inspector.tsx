// One resource: what it is and the way to it, what can be done, what waits for the operator's word, what is wrong, how busy it is, what it says, how it
// is set up, and what was done to it. What the list knows stands at once; the rest is asked anew.
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Resource } from '../../../../../shared/model/resource.ts';
import { ContextLength } from '../../../session/acts/context-length.tsx';
import { formatRoute } from '../../../session/router.ts';
import { Tasks } from '../../../session/tasks.tsx';
import { useReading } from '../../../session/use-reading.ts';
import { Section } from '../../../ui/section.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx';
import { ActionBar } from '../act/action-bar.tsx';
import { Cards } from '../act/cards.tsx';
import { History } from '../act/history.tsx';
import { KIND_ICON, LOGGED, MEASURED } from '../kinds.ts';
import { resourceOf, resourcesStore } from '../resources-store.ts';
import { StateMark } from '../state-mark.tsx';
import { UpstreamSection } from '../upstreams/upstream-section.tsx';
import { idleNamed, upstreamNamed, upstreamsStore } from '../upstreams/upstreams-store.ts';
import { AlertsSection } from './alerts-section.tsx';
import { inspectStore } from './inspect-store.ts';
import styles from './inspector.module.css';
import { LockedNotice, lockFor, NeverTouch } from './lock.tsx';
import { Logs } from './logs.tsx';
import { Metrics } from './metrics.tsx';
import { Setup } from './setup.tsx';

/** The arrow keys pass by many; only one that is stayed with is asked about. */
const SETTLE_MS = 150;
const AGAIN_MS = 60_000;

const UPSTREAM = 'upstream:';

/** Asks about the open one: when it is opened, when the list says that it is another by now, when the connection is back. */
function useInspected(id: string, version: string | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is a reason to ask again.
  const read = useCallback(() => {
    const { open } = inspectStore.getState();
    open(id);
    const { look, measure, recall } = inspectStore.getState();
    const timer = setTimeout(() => void Promise.all([look(), measure(), recall()]), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [id, version]);
  useReading(read);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void inspectStore.getState().measure();
    }, AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
}

export function Inspector({ id, onGone }: { id: string; onGone: () => void }) {
  const { t } = useTranslation();
  const listed = useStore(resourcesStore, (s) => resourceOf(s, id));
  const isRead = useStore(resourcesStore, (s) => s.live !== null);
  const { inspected, failure, look } = useStore(inspectStore);
  // One that is not used, or was added just now and not looked at yet.
  const name = id.startsWith(UPSTREAM) ? id.slice(UPSTREAM.length) : null;
  const upstream = useStore(upstreamsStore, (s) =>
    name === null ? null : (upstreamNamed(s, name) ?? idleNamed(s, name)),
  );
  useInspected(id, listed?.version);
  const fresh = inspected?.inspection.resource.id === id ? inspected : null;
  // The stream is ahead of what was asked once.
  const resource = listed ?? fresh?.inspection.resource ?? null;
  if (!resource && upstream) return <UpstreamSection key={id} name={upstream.name} onGone={onGone} />;
  if (!resource && failure && failure.code !== 'NOT_FOUND')
    return <ErrorState failure={failure} onRetry={() => void look()} />;
  if (!resource)
    return isRead && failure ? (
      <EmptyState drawing="search" title={t('resources.goneTitle')} text={t('resources.goneText')} />
    ) : (
      <Skeleton rows={6} />
    );
  return <One key={id} resource={resource} fresh={fresh} onGone={onGone} />;
}

interface OneProps {
  readonly resource: Resource;
  readonly fresh: NonNullable<ReturnType<typeof inspectStore.getState>['inspected']> | null;
  readonly onGone: () => void;
}

function One({ resource, fresh, onGone }: OneProps) {
  const { failure, look } = useStore(inspectStore);
  const live = useStore(resourcesStore, (s) => s.live);
  const within = fresh?.within ?? [];
  const lock = lockFor(resource, within, live?.locks ?? []);
  const alerts = (live?.alerts ?? []).filter(({ resourceId }) => resourceId === resource.id);
  return (
    <>
      <header className={styles.about}>
        <About resource={resource} route={fresh?.route ?? ''} within={within} />
        {lock ? (
          <LockedNotice lock={lock} own={lock.resourceId === resource.id} />
        ) : (
          <ActionBar resource={resource} />
        )}
      </header>
      <Cards resourceId={resource.id} />
      <Tasks about={resource.id} />
      <AlertsSection resource={resource} alerts={alerts} />
      {failure && fresh === null ? (
        <div className={styles.failed}>
          <ErrorState failure={failure} onRetry={() => void look()} compact />
        </div>
      ) : null}
      {resource.kind === 'upstream' ? <UpstreamSection name={resource.name} onGone={onGone} /> : null}
      <Inside resource={resource} />
      {resource.kind === 'model' ? <ModelContext name={resource.name} /> : null}
      {MEASURED.has(resource.kind) ? <Metrics /> : null}
      {LOGGED.has(resource.kind) ? <Logs key={resource.id} resource={resource} /> : null}
      {fresh ? <Setup inspection={fresh.inspection} /> : failure ? null : <Skeleton rows={4} />}
      <History />
      <NeverTouch resource={resource} within={within} />
    </>
  );
}

function ModelContext({ name }: { name: string }) {
  const { t } = useTranslation();
  return (
    <Section title={t('contextLength.title')}>
      <ContextLength model={name} needed={null} />
    </Section>
  );
}

function About({
  resource,
  route,
  within,
}: {
  resource: Resource;
  route: string;
  within: readonly Resource[];
}) {
  const { t } = useTranslation();
  const { kind, name, state, detail, targetHost } = resource;
  const Icon = KIND_ICON[kind];
  const itself = targetHost === name || kind === 'host';
  return (
    <div className={styles.what}>
      <p className={styles.sentence}>
        <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
        <span>
          {itself ? t('resources.about.is', { kind: t(`resources.kind.${kind}`) }) : null}
          {itself ? null : t('resources.about.on', { kind: t(`resources.kind.${kind}`) })}{' '}
          {itself ? null : <Place host={targetHost} within={within} />}
          {route === '' || route === `via host ${targetHost}` ? '' : `, ${route}`}
        </span>
        <StateMark kind={kind} state={state} />
      </p>
      <p className={styles.detail}>{detail}</p>
    </div>
  );
}

/** The machine it is on, as a link where it is known. */
function Place({ host, within }: { host: string; within: readonly Resource[] }) {
  const live = useStore(resourcesStore, (s) => s.live);
  const found = [...within, ...(live?.resources ?? [])].find(
    ({ kind, name }) =>
      name === host && (kind === 'host' || kind === 'node' || kind === 'vm' || kind === 'lxc'),
  );
  if (!found) return <code>{host}</code>;
  return (
    <a className={styles.place} href={formatRoute('resources', found.id)}>
      <code>{host}</code>
    </a>
  );
}

/** So many are named; the list by place has all. */
const MOST_INSIDE = 8;

/** What lives in it: the models of an upstream, the containers of a machine. */
function Inside({ resource }: { resource: Resource }) {
  const { t } = useTranslation();
  const live = useStore(resourcesStore, (s) => s.live);
  const inside = (live?.resources ?? []).filter(({ parent }) => parent === resource.id);
  if (inside.length === 0) return null;
  const kinds = Map.groupBy(inside, ({ kind }) => kind);
  return (
    <Section title={t('resources.inside')}>
      <ul className={styles.inside}>
        {[...kinds].map(([kind, ones]) => (
          <li key={kind}>
            <p className="quiet">
              {t(`resources.kinds.${kind}`)} <b>{ones.length}</b>
            </p>
            <ul className={styles.insideOnes}>
              {ones.slice(0, MOST_INSIDE).map((one) => (
                <li key={one.id}>
                  <a href={formatRoute('resources', one.id)}>
                    <code>{one.name}</code>
                  </a>{' '}
                  <StateMark kind={one.kind} state={one.state} />
                </li>
              ))}
              {ones.length > MOST_INSIDE ? (
                <li className="quiet">{t('resources.insideMore', { count: ones.length - MOST_INSIDE })}</li>
              ) : null}
            </ul>
          </li>
        ))}
      </ul>
    </Section>
  );
}
