// An upstream as it stands in the form, all as text, and what of it goes to the core: checked here only for what a person mistypes, since the core checks
// it by its own schema. Pure.
import { upstreamAddress } from '../../../../../shared/access/upstream-url.ts';
import type { ChangedUpstream, NewUpstream } from './upstreams-store.ts';

export interface HeaderDraft {
  readonly key: string;
  readonly name: string;
  readonly value: string;
}

export interface UpstreamDraft {
  readonly name: string;
  readonly url: string;
  readonly weight: string;
  readonly slots: string;
  readonly headers: readonly HeaderDraft[];
  /** The stored ones go; false: they stay as they are. */
  readonly replacesHeaders: boolean;
}

export interface Stored {
  readonly name: string;
  readonly url: string;
  readonly weight: number;
  readonly slots: number | null;
  readonly headerNames: readonly string[];
  readonly revision: number;
}

export const draftOf = (stored: Stored | null): UpstreamDraft => ({
  name: stored?.name ?? '',
  url: stored?.url ?? '',
  weight: stored === null || stored.weight === 1 ? '' : String(stored.weight),
  slots: stored?.slots == null ? '' : String(stored.slots),
  headers: [],
  replacesHeaders: stored === null,
});

export type Wrong = 'name' | 'url' | 'weight' | 'slots' | 'headers';

/** `lab:11434` is what people type. What is no address stays as it is. */
export const addressOf = (text: string): string => upstreamAddress(text) ?? text.trim();

export const sameAddress = (a: string, b: string): boolean => addressOf(a) === addressOf(b);

/** Undefined for text that is none. */
function numberOf(text: string, whole: boolean): number | null | undefined {
  if (text.trim() === '') return null;
  const value = Number(text.trim().replace(',', '.'));
  return Number.isFinite(value) && value > 0 && (!whole || Number.isInteger(value)) ? value : undefined;
}

function headersOf({ headers }: UpstreamDraft): Record<string, string> | undefined {
  const given: Record<string, string> = {};
  for (const { name, value } of headers) {
    const trimmed = name.trim();
    if (trimmed === '' && value === '') continue;
    if (!/^[\w-]+$/.test(trimmed) || value === '') return undefined;
    given[trimmed] = value;
  }
  return given;
}

/** What fits of it, or the first field that does not. */
function readDraft(draft: UpstreamDraft) {
  const weight = numberOf(draft.weight, false);
  const slots = numberOf(draft.slots, true);
  const headers = headersOf(draft);
  const url = addressOf(draft.url);
  if (!/^[\w.-]{1,64}$/.test(draft.name.trim())) return { wrong: 'name' as const };
  if (!URL.canParse(url)) return { wrong: 'url' as const };
  if (weight === undefined) return { wrong: 'weight' as const };
  if (slots === undefined) return { wrong: 'slots' as const };
  if (headers === undefined) return { wrong: 'headers' as const };
  return { name: draft.name.trim(), url, weight: weight ?? 1, slots, headers };
}

export function newOf(draft: UpstreamDraft): { readonly given: NewUpstream } | { readonly wrong: Wrong } {
  const read = readDraft(draft);
  return 'wrong' in read ? { wrong: read.wrong ?? 'name' } : { given: read };
}

export function changeOf(
  draft: UpstreamDraft,
  stored: Stored,
): { readonly given: ChangedUpstream } | { readonly wrong: Wrong } {
  const read = readDraft({ ...draft, name: stored.name });
  if ('wrong' in read) return { wrong: read.wrong ?? 'url' };
  const { headers, ...rest } = read;
  return {
    given: {
      ...rest,
      ...(draft.replacesHeaders ? { headers } : {}),
      expectedVersion: stored.revision,
    },
  };
}

/** What is tried before it is saved; the stored headers are sent where they are not replaced. */
export function trialOf(draft: UpstreamDraft, stored: Stored | null) {
  const url = addressOf(draft.url);
  const headers = headersOf(draft);
  if (!URL.canParse(url)) return { wrong: 'url' as const };
  if (headers === undefined) return { wrong: 'headers' as const };
  return {
    asked: {
      url,
      ...(draft.replacesHeaders ? { headers } : {}),
      ...(stored ? { name: stored.name } : {}),
    },
  };
}
