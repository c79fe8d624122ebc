// One recalled line as a link to its concept; resting on it (pointer or focus) shows the sentences it came from.
// Reads the concept once per hover and remembers it for the life of the drawer.
import { type ReactNode, useState } from 'react';
import { Link, Tooltip, TooltipTrigger } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { Edge } from '../../../../shared/model/graph.ts';
import type { RecalledLine } from '../../../../shared/model/traffic.ts';
import { api } from '../../session/client.ts';
import { DimensionMark, EdgeStroke, SourceChip, Token } from '../../session/marks.tsx';
import { formatRoute } from '../../session/router.ts';
import { cx } from '../../ui/cx.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import styles from './detail.module.css';

interface LineSourceProps {
  readonly recalled: RecalledLine;
  readonly project: string;
  readonly children: ReactNode;
}

export function LineSource({ recalled, project, children }: LineSourceProps) {
  const { t } = useTranslation();
  const [edges, setEdges] = useState<readonly Edge[] | null>(null);
  async function read(): Promise<void> {
    if (edges !== null || recalled.edgeIds.length === 0) return;
    const answer = await api.concepts.get({ project, token: recalled.concept }).catch(() => null);
    setEdges(answer?.edges.filter((edge) => recalled.edgeIds.includes(edge.edgeId)) ?? []);
  }
  return (
    <TooltipTrigger delay={250} closeDelay={80} onOpenChange={(open) => (open ? void read() : undefined)}>
      <Link
        className={cx(styles.line)}
        href={formatRoute('concepts', recalled.concept, { edge: recalled.edgeIds.join(',') })}
        aria-label={`${t('traffic.detail.lineOpen', { concept: recalled.concept })}: ${recalled.line}`}
      >
        {children}
      </Link>
      <Tooltip className={cx(styles.card)} placement="bottom start" offset={4}>
        {recalled.kind === 'zero_hit' ? <p>{t('traffic.detail.zeroHit')}</p> : null}
        {(edges ?? []).map((edge) => (
          <EdgeSource key={edge.edgeId} edge={edge} />
        ))}
        {recalled.kind === 'edges' && edges === null ? <p className="muted">{t('state.loading')}</p> : null}
      </Tooltip>
    </TooltipTrigger>
  );
}

function EdgeSource({ edge }: { edge: Edge }) {
  const { t } = useTranslation();
  const sentence = edge.provenance[0]?.sentence;
  return (
    <div className={styles.source}>
      <p className={styles.sourceHead}>
        <EdgeStroke isIsa={edge.isIsa} confidence={edge.confidence} contested={edge.contested} />
        <DimensionMark name={edge.dimension} contested={edge.contested} />
        <Token token={edge.parent} plain />
        <SourceChip source={edge.source} />
        <span className={styles.age}>
          <TimeAgo at={edge.lastConfirmed} />
        </span>
      </p>
      {sentence ? <q>{sentence}</q> : <p className="muted">{t('traffic.detail.noSentence')}</p>}
    </div>
  );
}
