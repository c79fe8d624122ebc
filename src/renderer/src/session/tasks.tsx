// Long work of this process: a line each with its progress and a way to stop it; what ended stays until the next start.
import { CircleAlert, CircleCheck, CircleSlash, LoaderCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Task } from '../../../shared/model/job.ts';
import { formatCount } from '../ui/format.ts';
import { Button } from '../ui/inputs/button.tsx';
import { Meter } from '../ui/meter.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { jobsStore } from './jobs-store.ts';
import styles from './tasks.module.css';
import { sayFailed } from './toasts.tsx';

const MARK = {
  running: [LoaderCircle, 'info'],
  done: [CircleCheck, 'ok'],
  failed: [CircleAlert, 'bad'],
  cancelled: [CircleSlash, 'muted'],
} as const;
/** Ended tasks shown; the rest are in the audit. */
const ENDED_SHOWN = 4;

interface TasksProps {
  /** Only these; all when left out. */
  readonly kinds?: readonly Task['kind'][];
  /** Only what is done to this resource. */
  readonly about?: string;
  /** What this list is called, where there are several. */
  readonly label?: string;
}

export function Tasks({ kinds, about, label }: TasksProps) {
  const { t } = useTranslation();
  const { live } = useStore(jobsStore);
  const tasks = (live?.tasks ?? []).filter(
    (task) => (kinds?.includes(task.kind) ?? true) && (about === undefined || task.about === about),
  );
  if (tasks.length === 0) return null;
  const running = tasks.filter((task) => task.status === 'running');
  const ended = tasks.filter((task) => task.status !== 'running').slice(0, ENDED_SHOWN);
  return (
    <section className={styles.tasks} aria-label={label ?? t('task.list')}>
      <ul>
        {[...running, ...ended].map((task) => (
          <TaskLine key={task.id} task={task} />
        ))}
      </ul>
    </section>
  );
}

function TaskLine({ task }: { task: Task }) {
  const { t } = useTranslation();
  const { cancelTask } = useStore(jobsStore);
  const [Icon, tone] = MARK[task.status];
  async function cancel(): Promise<void> {
    const refused = await cancelTask(task.id);
    if (refused) sayFailed(refused.message);
  }
  const amount =
    task.total === null
      ? `${formatCount(task.done)} ${task.unit}`
      : `${formatCount(task.done)} / ${formatCount(task.total)} ${task.unit}`;
  return (
    <li className={styles.task}>
      <Icon
        className={tone}
        size={14}
        strokeWidth={1.75}
        role="img"
        aria-label={t(`task.status.${task.status}`)}
      />
      <span className={styles.taskTitle}>{task.title}</span>
      {task.status === 'running' ? (
        <>
          <span className={styles.taskMeter}>
            <Meter label={task.title} value={task.done} most={task.total ?? 0} words={amount} />
          </span>
          <span className={styles.quiet}>{amount}</span>
          {task.cancellable ? (
            <Button writes onPress={() => void cancel()}>
              {t('action.cancel')}
            </Button>
          ) : null}
        </>
      ) : (
        <>
          <span className={styles.taskResult}>{task.result ?? t(`task.status.${task.status}`)}</span>
          <span className={styles.quiet}>
            {task.finishedAt === null ? '' : <TimeAgo at={task.finishedAt} />}
          </span>
        </>
      )}
    </li>
  );
}
