// What the shell has of each screen: its words, its icon and keys, and how it is loaded. Adding one: docs/house.md.
import {
  Activity,
  ArrowLeftRight,
  BookOpenCheck,
  BookOpenText,
  ListChecks,
  type LucideIcon,
  MessageSquareText,
  Package,
  Radar,
  Scale,
  ScrollText,
  Server,
  ShieldCheck,
  SlidersHorizontal,
  Waypoints,
} from 'lucide-react';
import type { ComponentType, LazyExoticComponent } from 'react';
import { approvals } from '../features/approvals/catalogue.ts';
import { audit } from '../features/audit/catalogue.ts';
import { briefs } from '../features/briefs/catalogue.ts';
import { chat } from '../features/chat/catalogue.ts';
import { concepts } from '../features/concepts/catalogue.ts';
import { conflicts } from '../features/conflicts/catalogue.ts';
import { findings } from '../features/findings/catalogue.ts';
import { jobs } from '../features/jobs/catalogue.ts';
import { offline } from '../features/offline/catalogue.ts';
import { overview } from '../features/overview/catalogue.ts';
import { reader } from '../features/reader/catalogue.ts';
import { resources } from '../features/resources/catalogue.ts';
import { settings } from '../features/settings/catalogue/settings.ts';
import { traffic } from '../features/traffic/catalogue.ts';
import type { Screen } from '../session/router.ts';
import { patientLazy } from '../ui/patient-load.ts';

/** Words are there from the first paint; `name` is what the rail, the bar and the palette call the screen. */
export const WORDS = {
  overview,
  traffic,
  chat,
  approvals,
  resources,
  concepts,
  conflicts,
  reader,
  findings,
  briefs,
  jobs,
  audit,
  settings,
  offline,
} satisfies Record<Screen, { readonly name: string }>;

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
  chat: screen(MessageSquareText, 'g h', () => import('../features/chat/chat.screen.tsx')),
  approvals: screen(ShieldCheck, 'g p', () => import('../features/approvals/approvals.screen.tsx')),
  resources: screen(Server, 'g r', () => import('../features/resources/resources.screen.tsx')),
  concepts: screen(Waypoints, 'g c', () => import('../features/concepts/concepts.screen.tsx')),
  conflicts: screen(Scale, 'g x', () => import('../features/conflicts/conflicts.screen.tsx')),
  reader: screen(BookOpenText, 'g e', () => import('../features/reader/reader.screen.tsx')),
  findings: screen(Radar, 'g f', () => import('../features/findings/findings.screen.tsx')),
  briefs: screen(BookOpenCheck, 'g b', () => import('../features/briefs/briefs.screen.tsx')),
  jobs: screen(ListChecks, 'g j', () => import('../features/jobs/jobs.screen.tsx')),
  audit: screen(ScrollText, 'g a', () => import('../features/audit/audit.screen.tsx')),
  settings: screen(SlidersHorizontal, 'g s', () => import('../features/settings/settings.screen.tsx')),
  offline: screen(Package, 'g l', () => import('../features/offline/offline.screen.tsx')),
};
