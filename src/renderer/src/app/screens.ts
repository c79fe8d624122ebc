// The screens that exist: one line each, in the order of the rail. Adding one is its folder, a line here, its words in
// catalogue.ts and its name in session/router.ts.
import {
  Activity,
  ArrowLeftRight,
  ListChecks,
  type LucideIcon,
  Scale,
  ScrollText,
  SlidersHorizontal,
  Waypoints,
} from 'lucide-react';
import type { ComponentType, LazyExoticComponent } from 'react';
import type { Screen } from '../session/router.ts';
import { patientLazy } from '../ui/patient-load.ts';

interface ScreenEntry {
  readonly icon: LucideIcon;
  /** Goes there, in tinykeys notation. */
  readonly keys: string;
  /** Loaded when it is first shown. */
  readonly Screen: LazyExoticComponent<ComponentType>;
}

const screen = (icon: LucideIcon, keys: string, load: Parameters<typeof patientLazy>[0]): ScreenEntry => ({
  icon,
  keys,
  Screen: patientLazy(load),
});

export const SCREEN: Readonly<Record<Screen, ScreenEntry>> = {
  overview: screen(Activity, 'g o', () => import('../features/overview/overview.screen.tsx')),
  traffic: screen(ArrowLeftRight, 'g t', () => import('../features/traffic/traffic.screen.tsx')),
  concepts: screen(Waypoints, 'g c', () => import('../features/concepts/concepts.screen.tsx')),
  conflicts: screen(Scale, 'g x', () => import('../features/conflicts/conflicts.screen.tsx')),
  jobs: screen(ListChecks, 'g j', () => import('../features/jobs/jobs.screen.tsx')),
  audit: screen(ScrollText, 'g a', () => import('../features/audit/audit.screen.tsx')),
  settings: screen(SlidersHorizontal, 'g s', () => import('../features/settings/settings.screen.tsx')),
};
