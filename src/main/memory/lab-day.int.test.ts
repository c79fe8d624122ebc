// Promise: after a day in which four agents of different frameworks talked about sixty hosts and services, everything true is
// recalled and nothing else, only true contradictions wait, and nobody was asked in vain. Over HTTP, with a whole core.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LabAgent } from '../core/testing/lab-day/agents.ts';
import { AGENTS, type Agent, type Day, dayInTheLab, type Step } from '../core/testing/lab-day/script.ts';
import { startTestCore, type TestCore } from '../core/testing/start-test-core.ts';

/** Another day: FESTINGER_LAB_SEED=7 npx vitest run src/main/memory/lab-day.int.test.ts */
const SEED = Number(process.env.FESTINGER_LAB_SEED ?? 20261123);
const MOST_QUESTIONS = 5;

interface Told {
  readonly text: string;
  readonly answers: readonly { status: number; body: unknown }[];
}

describe('a day in the lab', { timeout: 300_000 }, () => {
  const day: Day = dayInTheLab(SEED);
  /** Words each agent was asked about. */
  const asked = new Map<Agent, Set<string>>(AGENTS.map((agent) => [agent, new Set()]));
  const refused: Told[] = [];
  let road: TestCore;

  /** Sends a request; gives what the upstream got of it. */
  async function send(path: string, body: object, client: string): Promise<string> {
    const next = road.upstream.nextRequest((request) => request.path === path);
    const answer = await road.call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': client },
      body: JSON.stringify(body),
    });
    expect(answer.status, path).toBe(200);
    return (await next).body.toString();
  }

  async function live(agent: Agent, speaker: LabAgent, step: Step): Promise<void> {
    if (step.kind === 'gutask') {
      const body = JSON.stringify(step.retracts ? { retract: step.fact } : { fact: step.fact });
      const answer = await road.call('/iknowthat', { method: 'POST', body });
      if (answer.status !== 200) refused.push({ text: step.fact, answers: [answer] });
      return;
    }
    const requests =
      step.kind === 'say'
        ? speaker.turn(step.text)
        : speaker.turn(step.ask, { call: 'docker ps', result: step.result });
    for (const { path, body } of requests) {
      const sent = await send(path, body, `lab-${agent}`);
      for (const [, word] of sent.matchAll(/\? (\S+): no recollection/g))
        asked.get(agent)?.add(word as string);
      await road.core.settle();
    }
  }

  beforeAll(async () => {
    road = await startTestCore();
    const speakers = new Map(AGENTS.map((agent) => [agent, new LabAgent(agent)]));
    for (const { agent, step } of day.turns) await live(agent, speakers.get(agent) as LabAgent, step);
  }, 240_000);
  afterAll(() => road[Symbol.asyncDispose]());

  /** What a new conversation that names the thing is shown of it: place -> value, `?` left out. */
  async function recalled(name: string, token: string): Promise<Record<string, string>> {
    const [head] = await road.chat([
      { role: 'system', content: `You look after ${token}.`.slice(0, 14) },
      { role: 'user', content: `How is our ${name} doing?` },
    ]);
    const line = (head?.content ?? '').split('\n').find((one) => one.startsWith(`${token}: `));
    const found = [...(line ?? '').matchAll(/\[([\w-]+)\??\] ([^\s[]+)/g)];
    return Object.fromEntries(found.map(([, place, value]) => [place, value]));
  }

  it('has three hundred turns, and no command was refused', () => {
    expect(day.turns).toHaveLength(300);
    expect(refused).toEqual([]);
  });

  it('everything that is true is recalled, and nothing that is not', async () => {
    const wrong: object[] = [];
    for (const [token, truth] of day.truth) {
      const name = day.renamed.get(token) ?? token.replaceAll('_', ' ');
      const found = await recalled(name, token);
      const expected = Object.fromEntries(truth);
      if (JSON.stringify(sorted(found)) !== JSON.stringify(sorted(expected)))
        wrong.push({ name, found, expected });
    }
    expect(wrong).toEqual([]);
  });

  it('the queue holds the true contradictions, each of them, and nothing else', async () => {
    const { status, body } = await road.operator('/conflicts');
    expect(status, JSON.stringify(body)).toBe(200);
    const { data } = body as {
      data: { conflicts: { concept: string; dimension: string; existing: Claim; incoming: Claim }[] };
    };
    const waiting = data.conflicts.map(({ concept, dimension, existing, incoming }) => ({
      ...{ concept, dimension, stands: existing.parent, said: incoming.parent },
    }));
    const byConcept = (a: { concept: string }, b: { concept: string }) => (a.concept < b.concept ? -1 : 1);
    expect(waiting.sort(byConcept)).toEqual([...day.contradictions].sort(byConcept));
  });

  it.each(AGENTS)('%s was asked at most five questions', (agent) => {
    expect([...(asked.get(agent) as Set<string>)].length).toBeLessThanOrEqual(MOST_QUESTIONS);
  });
});

interface Claim {
  readonly parent: string | null;
}

const sorted = (facts: Record<string, string>) => Object.entries(facts).sort(([a], [b]) => (a < b ? -1 : 1));
