/** A killed process loses the uses of the last seconds. */
import { type CredentialVerbs, MAX_NOTED_USES } from '../../database/access/credentials'
import type { FlushTimer } from './flush-timer'

export class CredentialUses {
  /** Epoch milliseconds by credential id. */
  private noted = new Map<string, number>()

  constructor(
    private readonly store: Pick<CredentialVerbs, 'noteUses'>,
    private readonly timer: FlushTimer,
  ) {
    timer.add(() => this.write())
  }

  note(credentialId: string, at: number): void {
    this.noted.set(credentialId, at)
    this.timer.soon()
  }

  private async write(): Promise<void> {
    const { noted } = this
    this.noted = new Map()
    try {
      const uses = [...noted].map(([credentialId, at]) => ({ credentialId, at: new Date(at) }))
      for (let from = 0; from < uses.length; from += MAX_NOTED_USES)
        await this.store.noteUses(uses.slice(from, from + MAX_NOTED_USES))
    } catch (error) {
      // Noting a use twice is harmless.
      for (const [credentialId, at] of noted) if (!this.noted.has(credentialId)) this.note(credentialId, at)
      throw error
    }
  }
}
