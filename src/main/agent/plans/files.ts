// Which files tools may read and edit, by their whole names; and a file's text for whoever asks. What a name leads to elsewhere is refused by the
// executors, so that what is judged is what is opened. Source: agent, Tools (read, file_edit), Intent classification (Secrets).
import { AppError } from '../../../shared/model/envelope.ts';
import type { Risk } from '../../../shared/model/resource.ts';
import { textOf } from '../../infra/files/plan-edit.ts';
import type { CallContext } from '../tools/tool.ts';
import { ownFile } from './commands.ts';
import type { Place } from './place.ts';

export const MAX_FILE_BYTES = 1_000_000;

/** Never edited, whatever is approved: who may log in and become whom has programs of its own, and the kernel's files are no files. */
const NEVER_EDITED =
  /^\/(etc\/(g?shadow-?|passwd-?|group-?|sudoers|sudoers\.d\/.*)|(proc|sys|dev|boot)\/.*)$/;

/** What a wrong line of locks people out of, or runs as root. */
const RISKY =
  /^\/(etc\/(ssh|pam\.d|systemd|cron[^/]*|init\.d|fstab|ld\.so\.[^/]*|profile|network|netplan|pve)(\/|$)|lib\/|usr\/|(s?bin)\/)|\/\.ssh\/|\/\.(bash|z|pro)[a-z_]*(rc|file)$/;

/** @throws AppError POLICY_BLOCKED, READ_ONLY_VIOLATION for what holds secrets */
export function refuseUnreadable(path: string, place: Place, { parts }: Pick<CallContext, 'parts'>): void {
  if (place.onOwnHost && parts.ownFiles.holds(path)) throw ownFile();
  if (!parts.isHidden(path)) return;
  const hint =
    'It holds secrets. run_command can use them once the operator has said yes; what it says is not shown.';
  throw new AppError('READ_ONLY_VIOLATION', `${path} is not read here. ${hint}`, {
    phase: 'secrets',
    recovery_hint: hint,
  });
}

/** @throws AppError POLICY_BLOCKED */
export function refuseUneditable(path: string, place: Place, { parts }: Pick<CallContext, 'parts'>): void {
  if (place.onOwnHost && parts.ownFiles.holds(path)) throw ownFile();
  const refused = (why: string) =>
    new AppError('POLICY_BLOCKED', `${path} is not edited here, whatever is approved: ${why}.`, {
      rule: 'protected_file',
    });
  if (NEVER_EDITED.test(path))
    throw refused('who may log in, and what the kernel shows, have programs of their own');
  // What changes could not be shown to whoever approves it, nor to whoever asked.
  if (parts.isHidden(path)) throw refused('it holds secrets, so that what changes could not be shown');
}

export function riskOfEdit(path: string): { readonly risk: Risk; readonly because: string } {
  return RISKY.test(path)
    ? { risk: 'high', because: 'a wrong line in it locks people out, or runs as root' }
    : { risk: 'medium', because: 'what reads the file may do something else' };
}

/** @throws AppError NOT_FOUND, NOT_ALLOWED, PAYLOAD_TOO_LARGE, POLICY_BLOCKED, READ_ONLY_VIOLATION */
export async function readText(path: string, place: Place, context: CallContext) {
  refuseUnreadable(path, place, context);
  const content = await place.executor.readFile(path, MAX_FILE_BYTES, context.signal);
  return { text: textOf(path, content), size: content.size, digest: content.digest };
}

const KEY_END = /^-----END [A-Z ]{0,40}PRIVATE KEY-----/m;

/** Without what a cut left of a private key: its beginning, which tells one, stands before the cut. */
export function withoutHalfKey(text: string): string {
  const end = KEY_END.exec(text);
  if (end === null) return text;
  const begin = text.indexOf('-----BEGIN');
  return begin >= 0 && begin < end.index
    ? text
    : `[the end of a private key]\n${text.slice(end.index + end[0].length)}`;
}
