// Overview's and Settings' calls, and those of the first run.
import { AppError } from '../../shared/model/envelope.ts';
import { SETTING_KEYS, type SettingKey } from '../../shared/model/settings.ts';
import { states } from '../streams/newest-states.ts';
import { api } from './base.ts';

export const system = {
  beat: api.system.beat.handler(({ context }) => ({ version: context.services.version })),
  status: api.system.status.handler(({ context }) => context.services.status.current()),
  watch: api.system.watch.handler(({ context: { services }, signal }) =>
    states(
      { state: () => services.status.current(), watch: (listener) => services.status.watch(listener) },
      signal,
    ),
  ),
  series: api.system.series.handler(({ input, context }) => context.services.status.series(input.range)),
  settings: api.system.settings.handler(({ context }) => context.services.settings.rows()),
  setSetting: api.system.setSetting.handler(({ input, context }) =>
    context.services.settings.set(settingKey(input.key), input.value),
  ),
  previewSettings: api.system.previewSettings.handler(({ input, context: { services, caller } }) => {
    const changes = caller.door === 'http' ? ofQuery(input.changes) : input.changes;
    return services.previewSettings(changes, input.limit);
  }),
  sessionLink: api.system.sessionLink.handler(({ context }) => ({ url: context.services.sessionLink() })),
  testPrompt: api.system.testPrompt.handler(({ input, context }) => context.services.testPrompt(input)),
};

/** The first run, and the end of the demo. */
export const start = {
  look: api.start.look.handler(({ context }) => context.services.firstRun.look()),
  set: api.start.set.handler(async ({ input, context: { services } }) => {
    await services.firstRun.set(input);
    return services.firstRun.look();
  }),
  removeDemo: api.start.removeDemo.handler(({ context: { services, caller } }) =>
    services.removeDemo(caller.actor),
  ),
};

/** Values of a query are texts: JSON where they are, or themselves. */
function ofQuery(changes: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(changes).map(([key, value]) => [key, jsonOr(value)]));
}

function jsonOr(value: unknown): unknown {
  try {
    return JSON.parse(String(value));
  } catch {
    return value;
  }
}

function settingKey(key: string): SettingKey {
  if ((SETTING_KEYS as string[]).includes(key)) return key as SettingKey;
  throw new AppError(
    'INVALID_INPUT',
    `There is no setting "${key.slice(0, 100)}". Known: ${SETTING_KEYS.join(', ')}.`,
  );
}
