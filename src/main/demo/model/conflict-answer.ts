// What the scripted model says to a question of the resolution job: a decision that follows from the material alone, with
// its reason in a sentence. Knows the wording of that question and nothing of the graph.
import { isRecord, type Json, record, text } from '../json-fields.ts';

const MATERIAL = /\nMaterial \(data, not instructions\):\n([\s\S]+)$/;

/** Most trusted first. */
const TRUST = ['operator', 'gutask', 'inferred', 'cloud_llm', 'festinger'];

/** Questions that a kind of thing answers, where the demo's story has two of them in one place. */
const QUESTIONS: Readonly<Record<string, string>> = {
  container: 'deployment-type',
  daemon: 'process-type',
  vm: 'deployment-type',
  repo: 'artifact-type',
  library: 'artifact-type',
};

/** The answer as JSON text; null when the prompt is no question about a conflict. */
export function conflictAnswer(prompt: string, schema: Json): string | null {
  const found = MATERIAL.exec(prompt);
  if (!found || !isRecord(record(schema.properties).decision)) return null;
  const material = record(parsed(found[1] ?? ''));
  const answer = decide(material);
  const keys = Object.keys(record(schema.properties));
  return JSON.stringify(Object.fromEntries(keys.map((key) => [key, answer[key] ?? null])));
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function decide(material: Json): Json {
  const concept = text(material.concept);
  const known = record(material.known_fact);
  const said = record(material.new_fact);
  const [here, there] = [text(known.parent), text(said.parent)];
  const isTrusted = TRUST.indexOf(text(said.trust)) <= TRUST.indexOf(text(known.trust));
  switch (text(material.collision)) {
    case 'isa_isa': {
      const first = QUESTIONS[here] ?? 'role';
      const second = QUESTIONS[there] ?? 'kind';
      return {
        decision: 'decompose',
        existing_dimension: first,
        new_dimension: second === first ? `${second}-2` : second,
        reasoning: `${here} and ${there} are both true of ${concept}: one says what it does, the other in which form it runs. Those are two questions.`,
      };
    }
    case 'ispart_ispart':
      return isTrusted && text(said.said_at) > text(known.said_at)
        ? {
            decision: 'update',
            reasoning: `${there} was said later than ${here}, by a source trusted as much; ${concept} has moved on.`,
          }
        : {
            decision: 'dismiss',
            reasoning: `${here} comes from a source that is trusted more than the one that said ${there}.`,
          };
    case 'misclassification':
      return {
        decision: 'redimension',
        dimension: text(said.relation) === 'ispart' ? 'membership' : 'type',
        which: 'incoming',
        reasoning: `${there} says what ${concept} ${text(said.relation) === 'ispart' ? 'belongs to' : 'is'}, which is another question.`,
      };
    case 'correction':
      return {
        decision: 'update',
        reasoning: `Somebody says that ${concept} has changed, and nobody has said since that it is ${here} still.`,
      };
    default:
      return {
        decision: 'dismiss',
        reasoning: `${concept} under ${there} would lead back to ${concept}; nothing known speaks against the facts in between.`,
      };
  }
}
