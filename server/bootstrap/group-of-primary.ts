/** The process group as a serving process sees it. A failing handler is reported and delays no other process. */
import type { AddressAllowance, Gate, GroupTopic, ProcessGroup } from '../services/access/process-group'
import type { GroupCall, ToServing } from './process-messages'

/** Longer than the event loop of a working process is ever blocked. */
const LONGEST_WAIT_MS = 5_000

export class GroupOfPrimary implements ProcessGroup {
  private readonly handlers = new Map<GroupTopic, ((text: string) => void | Promise<void>)[]>()
  private readonly waiting = new Map<number, (wait: number | null) => void>()
  private nextId = 0

  constructor(
    private readonly send: (call: GroupCall) => void,
    private readonly report: (error: unknown) => void,
  ) {}

  receive(message: ToServing): void {
    if (message.kind === 'published') void this.deliver(message)
    else if (message.kind === 'done') this.settle(message.id, null)
    else if (message.kind === 'wait') this.settle(message.id, message.wait)
  }

  async publish(topic: GroupTopic, text: string): Promise<void> {
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), LONGEST_WAIT_MS).unref())
    await Promise.race([this.ask((id) => ({ kind: 'publish', id, topic, text })), late])
  }

  subscribe(topic: GroupTopic, handle: (text: string) => void | Promise<void>): void {
    this.handlers.set(topic, [...(this.handlers.get(topic) ?? []), handle])
  }

  gate(name: string, allowance: AddressAllowance): Gate {
    return {
      take: (key) => this.ask((id) => ({ kind: 'take', id, gate: name, key, allowance })),
      refund: (key) => this.send({ kind: 'refund', gate: name, key }),
    }
  }

  private ask(call: (id: number) => GroupCall): Promise<number | null> {
    const id = this.nextId++
    return new Promise((resolve) => {
      this.waiting.set(id, resolve)
      this.send(call(id))
    })
  }

  private settle(id: number, wait: number | null): void {
    this.waiting.get(id)?.(wait)
    this.waiting.delete(id)
  }

  private async deliver({ id, topic, text }: Extract<ToServing, { kind: 'published' }>): Promise<void> {
    for (const handle of this.handlers.get(topic) ?? [])
      try {
        await handle(text)
      } catch (error) {
        this.report(error)
      }
    this.send({ kind: 'handled', id })
  }
}
