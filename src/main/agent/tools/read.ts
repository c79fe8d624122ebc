// `read`: a command that is proven to only read, a text file, its end, or a log. Changes nothing: what is not proven is refused, and said how else it
// may be had. Source: agent, Tools (read), Command policy.
import * as z from 'zod';
import { AppError } from '../../../shared/model/envelope.ts';
import { ResourceReference } from '../../../shared/model/resource.ts';
import { PROOF_TEXT } from '../../../shared/resource-words.ts';
import { runRead } from '../../infra/executors/confined/run-read.ts';
import { readTail } from '../../infra/executors/file-tail.ts';
import { readPlace, requireRead } from '../plans/commands.ts';
import { readText, refuseUnreadable, withoutHalfKey } from '../plans/files.ts';
import { logOf } from '../plans/kind-tool.ts';
import { type Place, placeOf } from '../plans/place.ts';
import { about, hashed, idIn, short, under } from './facts.ts';
import { type CallContext, readTool, requireResource, type ToolData } from './tool.ts';

const RUN_MS = 30_000;
const OUTPUT_BYTES = 256 * 1024;

const Arguments = z.strictObject({
  action: z
    .enum(['run', 'file', 'tail', 'logs'])
    .describe(
      'run: a command that only reads. file: a text file. tail: its last lines. logs: the log of the resource.',
    ),
  resource: ResourceReference.describe(
    'Where: a machine, container or guest as `query` lists it; for logs whatever has one.',
  ),
  command: z
    .string()
    .min(1)
    .max(4000)
    .optional()
    .describe(
      'For run: a command line; pipes between programs that only read are fine, anything that may write is refused.',
    ),
  path: z.string().min(1).max(4096).optional().describe('For file and tail: the whole path, from /.'),
  lines: z
    .number()
    .int()
    .min(1)
    .max(5000)
    .default(200)
    .describe('For tail and logs: how many, from the end.'),
  container: z.string().min(1).max(200).optional().describe('For the log of a pod with several containers.'),
});
type Arguments = z.output<typeof Arguments>;

export const read = readTool({
  name: 'read',
  description:
    'Runs a command that only reads, reads a text file or its end, or shows a log. Nothing is changed; commands that never end (tail -f, top) and files that hold secrets are refused.',
  schema: Arguments,
  kind: 'read',
  permission: 'anyone',
  category: 'exec',
  target: ({ resource }) => resource,
  facts(args, data) {
    const id = idIn(data);
    const said = data.stdout ?? data.text;
    return id === null
      ? []
      : keysOf(args, id).map((key) => {
          const exit = args.action === 'run' ? `exit ${data.exit_code}: ` : '';
          return { category: 'exec', key, value: short(`${exit}${said}`) };
        });
  },
  predictKeys: (args) => keysOf(args, args.resource),
  async proveRead({ action, command }, context) {
    if (action !== 'run' || command === undefined) return;
    requireRead(command, await placeOf(requireResource(context), context.parts), context.parts);
  },
  run: (args, context) => ANSWERS[args.action](args, context),
});

/** The end of a file and a log are looked at each time. */
function keysOf({ action, command, path }: Arguments, id: string): string[] {
  if (action === 'run') return under(id, `exec:${hashed(command ?? '')}`);
  return action === 'file' ? under(id, `file:${hashed(path ?? '')}`) : [];
}

const ANSWERS: Readonly<
  Record<Arguments['action'], (args: Arguments, context: CallContext) => Promise<ToolData>>
> = {
  async run({ command }, context) {
    if (command === undefined) throw lacks('run', 'command');
    const resource = requireResource(context);
    const place = await placeOf(resource, context.parts);
    const { plan, proof } = requireRead(command, place, context.parts);
    const came = await runRead(
      plan,
      readPlace(place, context.parts),
      { timeoutMs: RUN_MS, maxOutputBytes: OUTPUT_BYTES },
      context.signal,
    );
    return {
      ...{ resource: about(resource), command, confinement: PROOF_TEXT[proof], exit_code: came.exitCode },
      ...{ stdout: withoutHalfKey(came.stdout), stderr: withoutHalfKey(came.stderr) },
      ...(came.dropped > 0 ? { dropped_bytes: came.dropped } : {}),
    };
  },
  async file({ path }, context) {
    if (path === undefined) throw lacks('file', 'path');
    const resource = requireResource(context);
    const place = await placeOf(resource, context.parts);
    try {
      const { text, size } = await readText(path, place, context);
      return { resource: about(resource), path, size, text };
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'PAYLOAD_TOO_LARGE') throw error;
      return {
        resource: about(resource),
        path,
        cut: `${error.message}: this is its end`,
        text: await endOf(path, place, context),
      };
    }
  },
  async tail({ path, lines }, context) {
    if (path === undefined) throw lacks('tail', 'path');
    const resource = requireResource(context);
    const place = await placeOf(resource, context.parts);
    return { resource: about(resource), path, text: lastLines(await endOf(path, place, context), lines) };
  },
  logs: ({ lines, container }, context) => logOf(requireResource(context), { lines, container }, context),
};

async function endOf(path: string, place: Place, context: CallContext): Promise<string> {
  refuseUnreadable(path, place, context);
  return withoutHalfKey(await readTail(place.executor, path, OUTPUT_BYTES, context.signal));
}

function lastLines(text: string, lines: number): string {
  let at = text.endsWith('\n') ? text.length - 1 : text.length;
  for (let n = 0; n < lines && at > 0; n++) at = text.lastIndexOf('\n', at - 1);
  return text.slice(at + 1);
}

const lacks = (action: string, field: string): AppError =>
  new AppError('INVALID_INPUT', `${action} takes a \`${field}\`.`, { field });
