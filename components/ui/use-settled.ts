import { useEffect, useState } from 'react'

/** Returns a value once it has not changed for `pause` milliseconds. */
export function useSettled(value: string, pause = 600): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value, pause])
  return settled
}
