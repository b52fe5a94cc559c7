import { useEffect, useState, useSyncExternalStore } from 'react'
import { LanguageClient, type LanguageState, NOTHING_YET } from './language-client'

const noSubscription = () => () => {}
const emptyState = () => NOTHING_YET

/** The client is null until the page runs in the browser. */
export function useLanguage(): { readonly client: LanguageClient | null; readonly state: LanguageState } {
  const [client, setClient] = useState<LanguageClient | null>(null)
  useEffect(() => {
    const made = new LanguageClient(
      new Worker(new URL('./language.worker.ts', import.meta.url), { type: 'module', name: 'language' }),
    )
    setClient(made)
    return () => {
      made.close()
      setClient(null)
    }
  }, [])
  const state = useSyncExternalStore(client?.subscribe ?? noSubscription, client?.snapshot ?? emptyState, emptyState)
  return { client, state }
}
