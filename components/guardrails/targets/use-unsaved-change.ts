import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * The unsaved change of a versioned value. Every edit is stored in this browser until it is saved or discarded. A
 * change from an older version is `outdated`.
 * @param given.read reads a stored value, null for another shape
 */
export function useUnsavedChange<T>(given: {
  readonly key: string
  readonly version: number
  readonly stored: T
  readonly read: (value: unknown) => T | null
}) {
  const { key, version, stored } = given
  const [mine, setMine] = useState<UnsavedChange<T> | null>(null)
  const [recoveredAt, setRecoveredAt] = useState<number | null>(null)
  const [isStored, setIsStored] = useState(true)
  const latest = useRef({ mine, ...given })
  latest.current = { mine, ...given }

  useEffect(() => {
    const { read, stored: opened } = latest.current
    const draft = readUnsavedChange(localStorageOrNull()?.getItem(key) ?? null, read)
    if (draft === null || isSame(draft.value, opened)) return
    setMine(draft)
    setRecoveredAt(draft.at)
  }, [key])

  // If the change equals the stored value, nothing is unsaved.
  const settled = mine !== null && isSame(mine.value, stored)
  useEffect(() => {
    if (settled) setMine(null)
  }, [settled])

  const discard = useCallback(() => {
    localStorageOrNull()?.removeItem(key)
    setMine(null)
    setRecoveredAt(null)
  }, [key])

  const change = useCallback(
    (value: T) => {
      const now = latest.current
      if (isSame(value, now.stored)) return discard()
      const next = { version: now.mine?.version ?? now.version, value, at: Date.now() }
      // A second change in the same event starts from the first.
      latest.current = { ...now, mine: next }
      setMine(next)
      setIsStored(storeChange(key, next))
    },
    [key, discard],
  )

  /** The server stored `sent` as `saved`; later edits stay unsaved. */
  const confirm = (sent: T, saved: T, savedVersion: number) => {
    const left = latest.current.mine
    if (left === null) return
    const isAll = isSame(left.value, sent)
    // Shows this value until the page has loaded the stored one.
    const next = { ...left, version: savedVersion, value: isAll ? saved : left.value }
    setMine(next)
    setRecoveredAt(null)
    if (isAll) localStorageOrNull()?.removeItem(key)
    else setIsStored(storeChange(key, next))
  }
  const dirty = mine !== null && !settled
  return {
    value: mine?.value ?? stored,
    /** The version that the change was made from. */
    version: mine?.version ?? version,
    dirty,
    /** Whether a newer version was saved since the change began. */
    outdated: dirty && mine.version < version,
    recoveredAt,
    /** False if storage is blocked or full. */
    isStored,
    change,
    discard,
    confirm,
  }
}

/** @returns false if storage is blocked or full */
function storeChange(key: string, change: UnsavedChange<unknown>): boolean {
  try {
    window.localStorage.setItem(key, JSON.stringify(change))
    return true
  } catch {
    return false
  }
}

function localStorageOrNull(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}

interface UnsavedChange<T> {
  /** The version that it was made from. */
  readonly version: number
  readonly value: T
  /** Time of the last edit, in milliseconds since the epoch. */
  readonly at: number
}

/**
 * Reads a stored change; null if the text is unreadable or has another shape.
 * @param read reads the value, null for another shape
 */
export function readUnsavedChange<T>(text: string | null, read: (value: unknown) => T | null): UnsavedChange<T> | null {
  try {
    const { version, value, at } = JSON.parse(text ?? 'null') as Record<keyof UnsavedChange<T>, unknown>
    const known = read(value)
    if (known === null || typeof version !== 'number' || typeof at !== 'number') return null
    return { version, value: known, at }
  } catch {
    return null
  }
}

/** Whether two plain values are equal, whatever the order of their members. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [left, right] = [Object.entries(a), Object.entries(b)]
  const other = b as Record<string, unknown>
  return left.length === right.length && left.every(([name, value]) => name in other && isSame(value, other[name]))
}
