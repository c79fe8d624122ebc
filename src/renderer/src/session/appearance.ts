// How the console looks and listens: theme, contrast, density, rail width, single-key shortcuts. Kept in localStorage
// under one key and written to <html> as data attributes; public/boot.js does the same before the first paint.
import { create } from 'zustand';

export interface Appearance {
  readonly theme: 'system' | 'light' | 'dark';
  readonly contrast: 'system' | 'more';
  readonly density: 'compact' | 'normal' | 'roomy';
  readonly rail: 'narrow' | 'wide';
  readonly singleKeys: boolean;
}

const KEY = 'festinger.appearance';
const DEFAULTS: Appearance = {
  theme: 'system',
  contrast: 'system',
  density: 'normal',
  rail: 'narrow',
  singleKeys: true,
};

const CHOICES: { readonly [K in keyof Appearance]: readonly Appearance[K][] } = {
  theme: ['system', 'light', 'dark'],
  contrast: ['system', 'more'],
  density: ['compact', 'normal', 'roomy'],
  rail: ['narrow', 'wide'],
  singleKeys: [true, false],
};

/** Reads what was kept, taking the default for anything missing or foreign. */
export function readAppearance(text: string | null): Appearance {
  let kept: unknown = null;
  try {
    kept = JSON.parse(text ?? 'null');
  } catch {
    // A damaged store means the defaults.
  }
  const given = (typeof kept === 'object' && kept !== null ? kept : {}) as Record<string, unknown>;
  const pick = <K extends keyof Appearance>(key: K): Appearance[K] =>
    CHOICES[key].find((choice) => choice === given[key]) ?? DEFAULTS[key];
  return {
    theme: pick('theme'),
    contrast: pick('contrast'),
    density: pick('density'),
    rail: pick('rail'),
    singleKeys: pick('singleKeys'),
  };
}

interface AppearanceStore extends Appearance {
  change(part: Partial<Appearance>): void;
}

export const useAppearance = create<AppearanceStore>()((set, get) => ({
  ...readAppearance(globalThis.localStorage?.getItem(KEY) ?? null),
  change(part) {
    set(part);
    const { theme, contrast, density, rail, singleKeys } = get();
    const kept: Appearance = { theme, contrast, density, rail, singleKeys };
    globalThis.localStorage?.setItem(KEY, JSON.stringify(kept));
    paint(kept);
  },
}));

const DARK = '(prefers-color-scheme: dark)';
const CONTRAST = '(prefers-contrast: more)';

function paint({ theme, contrast, density, rail }: Appearance): void {
  const root = document.documentElement.dataset;
  const wanted = theme === 'system' ? (matchMedia(DARK).matches ? 'dark' : 'light') : theme;
  root.theme = wanted;
  root.contrast = contrast === 'more' || matchMedia(CONTRAST).matches ? 'more' : 'normal';
  root.density = density;
  root.rail = rail;
}

/** Keeps <html> in step with the store and with the system's own theme and contrast. Called once by main.tsx. */
export function startAppearance(): void {
  const apply = () => paint(useAppearance.getState());
  for (const query of [DARK, CONTRAST]) matchMedia(query).addEventListener('change', apply);
  apply();
}
