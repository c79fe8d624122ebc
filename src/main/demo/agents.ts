// The demo's scripted agents: they talk to the proxy over HTTP like real ones, each at its own unhurried pace.
// They live as long as the demo; an agent whose request fails starts its conversation anew and goes on.
import type { Clock } from '../../shared/model/clock.ts';
import type { AgentDoor, DemoAgent } from './agents/agent.ts';
import { AgentZeroAgent } from './agents/agent-zero-agent.ts';
import { CourseAssistant } from './agents/course-assistant.ts';
import { HelpdeskScript } from './agents/helpdesk-script.ts';
import { LoopingAgent } from './agents/looping-agent.ts';
import { ClientLeft, wait } from './demo-host.ts';

/** Where an agent's failures go; pino's loggers fit. */
export interface AgentLog {
  warn(details: object, message: string): void;
}

export interface DemoAgentsOptions {
  /** Where the proxy listens, without a slash at the end. */
  readonly baseUrl: string;
  readonly clock: Clock;
  /** 0 to 1, for jitter and the choice of topics; seeded in tests, Math.random by default. */
  readonly rng?: () => number;
  readonly log: AgentLog;
  /** Milliseconds between an agent's turns, at least and at most; 8 to 16 s, so one turn every 3 s from all four. */
  readonly pauseMs?: readonly [least: number, most: number];
}

export interface DemoAgents {
  /** Breaks off what is under way and resolves when the last agent has stopped. */
  stop(): Promise<void>;
}

/**
 * Starts the four agents.
 * @example const agents = startDemoAgents({ baseUrl: 'http://127.0.0.1:11435', clock, log }); await agents.stop();
 */
export function startDemoAgents(options: DemoAgentsOptions): DemoAgents {
  const stopping = new AbortController();
  const door: AgentDoor = {
    baseUrl: options.baseUrl,
    signal: stopping.signal,
    now: () => options.clock.now(),
    random: options.rng ?? Math.random,
  };
  const agents = [new AgentZeroAgent(), new CourseAssistant(), new HelpdeskScript(), new LoopingAgent()];
  const lives = agents.map((agent) => live(agent, door, options));
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(lives);
    },
  };
}

const DEFAULT_PAUSE_MS = [8000, 16_000] as const;

async function live(agent: DemoAgent, door: AgentDoor, options: DemoAgentsOptions): Promise<void> {
  const [least, most] = options.pauseMs ?? DEFAULT_PAUSE_MS;
  // The first turns are spread over the least pause, so that the demo does not open with a burst.
  let pause = least * door.random();
  while (!door.signal.aborted) {
    try {
      await wait(options.clock, pause, door.signal);
      await agent.turn(door);
    } catch (error) {
      if (error instanceof ClientLeft || door.signal.aborted) return;
      options.log.warn({ agent: agent.name, err: error }, 'a demo agent failed and starts over');
      agent.restart();
    }
    pause = least + (most - least) * door.random();
  }
}
