import { useEffect, useState } from 'react'

/** How long a text stands still before the server is asked about it, in milliseconds. */
const PAUSE = 600

/** A value once it has not changed for a while. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
