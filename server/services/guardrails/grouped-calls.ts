/**
 * Group commit: what is asked while calls run is asked together by the next call.
 *
 * Promises: every question is answered by a call that began after it was asked; a call that fails fails its own questions
 * alone; what waits is bounded, and whoever comes when it is full is refused at once. Without load a question waits for
 * nobody.
 */

export interface GroupedCallsOptions<Q, A> {
  /** Answers in the order of the questions. */
  readonly run: (questions: readonly Q[]) => Promise<readonly A[]>
  /** What a question weighs, for the two bounds below: bytes. */
  readonly weigh: (question: Q) => number
  /** Questions of one call. */
  readonly most: number
  /** Weight of one call; a question that is heavier goes alone. */
  readonly mostWeight: number
  /** Weight of all that wait. */
  readonly mostWaiting: number
  /** Calls that run at one time; 1 where absent. More of them are smaller, and the next one is made up while one is away. */
  readonly atOnce?: number
}

interface Asked<Q, A> {
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
  private readonly waiting: Asked<Q, A>[] = []
  private weight = 0
  private running = 0
  private readonly atOnce: number

  constructor(private readonly options: GroupedCallsOptions<Q, A>) {
    this.atOnce = options.atOnce ?? 1
  }

  /** @throws TooMuchWaits, and whatever the call throws */
  ask(question: Q): Promise<A> {
    const weight = this.options.weigh(question)
    if (this.weight + weight > this.options.mostWaiting && this.waiting.length > 0)
      return Promise.reject(new TooMuchWaits('more waits than may wait'))
    return new Promise((resolve, reject) => {
      this.waiting.push({ question, weight, resolve, reject })
      this.weight += weight
      if (this.running < this.atOnce) void this.runAll()
    })
  }

  private async runAll(): Promise<void> {
    this.running++
    // Whoever asks within the same turn of the event loop joins the first group.
    await null
    while (this.waiting.length > 0) {
      const group = this.nextGroup()
      try {
        const answers = await this.options.run(group.map(({ question }) => question))
        if (answers.length !== group.length) throw new Error(`${group.length} questions got ${answers.length} answers`)
        for (const [place, { resolve }] of group.entries()) resolve(answers[place] as A)
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    this.running--
  }

  private nextGroup(): Asked<Q, A>[] {
    const { most, mostWeight } = this.options
    let count = 0
    let weight = 0
    for (const asked of this.waiting) {
      if (count === most || (count > 0 && weight + asked.weight > mostWeight)) break
      weight += asked.weight
      count++
    }
    this.weight -= weight
    return this.waiting.splice(0, count)
  }
}
