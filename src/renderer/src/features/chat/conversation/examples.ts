// What could be asked, from what there really is: first what is not well, then what runs. Pure. Source: console, Rules (empty states).
import type { Mention } from '../../../../../shared/model/assistant/transcript.ts';
import type { Resource, ResourceKind } from '../../../../../shared/model/resource.ts';
import type { Draft } from '../composer/mentions.ts';

export interface Example {
  readonly key: 'wrong' | 'log' | 'restart' | 'disks' | 'model' | 'all';
  readonly name: string;
  readonly about: Pick<Resource, 'id' | 'kind' | 'name'> | null;
}

const WRONG: ReadonlySet<string> = new Set(['failed', 'degraded', 'unreachable']);
const LOGGED: readonly ResourceKind[] = ['docker_container', 'k8s_pod', 'service'];
const MOST = 4;

export function examplesFrom(resources: readonly Resource[]): readonly Example[] {
  const taken = new Set<string>();
  const first = (fits: (one: Resource) => boolean): Resource | undefined => {
    const found = resources.find((one) => !taken.has(one.id) && fits(one));
    if (found) taken.add(found.id);
    return found;
  };
  const found: [Example['key'], Resource | undefined][] = [
    ['wrong', first(({ state }) => WRONG.has(state))],
    ['log', first(({ kind, state }) => LOGGED.includes(kind) && state === 'running')],
    ['restart', first(({ kind, actions }) => kind === 'docker_container' && actions.includes('restart'))],
    ['disks', first(({ kind }) => kind === 'host')],
    ['model', first(({ kind, state }) => kind === 'model' && state === 'available')],
  ];
  const examples = found.flatMap(([key, about]): Example[] =>
    about ? [{ key, name: about.name, about: { id: about.id, kind: about.kind, name: about.name } }] : [],
  );
  return [...examples.slice(0, MOST - 1), { key: 'all', name: '', about: null }];
}

/** The words of an example as a draft: its name is named, not only written. */
export function draftOf(text: string, { about }: Example): Draft {
  const label = about ? `@${about.name}` : '';
  const start = about ? text.indexOf(label) : -1;
  const mentions: Mention[] =
    about && start >= 0
      ? [{ id: about.id, kind: about.kind, name: about.name, start, end: start + label.length }]
      : [];
  return { text, mentions };
}
