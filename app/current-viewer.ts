import { headers } from 'next/headers'
import { getRuntime } from '@/server/bootstrap/runtime'

/** Returns the person who opened the page, or null without a session. */
export async function currentViewer() {
  // Comes first: it makes Next render these pages on every request.
  const cookie = (await headers()).get('cookie') ?? undefined
  const { workbench, readSession } = getRuntime()
  return workbench.people.viewerOf(await readSession(cookie))
}
