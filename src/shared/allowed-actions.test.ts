// What the operator allows by name is read as it was written, and what is no name is refused, not left out.
import { expect, it } from 'vitest';
import { AllowedActions, allowedActions } from './allowed-actions.ts';

it('reads names with commas between them, each once', () => {
  expect(allowedActions(' docker_container.restart ,run_command,, docker_container.restart')).toEqual([
    'docker_container.restart',
    'run_command',
  ]);
  expect(allowedActions('')).toEqual([]);
});

it.each(['', 'run_command', 'service.restart, model.pull', 'vm.start,'])('takes "%s"', (text) => {
  expect(AllowedActions.safeParse(text).success).toBe(true);
});

it.each(['*', 'docker_container.*', 'a.b.c', 'Restart', 'service restart', 'a;b', '.restart'])(
  'refuses "%s", and says which it was',
  (text) => {
    const found = AllowedActions.safeParse(`run_command, ${text}`);
    expect(found.error?.issues[0]?.message).toContain(`"${text}"`);
  },
);

it('refuses more names than anybody reads', () => {
  const names = (count: number) => Array.from({ length: count }, (_, at) => `kind.action_${at}`).join(',');
  expect(AllowedActions.safeParse(names(50)).success).toBe(true);
  expect(AllowedActions.safeParse(names(51)).success).toBe(false);
});
