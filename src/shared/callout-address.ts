// Where a waiting approval may call out to: an address without anything that would be a secret, and names of environment variables that are there
// for nothing else, so that no other variable can be sent anywhere. Read by model/settings.ts.
import * as z from 'zod';

/** Why nothing is called out to there, as a sentence; null when it may be. */
function addressProblem(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return 'an http or https address';
  if (url.username || url.password) return 'an address without a user name or password';
  if (url.search || url.hash) return 'an address without a query or fragment: those often hold a secret';
  return null;
}

/** Empty: nothing is called out there. */
export const CalloutAddress = z
  .string()
  .trim()
  .max(2000)
  .superRefine((text, context) => {
    const problem = text === '' ? null : addressProblem(text);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  })
  .default('');

/** The name of an environment variable. @param usual its name where nobody says another */
export const CalloutVariable = (usual: string) =>
  z
    .string()
    .regex(
      /^FESTINGER_CALLOUT_[A-Z0-9_]{1,60}$/,
      'the name of an environment variable that begins with FESTINGER_CALLOUT_',
    )
    .default(usual);
