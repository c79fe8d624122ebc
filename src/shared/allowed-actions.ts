// The names of what the assistant may do without being asked, as the operator writes them: `docker_container.restart, run_command`. Whether such an
// action is there is not known here. Read by model/settings.ts and by whoever lets an autonomous run act.
import * as z from 'zod';

const MOST_NAMES = 50;
/** A kind and an action, or a tool. */
const NAME = /^[a-z][a-z0-9_]{0,39}(?:\.[a-z][a-z0-9_]{0,39})?$/;

/** Each once, in the order they are written. Names that are none are in it too; the setting takes none of those. */
export const allowedActions = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
];

/** Empty: nothing. */
export const AllowedActions = z
  .string()
  .trim()
  .max(2000)
  .superRefine((text, context) => {
    const names = allowedActions(text);
    const wrong = names.find((name) => !NAME.test(name));
    if (wrong !== undefined) {
      const message = `names such as docker_container.restart, with commas between them; "${wrong.slice(0, 80)}" is none`;
      context.addIssue({ code: 'custom', message });
    } else if (names.length > MOST_NAMES)
      context.addIssue({ code: 'custom', message: `at most ${MOST_NAMES} names` });
  })
  .default('');
