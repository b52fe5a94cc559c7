/**
 * Entity tags: the version of a thing, as HTTP carries it (RFC 9110, 8.8 and 13.1).
 *
 * Promises: a change is made from one version, named exactly; whoever names none, or any, is told how to.
 */
import { Refusal } from '../../api/refusal'

export function entityTag(version: number): string {
  return `"${version}"`
}

/**
 * The version that `If-Match` names; 0, which nothing has, for a tag that was never given out.
 * @throws Refusal 428 without the header, 400 for one that names no one version
 */
export function demandedVersion(header: string | undefined): number {
  if (header === undefined)
    throw new Refusal(
      'BAD_REQUEST',
      'Send the header If-Match with the ETag that the last answer about this came with, so that nobody’s change is overwritten.',
      {},
      { status: 428 },
    )
  const [, weak, text = ''] = /^\s*(W\/)?"([^"]*)"\s*$/.exec(header) ?? []
  if (text === '')
    throw new Refusal('BAD_REQUEST', 'The header If-Match must be one entity tag, such as "3".', {
      failures: [{ field: 'If-Match', expected: 'one entity tag, such as "3"', received: header.slice(0, 100) }],
      failure_count: 1,
    })
  // A weak tag is equal to none here, nor is one of another form.
  return weak === undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0
}

/** Whether `If-None-Match` names this version: whoever asks has it already. */
export function hasVersion(header: string | undefined, version: number): boolean {
  if (header === undefined) return false
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(entityTag(version))
}
