/**
 * The primary's side of the process group. The primary holds the gates, so no gate is reset when another process is
 * killed.
 */
import { AddressGate } from '../services/access/process-group'
import type { GroupCall, ToServing } from './process-messages'

export interface Member {
  readonly isConnected: boolean
  send(message: ToServing): void
}

interface Publication {
  readonly from: Member
  /** The publisher's own number for it. */
  readonly id: number
  readonly waitsFor: Set<Member>
}

export class GroupHub {
  private readonly gates = new Map<string, AddressGate>()
  private readonly published = new Map<number, Publication>()
  private nextId = 0

  constructor(
    private readonly members: () => readonly Member[],
    /** Milliseconds since the epoch. */
    private readonly now: () => number,
  ) {}

  handle(from: Member, call: GroupCall): void {
    if (call.kind === 'publish') this.publish(from, call)
    else if (call.kind === 'handled') this.handled(from, call.id)
    else if (call.kind === 'refund') this.gates.get(call.gate)?.refund(call.key)
    else {
      const gate = this.gates.get(call.gate) ?? new AddressGate(this.now, call.allowance)
      this.gates.set(call.gate, gate)
      from.send({ kind: 'wait', id: call.id, wait: gate.take(call.key) })
    }
  }

  /** Forgets a process that ended; its replacement numbers its own calls. */
  ended(member: Member): void {
    for (const [id, { from, waitsFor }] of this.published)
      if (from === member) this.published.delete(id)
      else if (waitsFor.has(member)) this.handled(member, id)
  }

  private publish(from: Member, { id, topic, text }: Extract<GroupCall, { kind: 'publish' }>): void {
    const others = this.members().filter((member) => member !== from && member.isConnected)
    const own = this.nextId++
    const published = { from, id, waitsFor: new Set(others) }
    if (others.length > 0) this.published.set(own, published)
    else from.send({ kind: 'done', id })
    for (const member of others) member.send({ kind: 'published', id: own, topic, text })
  }

  private handled(member: Member, id: number): void {
    const published = this.published.get(id)
    if (published === undefined || !published.waitsFor.delete(member) || published.waitsFor.size > 0) return
    this.published.delete(id)
    published.from.send({ kind: 'done', id: published.id })
  }
}
