import { useQuery } from '@tanstack/react-query'
import { changesQuery } from './change-answers'

/** How many changes wait for this administrator's answer; nothing where none does. Administrators only. */
export function PendingCount() {
  const { data = [] } = useQuery(changesQuery())
  const count = data.filter(({ may }) => may.confirm).length
  if (count === 0) return null
  return (
    <span className="ml-1.5 rounded-full bg-warning-soft px-1.5 py-0.5 text-xs font-medium text-warning">
      {count}
      <span className="sr-only"> waiting for your answer</span>
    </span>
  )
}
