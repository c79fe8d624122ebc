// `metrics`: what was measured of one resource: how it is now, on average and at most, beside what is usual for it; or minute by minute.
// Source: agent, Tools, What it acts on (sampler).
import * as z from 'zod';
import { type MetricSeries, ResourceReference, Sample } from '../../../shared/model/resource.ts';
import { about, idIn, short, under } from './facts.ts';
import { readTool, requireResource } from './tool.ts';

const Arguments = z.strictObject({
  action: z
    .enum(['summary', 'series'])
    .default('summary')
    .describe('summary: figures. series: one value a minute.'),
  resource: ResourceReference.describe('Its id or its name.'),
  metric: Sample.shape.metric.optional().describe('Only this one.'),
  minutes: z.number().int().min(1).max(1440).default(60).describe('How far back.'),
});
type Arguments = z.output<typeof Arguments>;

const keyOf = ({ action, metric, minutes }: Arguments) =>
  action === 'summary' ? [`metrics:${metric ?? 'all'}:${minutes}`] : [];

export const metrics = readTool({
  name: 'metrics',
  description:
    'Tells how busy one resource is and was: processor, memory, disk, GPU, network, restarts. A value a minute for up to 24 hours, and what is usual for it.',
  schema: Arguments,
  kind: 'read',
  permission: 'anyone',
  category: 'metrics',
  target: ({ resource }) => resource,
  facts(args, data) {
    const id = idIn(data);
    if (id === null) return [];
    const found = (data.metrics as readonly Figures[]).map((one) => `${one.metric}:${worded(one)}`);
    const value = found.length === 0 ? 'nothing is measured' : short(found.join(', '));
    return under(id, ...keyOf(args)).map((key) => ({ category: 'metrics', key, value }));
  },
  predictKeys: (args) => under(args.resource, ...keyOf(args)),
  async run({ action, metric, minutes }, context) {
    const resource = requireResource(context);
    const series = context.parts.measured
      .series(resource.id, minutes)
      .filter((one) => metric === undefined || one.metric === metric);
    return {
      ...{ resource: about(resource), minutes },
      metrics: series.map((one) => ({ ...figures(one), ...(action === 'series' ? values(one) : {}) })),
      ...(series.length === 0
        ? { note: 'Nothing is measured of it, or nothing yet: it is looked at every 30 seconds.' }
        : {}),
    };
  },
});

interface Figures {
  readonly metric: string;
  readonly unit: string;
  readonly latest: number | null;
  readonly average: number | null;
  readonly highest: number | null;
  readonly usual: number | null;
  readonly limit: number | null;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

function figures({ metric, unit, values: all, limit, baseline }: MetricSeries): Figures {
  const there = all.filter((value) => value !== null);
  const sum = there.reduce((total, value) => total + value, 0);
  return {
    ...{ metric, unit, limit },
    latest: there.length === 0 ? null : rounded(there.at(-1) as number),
    average: there.length === 0 ? null : rounded(sum / there.length),
    highest: there.length === 0 ? null : rounded(Math.max(...there)),
    usual: baseline === null ? null : rounded(baseline),
  };
}

const values = ({ from, stepMs, values: all }: MetricSeries) => ({
  from: new Date(from).toISOString(),
  step_seconds: stepMs / 1000,
  values: all.map((value) => (value === null ? null : rounded(value))),
});

const worded = ({ average, unit }: Figures): string =>
  average === null ? 'unknown' : `${average}${unit === 'percent' ? '%' : ` ${unit}`}`;
