import { LRUCache } from 'lru-cache'
import { applicationGraph, guardrailRequest } from '../../../api/schemas/guardrail'
import type { StoredRunnableGuardrail, StoredTarget } from '../../../database/guardrails/runnable-targets'
import type { Store } from '../../../database/store'
import type { RunnableGuardrail, RunnableTarget } from '../../evaluators/evaluation'

export const FRESH_MS = 1_000
const MAX_OWNERS = 10_000

interface Owner {
  readonly namespaceId: string
  readonly until: number
}

/** Owners never change, so a cached one is wrong only after a removal. */
export class TargetOwners {
  private readonly owners = new LRUCache<string, Owner>({ max: MAX_OWNERS })
  private readonly reading = new Map<string, Promise<string | null>>()

  constructor(
    private readonly store: Pick<Store, 'findTarget'>,
    private readonly now: () => Date,
  ) {}

  /** Null if there is no such target. */
  ownerOf(targetId: string): string | Promise<string | null> {
    const at = this.now().getTime()
    const known = this.owners.get(targetId)
    return known !== undefined && at < known.until ? known.namespaceId : this.readOnce(targetId, at)
  }

  private readOnce(targetId: string, at: number): Promise<string | null> {
    let reading = this.reading.get(targetId)
    if (reading === undefined) {
      reading = this.read(targetId, at).finally(() => this.reading.delete(targetId))
      this.reading.set(targetId, reading)
    }
    return reading
  }

  private async read(targetId: string, at: number): Promise<string | null> {
    const stored = await this.store.findTarget(targetId)
    if (stored === null) return null
    this.owners.set(targetId, { namespaceId: stored.namespaceId, until: at + FRESH_MS })
    return stored.namespaceId
  }
}

/** Reads each target of a group of frames once. */
export class TargetReads {
  private readonly reads = new Map<string, Promise<StoredTarget | null>>()

  constructor(private readonly store: Pick<Store, 'findTarget'>) {}

  read(id: string): Promise<StoredTarget | null> {
    let reading = this.reads.get(id)
    if (reading === undefined) {
      reading = this.store.findTarget(id)
      // There may be no caller that handles the failure.
      reading.catch(() => undefined)
      this.reads.set(id, reading)
    }
    return reading
  }
}

/** @throws if no schema accepts a configuration that another release or a person wrote */
export function runnableTarget({ target }: StoredTarget): RunnableTarget {
  if (target.kind === 'guardrail') return { kind: 'guardrail', guardrail: runnableGuardrail(target.guardrail) }
  const { id, contextDocument, graph, aggregation, guardrails } = target.application
  return {
    kind: 'application',
    application: {
      id,
      contextDocument,
      graph: applicationGraph.parse(graph),
      aggregation,
      guardrails: new Map(guardrails.map((guardrail) => [guardrail.id, runnableGuardrail(guardrail)])),
    },
  }
}

function runnableGuardrail({ id, name, type, configuration }: StoredRunnableGuardrail): RunnableGuardrail {
  return { id, ...guardrailRequest.parse({ name, type, configuration }) }
}
