// The way into the past of a dimension. Apart from its bar, which is fetched when it is wanted.
import { api } from '../../../session/client.ts';
import { changeLooks } from '../filter/use-looks.ts';
import { earlier } from './moments.ts';

/** Goes to before the last change of a dimension. */
export async function openPast(dimension: string): Promise<void> {
  const timeline = await api.concepts.timeline({ dimension });
  const { from, to } = timeline;
  changeLooks({ at: earlier(timeline, to) ?? from ?? to, over: null });
}
