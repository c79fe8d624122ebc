// The demo's evidence, taken in at its first start the way an upload from the page is, and its film server's list bound to the container that runs it. Only where
// nothing was taken in yet. Called by wire.ts with `--demo`, when everything else is there.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Clock } from '../../shared/model/clock.ts';
import { DEFAULT_PROJECT } from '../../shared/model/graph.ts';
import type { Evidence } from '../advisory/evidence/evidence.ts';
import type { Findings } from '../advisory/findings/findings.ts';
import type { Briefs } from '../advisory/outputs/briefs.ts';
import { advisoriesByEcosystem } from '../fixtures/evidence/advisories.ts';
import { DEMO_DECISIONS, demoEvidence } from '../fixtures/evidence/demo-evidence.ts';
import { FILM_SERVER_NAME } from '../fixtures/evidence/lists.ts';
import { JELLYFIN } from '../infra/providers/demo/things.ts';
import { keepEcosystem } from '../store/evidence/ecosystems.ts';
import type { Store } from '../store/store.ts';
import type { StoreWriter } from '../store/store-access.ts';
import { readConfig, writeConfig } from '../store/tables/config.ts';
import { BY } from './demo-sessions.ts';

const DAY_MS = 86_400_000;
export const DEMO_ORIGIN = 'the demo';
/** Which documents are the demo's: the hashes of what it brought, kept before it is taken in. */
const KEY = 'demo_documents';

export interface DemoEvidenceParts {
  readonly store: Store;
  readonly evidence: Pick<Evidence, 'uploads' | 'take' | 'documents'>;
  readonly findings: Pick<Findings, 'match' | 'state' | 'bind' | 'list' | 'decide'>;
  readonly briefs: Pick<Briefs, 'ask'>;
  readonly clock: Clock;
  readonly uuid: () => string;
}

/** @throws AppError what taking in or matching says */
export async function takeDemoEvidence({
  store,
  evidence,
  findings,
  briefs,
  clock,
  uuid,
}: DemoEvidenceParts): Promise<void> {
  const project = DEFAULT_PROJECT;
  const { total } = await evidence.documents({ project, offset: 0, limit: 1 });
  if (total > 0) return;
  const upload = uuid();
  const documents = demoEvidence(clock.now(), JELLYFIN);
  const hashes = documents.map(({ text }) => createHash('sha256').update(text).digest('hex'));
  await store.write((writer) => writeConfig(writer, KEY, JSON.stringify(hashes), clock.now()));
  for (const { name, text } of documents) await evidence.uploads.put(upload, name, Readable.from([text]));
  await evidence.take({ project, upload, origin: DEMO_ORIGIN, by: BY }).result;
  await store.write((writer) => keepDemoEcosystems(writer, clock.now()));
  await findings.match(project);
  const { products } = await findings.state(project);
  const film = products.find(({ name }) => name === FILM_SERVER_NAME);
  if (film) await findings.bind(project, film.key, JELLYFIN, BY);
  await decide(findings, clock);
  await askForBriefs(findings, briefs);
}

/** In the demo's world there are no other advisories. */
async function keepDemoEcosystems(writer: StoreWriter, now: number): Promise<void> {
  for (const [ecosystem, records] of advisoriesByEcosystem())
    await keepEcosystem(writer, DEFAULT_PROJECT, {
      ecosystem,
      source: DEMO_ORIGIN,
      complete: true,
      importedAt: now,
      dataAsOf: now - DAY_MS,
      records,
    });
}

/** The SHA-256 of every document that the demo brought to this database. */
export async function demoDocuments(store: Store): Promise<ReadonlySet<string>> {
  const hashes = JSON.parse((await readConfig(store.reader, KEY)) ?? '[]') as string[];
  return new Set(hashes);
}

/** What the demo's operator had asked for: what to do about the gravest finding, and why one is held. */
async function askForBriefs(
  findings: DemoEvidenceParts['findings'],
  briefs: DemoEvidenceParts['briefs'],
): Promise<void> {
  const project = DEFAULT_PROJECT;
  const { findings: open } = await findings.list({ project, view: 'open', offset: 0, limit: 100 });
  const wanted = [
    ['conflict', open.find(({ held, exploited }) => held && exploited === null) ?? open[0]],
    ['remediation', open[0]],
    ['summary', open[0]],
  ] as const;
  for (const [task, finding] of wanted)
    if (finding) {
      const request = {
        advisoryKey: finding.vulnerability,
        profile: 'default',
        forceRefresh: false,
      } as const;
      await briefs.ask({ project, task, request });
    }
}

/** Decides what the demo's operator had decided. */
async function decide(findings: DemoEvidenceParts['findings'], clock: Clock): Promise<void> {
  const project = DEFAULT_PROJECT;
  const { findings: all } = await findings.list({ project, view: 'all', offset: 0, limit: 100 });
  for (const { vulnerability, days, ...decision } of DEMO_DECISIONS) {
    const about = all.filter((one) => [one.vulnerability, ...one.aliases].includes(vulnerability));
    if (about.length === 0) continue;
    await findings.decide({
      ...{ project, keys: about.map(({ key }) => key), by: BY },
      ...decision,
      expiresAt: days === null ? undefined : clock.now() + days * DAY_MS,
    });
  }
}
