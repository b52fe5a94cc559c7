import type pg from 'pg'
import type { FrameClient } from '../frames/frame-client'

export interface StoredAnswer {
  readonly trace_id: string
  readonly message_id: string | null
  readonly conclusion: string | null
}

export async function readStoredAnswers(database: pg.Client): Promise<readonly StoredAnswer[]> {
  const { rows } = await database.query<StoredAnswer>(
    `SELECT trace_id, message_id::text, conclusion::text
     FROM frame LEFT JOIN frame_response ON frame_response.frame_id = frame.id`,
  )
  return rows
}

/** @param sent traces of frames that were answered `sent` */
export function verifyFrames(
  rows: readonly StoredAnswer[],
  sent: readonly string[],
  clients: readonly Pick<FrameClient, 'answers' | 'refusals'>[],
): Omit<FrameSeries, 'kills'> {
  const complaints = clients.flatMap(({ refusals }) => refusals.map((refusal) => `refused: ${refusal}`))
  const stored = new Map<string, StoredAnswer[]>()
  for (const row of rows) stored.set(row.trace_id, [...(stored.get(row.trace_id) ?? []), row])
  let answered = 0
  let lost = 0
  let doubled = 0
  for (const trace of sent) {
    const rows = stored.get(trace) ?? []
    const [row] = rows
    const clientAnswers = clients.map(({ answers }) => answers.get(trace))
    const ids = new Set([
      ...rows.map((each) => each.message_id),
      ...clientAnswers.flatMap((each) => [...(each?.messageIds ?? [])]),
    ])
    ids.delete(null)
    if (ids.size > 0) answered++
    if (row === undefined || ids.size === 0) {
      lost++
      complaints.push(`${trace} was acknowledged and ${row === undefined ? 'is not stored' : 'has no answer'}`)
      continue
    }
    if (ids.size > 1 || rows.length > 1) {
      doubled++
      complaints.push(`${trace} is stored ${rows.length} times and has the message ids ${[...ids].join(', ')}`)
    }
    if (clientAnswers.some((each) => each === undefined))
      complaints.push(`${trace} is answered, and a client did not get the answer`)
    const outcomes = new Set([row.conclusion, ...clientAnswers.flatMap((each) => [...(each?.outcomes ?? [])])])
    if (outcomes.size !== 1 || !outcomes.has('YES'))
      complaints.push(`${trace} was answered with ${[...outcomes].join(', ')}, not with YES`)
  }
  return { sent: sent.length, answered, lost, doubled, complaints }
}

export interface FrameSeries {
  readonly kills: ReadonlyMap<FrameVictim, number>
  readonly sent: number
  readonly answered: number
  /** Frames without an answer. */
  readonly lost: number
  /** Frames with more than one message id. */
  readonly doubled: number
  /** All problems, including these two. */
  readonly complaints: readonly string[]
}

export const FRAME_VICTIMS = ['evaluator', 'server', 'evaluator and server', 'database', 'bus'] as const

export type FrameVictim = (typeof FRAME_VICTIMS)[number]
