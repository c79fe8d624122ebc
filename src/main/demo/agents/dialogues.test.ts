// What the demo's people say must teach exactly what it is meant to: facts learnt live, and none by accident.
import { describe, expect, it } from 'vitest';
import { scanCues } from '../../graph/cues.ts';
import { parseFact } from '../../graph/fact-grammar.ts';
import type { Lexicon } from '../../graph/types.ts';
import { readDictionary } from '../../store/dictionary.ts';
import { DEMO_FACTS } from '../facts.ts';
import { sentenceOf } from '../model/recollection-sentences.ts';
import { HELPDESK_QUESTIONS, LOOP_TASKS, OPERATOR_DIALOGUES, STUDENT_DIALOGUES } from './dialogues.ts';

const STORY = DEMO_FACTS.map(({ fact }) => {
  const parsed = parseFact(fact);
  if (!parsed.ok) throw new Error(`${fact}: ${parsed.message}`);
  return parsed.fact;
});

const words = new Set(readDictionary());
const named = new Set(STORY.flatMap(({ concept, parent }) => [concept, parent]));
const lexicon: Lexicon = {
  isCommon: (token) => words.has(token),
  isKnownConcept: (token) => named.has(token) && !words.has(token),
};

const read = (text: string, role: 'user' | 'assistant'): string[] =>
  scanCues(text, lexicon, { role }).map(
    ({ subject, parent, dim, isIsa }) =>
      `${subject} ${isIsa ? '-isa' : '-ispart'} ${parent} in context of ${dim}`,
  );

const STORY_LINES = new Set(
  STORY.map(
    ({ concept, parent, dimension, isIsa }) =>
      `${concept} ${isIsa ? '-isa' : '-ispart'} ${parent} in context of ${dimension}`,
  ),
);

describe('the dialogues', () => {
  const said = [
    ...OPERATOR_DIALOGUES.flat(),
    ...LOOP_TASKS,
    ...STUDENT_DIALOGUES.flat(),
    ...HELPDESK_QUESTIONS,
  ];
  const learnt = said.flatMap((text) => read(text, 'user'));

  it('teach these facts and no other', () => {
    expect(learnt).toEqual([
      'quizmaker -isa web_service in context of type',
      'quizmaker -ispart hypatia in context of runs-on',
      'embed_step -ispart nightly_ingest in context of membership',
      'papercrab -isa repo in context of glitch_university',
      'dobby -ispart agent_pool in context of membership',
      'gremlinctl -isa scheduler in context of type',
      'slidesmith -ispart teaching_platform in context of membership',
      'gnommoauth -ispart security_team in context of owned-by',
      'inkpot -isa printer in context of type',
      'vector_store -isa database in context of type',
    ]);
  });

  it('never contradict the story', () => {
    for (const line of learnt) {
      const [concept = '', , , , , , dimension = ''] = line.split(' ');
      const place = STORY.find((fact) => fact.concept === concept && fact.dimension === dimension);
      if (place) expect(STORY_LINES).toContain(line);
    }
  });
});

describe('the answers of the scripted model', () => {
  it('teach nothing that the recollection had not said', () => {
    for (const concept of new Set(STORY.map((fact) => fact.concept))) {
      const edges = STORY.filter((fact) => fact.concept === concept).map(({ dimension, parent }) => ({
        dim: dimension,
        parent,
        contested: false,
      }));
      for (const question of [
        '',
        'Who owns it, where does it run, what is it built with, what is it part of?',
      ]) {
        for (const line of read(sentenceOf({ concept, edges }, question), 'assistant'))
          expect(STORY_LINES).toContain(line);
      }
    }
  });
});
