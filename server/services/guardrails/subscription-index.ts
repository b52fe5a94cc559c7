/**
 * Subscriptions of this process by what an announcement tells of itself.
 *
 * Promises: a subscription stands only under the groups of its client, or under `open` where it came without a token; so
 * what is announced for one group finds no subscription of another.
 */
import { responsesSubject } from '../../api/bus-subjects'
import type { Waiting } from './open-reader'
import type { PlatformClient } from './platform-client'
import { OPEN_SCOPE } from './response-announcement'

export class SubscriptionIndex {
  /** By subject, then by trace id. */
  private readonly subjects = new Map<string, Map<string, Set<Waiting>>>()

  add(waiting: Waiting): void {
    for (const subject of subjectsOf(waiting)) {
      const traces = this.subjects.get(subject) ?? new Map<string, Set<Waiting>>()
      this.subjects.set(subject, traces)
      const found = traces.get(waiting.traceId)
      if (found === undefined) traces.set(waiting.traceId, new Set([waiting]))
      else found.add(waiting)
    }
  }

  remove(waiting: Waiting): void {
    for (const subject of subjectsOf(waiting)) {
      const traces = this.subjects.get(subject)
      const found = traces?.get(waiting.traceId)
      if (traces === undefined || !found?.delete(waiting)) continue
      if (found.size === 0) traces.delete(waiting.traceId)
      if (traces.size === 0) this.subjects.delete(subject)
    }
  }

  /** Whether somebody waits for answers of this subject. */
  has(subject: string): boolean {
    return this.subjects.has(subject)
  }

  of(subject: string, traceId: string): readonly Waiting[] {
    return [...(this.subjects.get(subject)?.get(traceId) ?? [])]
  }

  /** Of every trace. */
  all(subject: string): readonly Waiting[] {
    return [...(this.subjects.get(subject)?.values() ?? [])].flatMap((found) => [...found])
  }
}

function subjectsOf({ topic, reader }: Waiting): readonly string[] {
  return scopesOf(reader.client).map((scope) => responsesSubject(scope, topic))
}

function scopesOf({ isOpen, groups }: PlatformClient): readonly string[] {
  return isOpen ? [OPEN_SCOPE] : groups.map(({ namespaceId }) => namespaceId)
}
