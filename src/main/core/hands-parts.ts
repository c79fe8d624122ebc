// What the hands are opened over. Types only.
import type { UpstreamDesk } from '../console/upstreams/upstream-desk.ts';
import type { Ground } from './ground.ts';
import type { MemorySide } from './memory-side.ts';
import type { OwnUrls } from './own-urls.ts';
import type { ProxySide } from './proxy-side.ts';

export interface HandsSideParts extends Ground {
  readonly memorySide: MemorySide;
  readonly proxySide: ProxySide;
  readonly upstreamDesk: UpstreamDesk;
  readonly urls: OwnUrls;
  readonly operatorToken: string;
}
