'use client'

import { useCallback, useState } from 'react'
import { CHOSEN_MEANINGS, type ChosenMeaning } from './meanings'

/** Entries of the reviewer before signing, never a password. */
export interface SigningDraft {
  readonly meaning: ChosenMeaning | null
  readonly note: string
  /** A day, `YYYY-MM-DD`; empty for an approval without end. */
  readonly lastDay: string
}

const EMPTY: SigningDraft = { meaning: null, note: '', lastDay: '' }

/** Stores the draft in this tab until these bytes are signed. It survives a reload and the end of the session. */
export function useSigningDraft(hash: string) {
  const key = `touchstone.signing.${hash}`
  const [draft, setDraft] = useState<SigningDraft>(() => readDraft(sessionStorage.getItem(key)))
  const change = useCallback(
    (changed: Partial<SigningDraft>) =>
      setDraft((before) => {
        const after = { ...before, ...changed }
        sessionStorage.setItem(key, JSON.stringify(after))
        return after
      }),
    [key],
  )
  const forget = useCallback(() => sessionStorage.removeItem(key), [key])
  return { draft, change, forget }
}

export function readDraft(text: string | null): SigningDraft {
  if (text === null) return EMPTY
  try {
    const stored: unknown = JSON.parse(text)
    if (typeof stored !== 'object' || stored === null) return EMPTY
    const { meaning, note, lastDay } = stored as Partial<Record<keyof SigningDraft, unknown>>
    return {
      meaning: CHOSEN_MEANINGS.find((known) => known === meaning) ?? null,
      note: typeof note === 'string' ? note : '',
      lastDay: typeof lastDay === 'string' ? lastDay : '',
    }
  } catch {
    return EMPTY
  }
}

/** Returns the moment when an approval that counts through this day (UTC) ends; null without an end. */
export function endOfDay(day: string): string | null {
  const start = day === '' ? Number.NaN : Date.parse(`${day}T00:00:00.000Z`)
  return Number.isNaN(start) ? null : new Date(start + 86_400_000).toISOString()
}
