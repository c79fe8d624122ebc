// What a shell sends instead of JSON: a text of facts, one a line, or a form. Owns how both are read and who may send them:
// a browser sends them across sites without asking first, so no page may. Pure, in linear time. Called by agent-routes.ts.
import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../../shared/model/envelope.ts';

/** Stated limits: lines of a text, empty ones and comments included; characters of a form, as they are sent. */
const MAX_LINES = 10_000;
const MAX_FORM_CHARS = 64 * 1024;
const MEMBERS = ['fact', 'until', 'ttl', 'retract', 'project'];
/** Empty pairs included, which a script may leave behind. */
const MOST_PAIRS = 16;
const FORM =
  'A form is fact=... (with until=... or ttl=...) or retract=..., and project=... if it is not the default one, each at most once.';

/**
 * The body of `POST /iknowthat` as its JSON would be, still to be checked; null when it is JSON, whatever its type says
 * (`curl -d` calls everything a form, `fetch` every string a text).
 *
 * @throws AppError FORBIDDEN_ORIGIN when a page sent it, INVALID_INPUT when it cannot be read
 */
export function plainBody(headers: IncomingHttpHeaders, text: string): Record<string, unknown> | null {
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
  const read = type === 'text/plain' ? ofText : type === 'application/x-www-form-urlencoded' ? ofForm : null;
  const trimmed = text.trim();
  if (read === null || trimmed === '' || '{["'.includes(trimmed.charAt(0))) return null;
  refusePages(headers);
  return read(trimmed);
}

function refusePages({ origin, 'sec-fetch-site': site }: IncomingHttpHeaders): void {
  const isOfBrowser =
    origin !== undefined || (site !== undefined && site !== 'none' && site !== 'same-origin');
  if (!isOfBrowser) return;
  const message =
    'A page may not send a text or a form here: send JSON, or leave out Origin and Sec-Fetch-Site.';
  throw new AppError('FORBIDDEN_ORIGIN', message);
}

function ofText(text: string): Record<string, unknown> {
  const lines = text.split('\n', MAX_LINES + 1);
  if (lines.length > MAX_LINES) {
    const message = `A text has at most ${MAX_LINES.toLocaleString('en')} lines. Nothing was written.`;
    throw new AppError('INVALID_INPUT', message, { limit: MAX_LINES });
  }
  const facts = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  return facts.length === 1 ? { fact: facts[0] } : { facts };
}

function ofForm(text: string): Record<string, unknown> {
  if (text.length > MAX_FORM_CHARS) {
    const message = `A form has at most ${MAX_FORM_CHARS.toLocaleString('en')} characters. Send JSON, or a text with a fact a line.`;
    throw new AppError('INVALID_INPUT', message, { limit: MAX_FORM_CHARS });
  }
  // Asked before the form is taken apart, which takes microseconds a pair.
  if (text.split('&', MOST_PAIRS + 1).length > MOST_PAIRS) throw new AppError('INVALID_INPUT', FORM);
  const members = [...new URLSearchParams(text)];
  const names = new Set(members.map(([name]) => name));
  if (names.size < members.length || [...names].some((name) => !MEMBERS.includes(name)))
    throw new AppError('INVALID_INPUT', FORM);
  return Object.fromEntries(members);
}
