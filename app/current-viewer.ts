import { headers } from 'next/headers'
import { runtime } from '@/server/bootstrap/runtime'

/** The person who opened the page; null without a session. */
export async function currentViewer() {
  // Read first: it makes Next render these pages on every request.
  const cookie = (await headers()).get('cookie') ?? undefined
  const { workbench, readSession } = runtime()
  return workbench.people.viewerOf(await readSession(cookie))
}
