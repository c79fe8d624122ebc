// `festinger advise TASK KEY`: a brief by the running Festinger, as text or JSON; waits while it is made, and with `--timeout 0` only looks whether it is there.
// Called by main.ts. Source: advisory, Profiles.
import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError, type Envelope } from '../../shared/model/envelope.ts';
import type { Brief, BriefAnswer } from '../../shared/model/evidence/brief.ts';
import { noteText, unescaped } from '../advisory/brief/brief-sections.ts';
import type { AdviseAction } from './advise-arguments.ts';
import type { RunningSite } from './operator-call.ts';
import { answerText, openRunning, operatorHeaders, type Sink } from './running.ts';

export type AdviseCommand = RunningSite & { readonly json: boolean } & AdviseAction;

const EXIT = { brief: 0, failed: 1, blocked: 2, queued: 3 } as const;
/** How often it is looked for, milliseconds: soon at first, for what needs no model. */
const FIRST_LOOK_MS = 50;
const LONGEST_LOOK_MS = 1000;

interface Answer {
  readonly status: number;
  readonly location: string | undefined;
  readonly body: Envelope<Brief & { readonly job_id?: string }>;
}

/** @returns 0 for a brief, 2 for one that is refused, 3 for one that is not there yet, 1 else. @throws AppError when nothing answers */
export async function advise(command: AdviseCommand, out: Sink, err: Sink): Promise<number> {
  if (command.timeout === 0) return look(command, out, err);
  const until = Date.now() + command.timeout * 1000;
  let answer = await post(command);
  const wasQueued = answer.status === 202;
  for (
    let ms = FIRST_LOOK_MS;
    answer.status === 202 && Date.now() < until;
    ms = Math.min(2 * ms, LONGEST_LOOK_MS)
  ) {
    const { location } = answer;
    if (location === undefined)
      throw new AppError('UNAVAILABLE', `What answers at ${command.url} is not Festinger.`);
    await wait(Math.min(ms, Math.max(0, until - Date.now())));
    answer = await get(command, location);
  }
  if (wasQueued && answer.status === 404) return cancelled(command, answer, out, err);
  return tell(command, answer, out, err);
}

/** Somebody else cancelled it, on the screen or over HTTP: it is as if nobody had asked. */
function cancelled({ json }: AdviseCommand, { body }: Answer, out: Sink, err: Sink): number {
  if (json) out.write(`${JSON.stringify(body)}\n`);
  err.write('It was cancelled while it was made, and nothing of it is kept. The same command asks again.\n');
  return EXIT.queued;
}

async function post(command: AdviseCommand): Promise<Answer> {
  const { task, key, artifact, policy, profile, refresh } = command;
  const body = JSON.stringify({
    advisoryKey: key,
    ...(artifact === undefined ? {} : { artifactId: artifact }),
    ...(policy === undefined ? {} : { policyVersion: policy }),
    ...(profile === undefined ? {} : { profile }),
    ...(refresh ? { forceRefresh: true } : {}),
  });
  const headers = { ...operatorHeaders(command.dataDir), 'content-type': 'application/json' };
  const path = `/api/v1/advisory/${task}${queryOf({ project: command.project })}`;
  return read(command, await openRunning(command.url, path, { method: 'POST', headers, body }));
}

async function get(command: AdviseCommand, path: string): Promise<Answer> {
  return read(command, await openRunning(command.url, path, { headers: operatorHeaders(command.dataDir) }));
}

async function read({ url }: AdviseCommand, answer: IncomingMessage): Promise<Answer> {
  const text = await answerText(url, answer);
  const { statusCode: status = 0, headers } = answer;
  try {
    return { status, location: headers.location, body: JSON.parse(text) as Answer['body'] };
  } catch {
    throw new AppError('UNAVAILABLE', `What answers at ${url} is not Festinger (HTTP ${status}).`);
  }
}

/** Only whether it is there: nothing is made. */
async function look(command: AdviseCommand, out: Sink, err: Sink): Promise<number> {
  const { task, key, artifact, policy, profile, project } = command;
  const query = queryOf({
    project,
    task,
    advisoryKey: key,
    artifactId: artifact,
    policyVersion: policy,
    profile,
  });
  const found = (await get(command, `/api/console/briefs-find${query}`)) as unknown as {
    readonly body: Envelope<BriefAnswer>;
  };
  if (!found.body.ok) return refused(found.body.error.code, found.body.error.message, err);
  const { data } = found.body;
  switch (data.state) {
    case 'there':
    case 'refused': {
      const path = `/api/v1/advisory/outputs/${data.cacheKey}${queryOf({ project, revision: String(data.revision) })}`;
      return tell(command, await get(command, path), out, err);
    }
    case 'queued':
    case 'absent':
      err.write(
        data.state === 'queued' ? 'It is being made.\n' : 'It is not there, and nothing was asked for.\n',
      );
      return EXIT.queued;
    case 'failed':
      return refused(data.reason, data.message, err);
  }
}

function tell({ json }: AdviseCommand, { status, body }: Answer, out: Sink, err: Sink): number {
  if (!body.ok) {
    if (json) out.write(`${JSON.stringify(body)}\n`);
    const isBlocked = body.error.details?.guardrail_blocked === true;
    refused(body.error.code, body.error.message, err);
    return isBlocked ? EXIT.blocked : EXIT.failed;
  }
  const { data } = body;
  if (json) out.write(`${JSON.stringify(data)}\n`);
  if (status === 202) {
    err.write(`It is being made (job ${data.job_id}); the same command looks again.\n`);
    return EXIT.queued;
  }
  if (!json) out.write(pageOf(data));
  return EXIT.brief;
}

function refused(code: string, message: string, err: Sink): number {
  err.write(`${code}: ${message}\n`);
  return EXIT.failed;
}

/** As people read it in a terminal: markdown, with who made it at the end. */
function pageOf(brief: Brief): string {
  const { sections, inference, advisory_key, task, profile, revision, output_hash, generated_at } = brief;
  const by =
    inference.model_id !== undefined
      ? `Written with ${inference.model_id}`
      : `Written without a model${inference.fallback_reason === undefined ? '' : ` (${inference.fallback_reason})`}`;
  return [
    `# ${advisory_key}: ${task}`,
    '',
    unescaped(noteText(sections)),
    `${by}, profile ${profile}, revision ${revision}, ${generated_at}`,
    `sha256 ${output_hash}`,
    '',
  ].join('\n');
}

function queryOf(values: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString();
  return query === '' ? '' : `?${query}`;
}
