// The force layout off the thread that draws: one question at a time, answered with its number.
import { type ForceInput, layoutForces } from './force-layout.ts';

self.addEventListener(
  'message',
  ({ data }: MessageEvent<{ readonly asked: number; readonly input: ForceInput }>) => {
    self.postMessage({ asked: data.asked, points: layoutForces(data.input) });
  },
);
