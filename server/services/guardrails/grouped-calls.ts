/**
 * Group commit: questions that come while a call runs share the next call.
 *
 * Promises: every question is answered by a call that began after it came; a call that fails rejects its own questions
 * alone; what waits is bounded, and a question beyond the bound is refused at once. Without load no question waits.
 */

export interface GroupedCallsOptions<Q, A> {
  /** Answers in the order of the questions. */
  readonly run: (questions: readonly Q[]) => Promise<readonly A[]>
  /** What a question weighs, for the two bounds below: bytes. */
  readonly weigh: (question: Q) => number
  /** Questions of one call. */
  readonly maxCount: number
  /** Weight of one call; a question that is heavier goes alone. */
  readonly maxWeight: number
  /** Weight of all that wait. */
  readonly maxWaitingWeight: number
  /** Calls that run at one time; 1 where absent. With more of them each is smaller, and one forms while another runs. */
  readonly maxRunning?: number
}

interface WaitingCall<Q, A> {
  readonly question: Q
  readonly weight: number
  readonly resolve: (answer: A) => void
  readonly reject: (error: unknown) => void
}

/** More waits than may wait; nothing was done. */
export class TooMuchWaits extends Error {
  override readonly name = 'TooMuchWaits'
}

export class GroupedCalls<Q, A> {
  private readonly waiting: WaitingCall<Q, A>[] = []
  private weight = 0
  private running = 0
  private readonly maxRunning: number

  constructor(private readonly options: GroupedCallsOptions<Q, A>) {
    this.maxRunning = options.maxRunning ?? 1
  }

  /** @throws TooMuchWaits, and whatever the call throws */
  ask(question: Q): Promise<A> {
    const weight = this.options.weigh(question)
    if (this.weight + weight > this.options.maxWaitingWeight && this.waiting.length > 0)
      return Promise.reject(new TooMuchWaits('more waits than may wait'))
    return new Promise((resolve, reject) => {
      this.waiting.push({ question, weight, resolve, reject })
      this.weight += weight
      if (this.running < this.maxRunning) void this.runAll()
    })
  }

  private async runAll(): Promise<void> {
    this.running++
    // Questions of the same turn of the event loop join the first group.
    await null
    while (this.waiting.length > 0) {
      const group = this.nextGroup()
      try {
        const answers = await this.options.run(group.map(({ question }) => question))
        if (answers.length !== group.length) throw new Error(`${group.length} questions got ${answers.length} answers`)
        for (const [index, { resolve }] of group.entries()) resolve(answers[index] as A)
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    this.running--
  }

  private nextGroup(): WaitingCall<Q, A>[] {
    const { maxCount, maxWeight } = this.options
    let count = 0
    let weight = 0
    for (const call of this.waiting) {
      if (count === maxCount || (count > 0 && weight + call.weight > maxWeight)) break
      weight += call.weight
      count++
    }
    this.weight -= weight
    return this.waiting.splice(0, count)
  }
}
