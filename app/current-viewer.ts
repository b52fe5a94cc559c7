import { headers } from 'next/headers'
import { runtime } from '@/server/bootstrap/runtime'

/** The person who opened the page; null without a session. */
export async function currentViewer() {
  // Asked for first: it tells Next that these pages are never made ahead.
  const cookie = (await headers()).get('cookie') ?? undefined
  const { workbench, readSession } = runtime()
  return workbench.people.viewerOf(await readSession(cookie))
}
