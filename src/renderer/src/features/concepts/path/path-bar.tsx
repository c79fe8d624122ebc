// The way from the concept in focus to another one, over facts of all dimensions: each step drawn with its dimension, its flavour and
// which way it points, in the order of a list. The other end is the address's.
import { ArrowLeft, ArrowRight, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Api, api, describeFailure } from '../../../session/client.ts';
import { DimensionMark, EdgeStroke, Token } from '../../../session/marks.tsx';
import { formatRoute, navigate, routeNow, useRoute } from '../../../session/router.ts';
import type { Failure } from '../../../ui/failure.ts';
import { IconButton } from '../../../ui/inputs/button.tsx';
import { WhyButton } from '../why/why-button.tsx';
import styles from './path.module.css';

type Path = Awaited<ReturnType<Api['concepts']['path']>>;
type Fact = NonNullable<Path['facts']>[number];

/** Looks for the way to a concept, or (empty) no more. */
export function findPath(to: string): void {
  const { screen, id, query } = routeNow();
  navigate(formatRoute(screen, id, { ...query, path: to }));
}

/** @param token where it begins @param reason whatever is new about it */
function usePath(token: string, to: string, reason: unknown) {
  const [path, setPath] = useState<{ of: string; path: Path } | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new answer about the concept is a reason to look again
  useEffect(() => {
    if (to === '') return;
    let isLatest = true;
    setFailure(null);
    api.concepts
      .path({ token, to })
      .then((found) => {
        if (isLatest) setPath({ of: `${token}\n${to}`, path: found });
      })
      .catch((thrown: unknown) => {
        if (isLatest) setFailure(describeFailure(thrown));
      });
    return () => {
      isLatest = false;
    };
  }, [token, to, reason]);
  return { path: path?.of === `${token}\n${to}` ? path.path : null, failure };
}

export function PathBar({ token, reason }: { token: string; reason: unknown }) {
  const { t } = useTranslation();
  const to = useRoute().query.path ?? '';
  const { path, failure } = usePath(token, to, reason);
  if (to === '') return null;
  return (
    <section className={styles.bar} aria-label={t('concepts.path.title', { from: token, to })}>
      <div className={styles.head}>
        <span role="status">
          {failure ? (
            <span className="bad">{failure.message}</span>
          ) : path === null ? (
            t('concepts.path.reading')
          ) : (
            <Words path={path} />
          )}
        </span>
        <span className="push" />
        <IconButton icon={X} label={t('concepts.path.end')} onPress={() => findPath('')} />
      </div>
      {path?.facts && path.facts.length > 0 ? <Steps path={path} facts={path.facts} /> : null}
    </section>
  );
}

function Words({ path }: { path: Path }) {
  const { t } = useTranslation();
  const { from, to, most, facts, isWhole } = path;
  if (facts === null) return t(isWhole ? 'concepts.path.none' : 'concepts.path.gaveUp', { from, to, most });
  if (facts.length === 0) return t('concepts.path.same', { from });
  return (
    <>
      {t('concepts.path.title', { from, to })}: {t('concepts.path.steps', { count: facts.length })}
    </>
  );
}

/** Where each fact leads, from where the one before ended. */
function stepsOf(from: string, facts: readonly Fact[]) {
  let at = from;
  return facts.map((fact) => {
    const isUp = fact.concept === at;
    at = isUp ? fact.parent : fact.concept;
    return { fact, isUp, to: at };
  });
}

function Steps({ path, facts }: { path: Path; facts: readonly Fact[] }) {
  const { t } = useTranslation();
  const { from, to } = path;
  return (
    <section
      className={styles.scroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long way is scrolled with the arrow keys
      tabIndex={0}
      aria-label={t('concepts.path.list', { from, to })}
    >
      <ol className={styles.steps}>
        <li className={styles.box} data-end>
          <Token token={from} plain strong />
        </li>
        {stepsOf(from, facts).map(({ fact, isUp, to: token }) => (
          <li key={fact.edgeId} className={styles.step}>
            <WhyButton
              edge={fact}
              className={styles.line ?? ''}
              words={`[${fact.dimension}${fact.contested ? '?' : ''}]`}
            >
              <DimensionMark name={fact.dimension} contested={fact.contested} />
              <span className={styles.stroke} aria-hidden="true">
                {isUp ? null : <ArrowLeft size={12} strokeWidth={2} aria-hidden="true" />}
                <EdgeStroke isIsa={fact.isIsa} confidence={fact.confidence} contested={fact.contested} />
                {isUp ? <ArrowRight size={12} strokeWidth={2} aria-hidden="true" /> : null}
              </span>
            </WhyButton>
            <span className={styles.box} data-end={token === to || undefined}>
              <Token token={token} strong={token === to} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
