/**
 * Subscriptions are registered only under their client's groups, or under `open` without a token, so that groups stay
 * separate.
 */
import { responsesSubject } from '../../../api/terms/bus-subjects'
import { OPEN_SCOPE } from '../frames/responses'
import type { PlatformClient } from '../machine-accounts/platform-client'
import type { Waiting } from './open-reader'

export class SubscriptionIndex {
  /** By subject, then by trace id. */
  private readonly subjects = new Map<string, Map<string, Set<Waiting>>>()

  add(waiting: Waiting): void {
    for (const subject of subjectsOf(waiting)) {
      const traces = this.subjects.get(subject) ?? new Map<string, Set<Waiting>>()
      this.subjects.set(subject, traces)
      const ofTrace = traces.get(waiting.traceId)
      if (ofTrace === undefined) traces.set(waiting.traceId, new Set([waiting]))
      else ofTrace.add(waiting)
    }
  }

  remove(waiting: Waiting): void {
    for (const subject of subjectsOf(waiting)) {
      const traces = this.subjects.get(subject)
      const ofTrace = traces?.get(waiting.traceId)
      if (traces === undefined || !ofTrace?.delete(waiting)) continue
      if (ofTrace.size === 0) traces.delete(waiting.traceId)
      if (traces.size === 0) this.subjects.delete(subject)
    }
  }

  has(subject: string): boolean {
    return this.subjects.has(subject)
  }

  of(subject: string, traceId: string): readonly Waiting[] {
    return [...(this.subjects.get(subject)?.get(traceId) ?? [])]
  }

  all(subject: string): readonly Waiting[] {
    return [...(this.subjects.get(subject)?.values() ?? [])].flatMap((ofTrace) => [...ofTrace])
  }
}

function subjectsOf({ topic, reader }: Waiting): readonly string[] {
  return scopesOf(reader.client).map((scope) => responsesSubject(scope, topic))
}

function scopesOf({ isOpen, groups }: PlatformClient): readonly string[] {
  return isOpen ? [OPEN_SCOPE] : groups.map(({ namespaceId }) => namespaceId)
}
