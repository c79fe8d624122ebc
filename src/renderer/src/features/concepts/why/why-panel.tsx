// Why a fact is held: each sentence it came from, with its words marked, who said it, when and in which conversation. Read when asked;
// stands at the top of the inspector until it is closed.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Edge, Provenance } from '../../../../../shared/model/graph.ts';
import { api, describeFailure } from '../../../session/client.ts';
import { DimensionMark, EdgeStroke, SourceChip, Token } from '../../../session/marks.tsx';
import { formatRoute, useRoute } from '../../../session/router.ts';
import type { Failure } from '../../../ui/failure.ts';
import { formatFull, formatPercent } from '../../../ui/format.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Section } from '../../../ui/section.tsx';
import { MarkedSentence } from '../../../ui/sentence/marked-sentence.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { useIsPast } from '../filter/use-looks.ts';
import { askedIn, stopAsking } from './ask-why.ts';
import styles from './why.module.css';

type Found = Edge | 'gone';
interface Read {
  readonly of: string;
  readonly edges: readonly Found[];
}

async function readEdge(edgeId: number): Promise<Found> {
  try {
    return await api.concepts.edge({ edgeId });
  } catch (thrown) {
    if (describeFailure(thrown).code === 'NOT_FOUND') return 'gone';
    throw thrown;
  }
}

export function WhyPanel() {
  const { t } = useTranslation();
  const { query } = useRoute();
  const isPast = useIsPast();
  const of = askedIn(query).join(',');
  const [read, setRead] = useState<Read | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    if (of === '') return;
    let isLatest = true;
    setFailure(null);
    Promise.all(of.split(',').map((id) => readEdge(Number(id))))
      .then((edges) => {
        if (isLatest) setRead({ of, edges });
      })
      .catch((thrown: unknown) => {
        if (isLatest) setFailure(describeFailure(thrown));
      });
    return () => {
      isLatest = false;
    };
  }, [of]);
  if (of === '') return null;
  return (
    <Section
      title={t('concepts.why.title')}
      aside={
        <Button
          variant="quiet"
          onPress={stopAsking}
          label={`${t('concepts.why.close')}: ${t('concepts.why.title')}`}
        >
          {t('concepts.why.close')}
        </Button>
      }
    >
      <div className={styles.why} role="status">
        {failure ? (
          <ErrorState failure={failure} compact />
        ) : read?.of !== of ? (
          <Skeleton rows={3} />
        ) : (
          read.edges.map((edge, i) =>
            edge === 'gone' ? (
              <p key={`gone ${String(i)}`} className="quiet">
                {t('concepts.why.gone')}
              </p>
            ) : (
              <Reasons key={edge.edgeId} edge={edge} />
            ),
          )
        )}
        {isPast ? <p className="quiet">{t('concepts.why.past')}</p> : null}
      </div>
    </Section>
  );
}

function Reasons({ edge }: { edge: Edge }) {
  const { t } = useTranslation();
  const { concept, parent, dimension, isIsa, confidence, contested, source } = edge;
  return (
    <article className={styles.fact}>
      <p className={styles.head}>
        <Token token={concept} strong />{' '}
        <EdgeStroke isIsa={isIsa} confidence={confidence} contested={contested} />
        <Token token={parent} />
        <DimensionMark name={dimension} contested={contested} />
        <span className={styles.marks}>
          {formatPercent(confidence)} <SourceChip source={source} />
        </span>
      </p>
      {edge.provenance.length === 0 ? <p className="quiet">{t('concepts.why.none')}</p> : null}
      <ul>
        {edge.provenance.map((from, i) => (
          <Reason key={`${String(from.at)} ${String(i)}`} from={from} tokens={[concept, parent]} />
        ))}
      </ul>
    </article>
  );
}

function Reason({ from, tokens }: { from: Provenance; tokens: readonly string[] }) {
  const { t } = useTranslation();
  const { sentence, client, role, at, source, conversation } = from;
  return (
    <li className={styles.reason}>
      {sentence === null ? (
        <p className="quiet">{t('concepts.why.none')}</p>
      ) : (
        <MarkedSentence sentence={sentence} tokens={tokens} />
      )}
      <p className={styles.said}>
        <SourceChip source={source} /> {t('concepts.why.by', { client: client ?? t('concepts.why.nobody') })}
        {role === null ? '' : ` ${t('concepts.why.role', { role })}`} · {formatFull(at)}
      </p>
      {conversation === null ? null : <InTraffic conversation={conversation} />}
    </li>
  );
}

/** A way to the conversation, while Traffic has it. */
function InTraffic({ conversation }: { conversation: string }) {
  const { t } = useTranslation();
  const [kept, setKept] = useState<boolean | null>(null);
  useEffect(() => {
    let isLatest = true;
    api.traffic
      .list({ conversation, limit: 1 })
      .then(({ total }) => {
        if (isLatest) setKept(total > 0);
      })
      // Whether it is kept is a convenience: without an answer there is no link.
      .catch(() => undefined);
    return () => {
      isLatest = false;
    };
  }, [conversation]);
  if (kept === null) return null;
  if (!kept) return <p className={styles.said}>{t('concepts.why.trafficGone')}</p>;
  return (
    <p className={styles.said}>
      <a href={formatRoute('traffic', null, { conversation })}>{t('concepts.why.traffic')}</a>
    </p>
  );
}
