/**
 * A draft as the fragment of a link: compressed, never sent to any server.
 *
 * Promises: what {@link shareFragment} makes, {@link sharedDraft} reads back; anything else reads as null.
 */
import { packText, unpackText } from '../ui/packed-text'
import { type Draft, parseDraft } from './draft'

const MARK = '#draft='

export async function shareFragment(draft: Draft): Promise<string> {
  return MARK + (await packText(JSON.stringify(draft)))
}

/** @param page its address, whose query has nothing to do with the draft */
export async function shareLink(page: string, draft: Draft): Promise<string> {
  const link = new URL(page)
  link.search = ''
  link.hash = await shareFragment(draft)
  return link.href
}

export async function sharedDraft(fragment: string): Promise<Draft | null> {
  if (!fragment.startsWith(MARK)) return null
  try {
    return parseDraft(await unpackText(fragment.slice(MARK.length)))
  } catch {
    // Cut short on its way, or no link of ours: the caller says so.
    return null
  }
}

export function isShared(fragment: string): boolean {
  return fragment.startsWith(MARK)
}
