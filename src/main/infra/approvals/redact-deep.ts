// Takes secrets out of every text of what is kept or shown of calls, plans and results. Names of members count: what is called a password is
// one, whatever it looks like. Used by approvals and the hands.
import { showHidden } from '../../../shared/hidden-characters.ts';
import type { Plan } from '../../../shared/model/approval.ts';

export interface Redacted<T> {
  readonly value: T;
  /** Something was taken out. */
  readonly hidden: boolean;
}

type Redact = (text: string) => string;

export function redactDeep<T>(value: T, redact: Redact): Redacted<T> {
  let hidden = false;
  const visit = (one: unknown, name: string | undefined): unknown => {
    if (typeof one === 'string') {
      // Some databases keep neither NUL nor half of a pair.
      const kept = one.replaceAll('\0', '').toWellFormed();
      const clean = redactMember(name, kept, redact);
      hidden ||= clean !== kept;
      return clean;
    }
    if (Array.isArray(one)) return one.map((item) => visit(item, undefined));
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([key, member]) => [key, visit(member, key)]));
  };
  return { value: visit(value, undefined) as T, hidden };
}

function redactMember(name: string | undefined, text: string, redact: Redact): string {
  const clean = redact(text);
  if (name === undefined || clean !== text || text === '') return clean;
  const before = `${name}: `;
  const named = redact(before + text);
  return named.startsWith(before) ? named.slice(before.length) : clean;
}

/** The card without secrets, and with nothing in it that a screen would hide. Ids and digests stay: they name things, and open nothing. */
export function redactPlan(plan: Plan, redact: Redact): Plan {
  const text = (one: string) => showHidden(redact(one));
  const { verb, object, resource, runs, argv, description, files, preview, undo } = plan;
  return {
    ...plan,
    ...{ verb: text(verb), runs: text(runs), description: text(description) },
    ...(object === undefined ? {} : { object: text(object) }),
    resource: { ...resource, name: text(resource.name), place: text(resource.place) },
    argv: argv?.map(redact) ?? null,
    files: files.map((file) =>
      file.covered
        ? { ...file, path: text(file.path), text: file.text && text(file.text) }
        : { ...file, path: text(file.path) },
    ),
    preview: preview && { ...preview, text: text(preview.text) },
    undo: undo && text(undo),
  };
}
