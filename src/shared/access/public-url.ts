// The address under which other devices reach the console: an origin, because every path of the console is absolute. Read by model/settings.ts.
import * as z from 'zod';

function publicUrlProblem(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return 'an http or https address';
  if (url.username || url.password) return 'an address without a user name or password';
  if (url.pathname !== '/' || url.search || url.hash)
    return 'an address without a path: https://console.example.org';
  return null;
}

/** Kept as an origin, without the last slash. Empty: there is none. */
export const PublicUrl = z
  .string()
  .trim()
  .max(500)
  .superRefine((text, context) => {
    const problem = text === '' ? null : publicUrlProblem(text);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  })
  .transform((text) => (URL.canParse(text) ? new URL(text).origin : text))
  .default('');
