// Plans a command that is not proven to only read: the card with the exact words, and what runs it. For `run_command` and `docker` exec. That a
// command ended well proves nothing of the world, and is not called a proof. Source: agent, Tools (run_command), Command policy.
import { AppError } from '../../../shared/model/envelope.ts';
import type { Resource } from '../../../shared/model/resource.ts';
import { KIND_WORDS } from '../../../shared/resource-words.ts';
import { changedFile, type Planned } from '../../infra/approvals/planned.ts';
import { endlessIn } from '../../infra/command/classify.ts';
import { asksOutside } from '../../infra/command/outward.ts';
import type { CommandResult } from '../../infra/executor.ts';
import { runRead } from '../../infra/executors/confined/run-read.ts';
import type { HandsParts } from '../hands/parts.ts';
import type { CallContext } from '../tools/tool.ts';
import { judged, readPlace, runsAs } from './commands.ts';
import { type Place, placeOf } from './place.ts';
import { asItWas, planResource } from './plan-action.ts';
import { readExecutedFiles } from './read-executed-files.ts';

/** What takes longer than a call is a task. */
const CALL_S = 50;
export const OUTPUT_BYTES = 256 * 1024;
const TRY_MS = 20_000;
const TRY_BYTES = 4096;

export interface CommandAsked {
  readonly tool: string;
  readonly resource: Resource;
  readonly command: string;
  readonly timeoutS: number;
  /** The whole call's, parsed. */
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** @throws AppError POLICY_BLOCKED, INVALID_INPUT for what only reads or never ends, ACTION_NOT_ALLOWED */
export async function planCommand(asked: CommandAsked, context: CallContext): Promise<Planned> {
  const { parts, signal } = context;
  const { tool, resource, command, timeoutS } = asked;
  const place = await placeOf(resource, parts);
  const refusedInside = await triedInside(command, place, parts, signal);
  const { risk, riskReason, reads } = judged(command, place, parts, false);
  refuseEndless(command);
  const { argv, literal } = runsAs(command);
  let ended: CommandResult | null = null;
  let changed: string | null = null;
  // Last: what is looked at here is looked at once more right before the command starts.
  const files = await readExecutedFiles(command, place, context);
  return {
    arguments: asked.arguments,
    plan: {
      ...{ tool, verb: 'Run a command on', action: null },
      resource: planResource(resource, parts),
      ...{ path: place.path, runs: command, argv: literal && [...literal], risk, because: riskReason },
      description: `Run a command on the ${KIND_WORDS[resource.kind]} ${resource.name}`,
      preview:
        reads === 'secrets'
          ? { kind: 'text', text: 'It reads secrets: what it says is neither shown nor kept.' }
          : refusedInside,
      evidence: 'verified',
      undo: null,
      takeBack: null,
      files,
      preconditions: [asItWas(resource)],
      long: timeoutS > CALL_S,
    },
    async perform({ signal }) {
      const limits = { timeoutMs: timeoutS * 1000, maxOutputBytes: OUTPUT_BYTES, writes: true };
      try {
        ended = await place.executor.run({ argv, ...limits }, signal);
        const after = await readExecutedFiles(command, place, { ...context, signal }).catch(() => files);
        changed = changedFile({ files }, { files: after });
      } finally {
        parts.known.changed(resource.id);
      }
      if (ended.exitCode === null)
        throw new AppError('EXECUTION_FAILED', 'A signal ended it; what it had done by then stands.');
      return {
        summary: `it ended with exit code ${ended.exitCode}`,
        exitCode: ended.exitCode,
        output: reads === 'secrets' ? withheld(ended) : printed(ended),
      };
    },
    async verify() {
      const exit = ended?.exitCode ?? null;
      if (changed !== null)
        return { ok: null, evidence: `${changed} since the command started: it may have run other content` };
      if (exit === 0) return { ok: null, evidence: 'that it ended well says nothing of what it did' };
      if (exit === null) return { ok: null, evidence: 'how it ended is not known; nothing was looked at' };
      return { ok: false, evidence: 'it did not end well; what it had done by then stands' };
    },
  };
}

/**
 * What could run as a read is tried in the sandbox, where it has no effect: what ends well there needs no approval. A read that asks outside the own
 * network is the one that may: `read` refuses it once words of others were read (gates/secrets.ts).
 * @returns what kept it from running as a read, for the card; null for what was not tried
 * @throws AppError INVALID_INPUT for what only reads
 */
async function triedInside(
  command: string,
  place: Place,
  parts: HandsParts,
  signal: AbortSignal,
): Promise<Planned['plan']['preview']> {
  const { plan, intent } = judged(command, place, parts);
  if (plan === null) return null;
  if (intent.proof === 'table') {
    const outside = asksOutside(command);
    if (outside === null) throw onlyReads(command);
    return { kind: 'text', text: `It changes nothing here, and sends its words outside: ${outside}.` };
  }
  const limits = { timeoutMs: TRY_MS, maxOutputBytes: TRY_BYTES };
  const { exitCode, stderr } = await runRead(plan, readPlace(place, parts), limits, signal);
  if (exitCode === 0) throw onlyReads(command);
  const said = parts.redact(stderr.trim().slice(0, 500));
  return {
    kind: 'text',
    text: `In the sandbox it ended with exit code ${exitCode ?? 'none'}. ${said}`.trim(),
  };
}

/** A secret by itself, without its name, looks like any word: nothing of it is kept or told. */
const withheld = ({ stdout, stderr, dropped }: CommandResult): string =>
  `[${stdout.length + stderr.length + dropped} characters, not shown: it reads secrets]`;

/** What it said, errors last. */
function printed({ stdout, stderr, dropped }: CommandResult): string {
  const cut = dropped === 0 ? '' : `\n[${dropped} bytes more are not kept]`;
  const errors = stderr === '' ? '' : `${stdout === '' ? '' : '\n'}${stderr}`;
  return `${stdout}${errors}${cut}`;
}

/** Nobody learns to approve what needs no approval. */
function onlyReads(command: string): AppError {
  return new AppError('INVALID_INPUT', 'That only reads, and needs no approval: use read.', {
    field: 'command',
    recovery_hint: `Use read with action run and the command: ${command}`,
    auto_recoverable: true,
  });
}

function refuseEndless(command: string): void {
  const endless = endlessIn(command);
  if (endless === null) return;
  const { reason, rewrite } = endless;
  throw new AppError(
    'INVALID_INPUT',
    `It would never end: ${reason}.${rewrite === null ? '' : ` Use: ${rewrite}`}`,
    {
      field: 'command',
      recovery_hint: rewrite === null ? 'Bound it: so many lines, or once.' : `Use: ${rewrite}`,
      auto_recoverable: rewrite !== null,
    },
  );
}
