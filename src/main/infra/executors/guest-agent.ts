// Programs in a virtual machine through its guest agent: `qm guest exec 102 … -- argv` on its node, whose answer is a JSON object
// with what the program wrote. Its form is checked; what does not fit is an error and no result. Called by open-executors.ts.
// Source: agent, What it acts on (Executors).
import * as z from 'zod';
import { AppError } from '../../../shared/model/envelope.ts';
import type { Command } from '../executor.ts';
import { BoundedOutput } from './bounded-output.ts';
import { type Inside, inDirectory } from './inner-executor.ts';

/** What `qm` itself may take beside the program. */
const MARGIN_MS = 5000;
/** The agent itself stops at 16 MB; beyond this there is no answer. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;
/** The agent takes no more at once. */
const MAX_STDIN = 65_536;

const flag = z.union([z.boolean(), z.literal(0), z.literal(1)]).transform(Boolean);

const Answer = z.object({
  exited: flag.optional(),
  exitcode: z.number().int().optional(),
  signal: z.number().int().optional(),
  pid: z.number().int().optional(),
  'out-data': z.string().optional(),
  'err-data': z.string().optional(),
  'out-truncated': flag.optional(),
  'err-truncated': flag.optional(),
});

export const inVm = (vmid: string): Inside => ({
  words: `vm ${vmid}`,
  wrap(command) {
    const { cwd: _, ...rest } = command;
    if ((command.stdin?.length ?? 0) > MAX_STDIN)
      throw new AppError('PAYLOAD_TOO_LARGE', `vm ${vmid} takes at most ${MAX_STDIN} bytes of input at once`);
    const seconds = String(Math.max(1, Math.ceil(command.timeoutMs / 1000)));
    const input = command.stdin === undefined ? [] : ['--pass-stdin', '1'];
    return {
      ...rest,
      argv: ['qm', 'guest', 'exec', vmid, '--timeout', seconds, ...input, '--', ...inDirectory(command)],
      timeoutMs: command.timeoutMs + MARGIN_MS,
      maxOutputBytes: MAX_ANSWER_BYTES,
    };
  },
  unwrap(result, command) {
    const answer = readAnswer(result.stdout);
    if (answer === null) {
      const said =
        result.dropped > 0 ? 'it wrote more than was asked for' : result.stderr.trim().slice(0, 300);
      throw new AppError('EXECUTION_FAILED', `vm ${vmid} did not run ${command.argv[0]}: ${said}`);
    }
    if (answer.exited !== true)
      throw new AppError(
        'TIMEOUT',
        `${command.argv[0]} in vm ${vmid} did not end in time and goes on there`,
        {
          pid: answer.pid,
        },
      );
    const [out, err] = [cutTo(answer['out-data'], command), cutTo(answer['err-data'], command)];
    const cut = Number(answer['out-truncated'] ?? false) + Number(answer['err-truncated'] ?? false);
    return {
      exitCode: answer.signal === undefined ? (answer.exitcode ?? null) : null,
      stdout: out.text(),
      stderr: err.text(),
      // The agent does not say how much it left off: at least a byte of each.
      dropped: out.dropped + err.dropped + cut,
      ms: result.ms,
    };
  },
});

function readAnswer(text: string): z.output<typeof Answer> | null {
  try {
    return Answer.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function cutTo(text: string | undefined, { maxOutputBytes }: Command): BoundedOutput {
  const output = new BoundedOutput(maxOutputBytes);
  output.take(Buffer.from(text ?? ''));
  return output;
}
