import clsx from 'clsx'
import { TimeText } from '../ui/time-text'
import { ConclusionMark } from './conclusion-mark'
import type { ReviewTask } from './review-data'

/** Tasks to open, each told by what is asked and answered in it. */
export function QueueList(props: {
  readonly tasks: readonly ReviewTask[]
  readonly opened: string | null
  readonly onOpen: (id: string) => void
}) {
  const { tasks, opened, onOpen } = props
  if (tasks.length === 0) return <p className="py-4 text-ink-faint">The list is empty.</p>
  return (
    <ul aria-label="Frames" className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
      {tasks.map((task) => (
        <li key={task.id}>
          <button
            type="button"
            aria-current={task.id === opened || undefined}
            onClick={() => onOpen(task.id)}
            className={clsx(
              'flex w-full flex-col gap-0.5 px-3 py-2.5 text-left -outline-offset-2 hover:bg-canvas',
              task.id === opened && 'bg-accent-soft',
            )}
          >
            <span className="line-clamp-2 font-medium break-words">{headline(task)}</span>
            <span className="flex flex-wrap items-center gap-x-2 text-xs text-ink-soft">
              {task.conclusion !== null && <ConclusionMark conclusion={task.conclusion} />}
              <span className="truncate">{task.guardrailName ?? 'A guardrail that was removed'}</span>
              <TimeText at={task.answeredAt ?? task.createdAt} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** What the frame is about, as far as it says so. */
export function headline({ frame }: Pick<ReviewTask, 'frame'>): string {
  const said = frame.Q ?? frame.A ?? frame.C[0]
  return said?.slice(0, 200) ?? 'A frame without words'
}
