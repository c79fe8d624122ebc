// The parts of Settings, as the route remembers them.
export const SETTINGS_TABS = [
  'look',
  'recollection',
  'models',
  'clients',
  'notifications',
  'data',
  'all',
] as const;
export type SettingsTab = (typeof SETTINGS_TABS)[number];

/** The part a route asks for; the first one otherwise. */
export function tabOf(query: Readonly<Record<string, string>>): SettingsTab {
  return SETTINGS_TABS.find((tab) => tab === query.tab) ?? 'look';
}
