/** Labels of answered frames. They are removed with their frame; the log keeps who labelled what, without notes. */
import { Prisma } from '../../../generated/prisma/client'
import { type RepeatableCall, takeEffectOnce } from '../access/repeatable-calls'
import type { Database } from '../client/database'
import { cutPage, type PageOfRows, type RowPage } from '../client/row-page'
import { appendLog, holdLog } from '../log/append-log'

export interface StoredFrameLabel {
  readonly id: string
  readonly frameId: string
  readonly traceId: string
  readonly targetId: string
  readonly messageId: string
  readonly setName: string
  /** Empty for the conclusion. */
  readonly assertion: string
  readonly labelledBy: string
  readonly labelledAt: Date
  readonly answer: string
  /** Decimal text; null for an Error. */
  readonly confidence: string | null
  readonly expected: string
  readonly note: string | null
}

export interface NewFrameLabel
  extends Pick<
    StoredFrameLabel,
    'id' | 'frameId' | 'targetId' | 'setName' | 'assertion' | 'labelledBy' | 'labelledAt' | 'answer' | 'confidence'
  > {
  readonly labeller: string
  /** Null withdraws the label of this labeller. */
  readonly expected: string | null
  readonly note: string | null
}

export interface LabelLimits {
  readonly labels_per_set: number
  readonly label_sets_per_target: number
}

export type LabelResult =
  | { readonly kind: 'stored' }
  /** The frame was removed in the meantime. */
  | { readonly kind: 'frame_gone' }
  | { readonly kind: 'full'; readonly limit: keyof LabelLimits }

/** One label, as the results count it. */
export interface CountedLabel {
  readonly frameId: string
  readonly assertion: string
  readonly labeller: string
  readonly labelledBy: string
  readonly answer: string
  readonly confidence: string | null
  readonly expected: string
}

export interface LabelSet {
  readonly name: string
  readonly labels: number
}

export interface FrameLabelVerbs {
  /** Finds an answer by the id of its message; null if the namespace has no such answer. */
  findAnswerOfMessage(
    namespaceId: string,
    messageId: string,
  ): Promise<{ readonly frameId: string; readonly targetId: string; readonly body: string } | null>
  /** Replaces the labeller's earlier label of the same part in the same set. */
  storeFrameLabel(
    namespaceId: string,
    label: NewFrameLabel,
    limits: LabelLimits,
    call: RepeatableCall | null,
  ): Promise<LabelResult>
  /** The last one first. */
  listFrameLabels(
    namespaceId: string,
    wanted: { readonly targetId: string; readonly setName: string | null; readonly messageId: string | null },
    page: PageOfRows,
  ): Promise<RowPage<StoredFrameLabel>>
  /** The set with the last label first. */
  listLabelSets(namespaceId: string, targetId: string): Promise<readonly LabelSet[]>
  readCountedLabels(namespaceId: string, targetId: string, setName: string): Promise<readonly CountedLabel[]>
}

export function frameLabelVerbs({ prisma, repeatable }: Database): FrameLabelVerbs {
  return {
    findAnswerOfMessage: (namespaceId, messageId) =>
      repeatable(async () => {
        const [found] = await prisma.$queryRaw<{ frameId: string; targetId: string; body: string }[]>`
          SELECT frame.id AS "frameId", target_id AS "targetId", body
          FROM frame_response JOIN frame ON frame.id = frame_id
          WHERE message_id = ${messageId}::uuid AND namespace_id = ${namespaceId}::uuid`
        return found ?? null
      }),

    storeFrameLabel: (namespaceId, label, limits, call) => {
      const isStored = ({ kind }: LabelResult) => kind === 'stored'
      return repeatable(() =>
        prisma
          .$transaction((tx) =>
            takeEffectOnce(tx, namespaceId, call, () => storeLabel(tx, namespaceId, label, limits), isStored),
          )
          .catch(goneFrameOrThrow),
      )
    },

    listFrameLabels: (namespaceId, { targetId, setName, messageId }, { after, limit }) =>
      repeatable(async () => {
        const past =
          after === null
            ? Prisma.sql`true`
            : Prisma.sql`(labelled_at, frame_label.id) < (${after.at}::timestamp, ${after.id}::uuid)`
        const found = await prisma.$queryRaw<(Omit<StoredFrameLabel, 'labelledAt'> & { readonly createdAt: Date })[]>`
          SELECT frame_label.id, frame_label.frame_id AS "frameId", trace_id AS "traceId", message_id AS "messageId",
                 frame_label.target_id AS "targetId", set_name AS "setName", assertion, labelled_by AS "labelledBy",
                 labelled_at AS "createdAt", answer, confidence, expected, note
          FROM frame_label JOIN frame ON frame.id = frame_id
          JOIN frame_response ON frame_response.frame_id = frame.id
          WHERE frame_label.namespace_id = ${namespaceId}::uuid AND frame_label.target_id = ${targetId}::uuid
            AND ${setName === null ? Prisma.sql`true` : Prisma.sql`set_name = ${setName}`}
            AND ${messageId === null ? Prisma.sql`true` : Prisma.sql`message_id = ${messageId}::uuid`}
            AND ${past}
          ORDER BY labelled_at DESC, frame_label.id DESC LIMIT ${limit + 1}`
        const { rows, next } = cutPage(found, limit)
        return { rows: rows.map(({ createdAt, ...row }) => ({ ...row, labelledAt: createdAt })), next }
      }),

    listLabelSets: (namespaceId, targetId) =>
      repeatable(
        () => prisma.$queryRaw<LabelSet[]>`
          SELECT set_name AS name, count(*)::int AS labels FROM frame_label
          WHERE namespace_id = ${namespaceId}::uuid AND target_id = ${targetId}::uuid
          GROUP BY set_name ORDER BY max(labelled_at) DESC, set_name`,
      ),

    readCountedLabels: (namespaceId, targetId, setName) =>
      repeatable(
        () => prisma.$queryRaw<CountedLabel[]>`
          SELECT frame_id AS "frameId", assertion, labeller, labelled_by AS "labelledBy", answer, confidence, expected
          FROM frame_label
          WHERE namespace_id = ${namespaceId}::uuid AND target_id = ${targetId}::uuid AND set_name = ${setName}
          ORDER BY labelled_at, id`,
      ),
  }
}

async function storeLabel(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  { expected, note, ...label }: NewFrameLabel,
  limits: LabelLimits,
): Promise<LabelResult> {
  // Labels of a namespace are stored one after the other, so that none exceeds a limit.
  await holdLog(tx, namespaceId, label.labelledAt)
  const { frameId, setName, assertion, labeller, labelledAt, labelledBy } = label
  const key = { frameId, setName, assertion, labeller }
  const earlier = await tx.frameLabel.findUnique({ where: { frameId_setName_assertion_labeller: key } })
  const isSame = earlier === null ? expected === null : earlier.expected === expected && earlier.note === note
  if (isSame) return { kind: 'stored' }
  const part = { frame_id: frameId, target_id: label.targetId, set: setName, assertion }
  if (expected === null) {
    await tx.frameLabel.deleteMany({ where: key })
    await appendLog(tx, namespaceId, labelledAt, [{ kind: 'frame_label_withdrawn', actor: labelledBy, details: part }])
    return { kind: 'stored' }
  }
  if (earlier === null) {
    const full = await exceededLimit(tx, namespaceId, label, limits)
    if (full !== null) return { kind: 'full', limit: full }
    await tx.frameLabel.create({ data: { ...label, namespaceId, expected, note } })
  } else await tx.frameLabel.updateMany({ where: key, data: { labelledBy, labelledAt, expected, note } })
  const details = { ...part, answer: label.answer, expected }
  await appendLog(tx, namespaceId, labelledAt, [{ kind: 'frame_labelled', actor: labelledBy, details }])
  return { kind: 'stored' }
}

/** The frame was removed before its label was stored. */
function goneFrameOrThrow(error: unknown): LabelResult {
  if (error instanceof Error && 'code' in error && error.code === 'P2003') return { kind: 'frame_gone' }
  throw error
}

async function exceededLimit(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  { targetId, setName }: Pick<NewFrameLabel, 'targetId' | 'setName'>,
  limits: LabelLimits,
): Promise<keyof LabelLimits | null> {
  const of = { namespaceId, targetId }
  const labels = await tx.frameLabel.count({ where: { ...of, setName } })
  if (labels >= limits.labels_per_set) return 'labels_per_set'
  if (labels > 0) return null
  const [sets] = await tx.$queryRaw<{ sets: number }[]>`
    SELECT count(DISTINCT set_name)::int AS sets FROM frame_label
    WHERE namespace_id = ${namespaceId}::uuid AND target_id = ${targetId}::uuid`
  return (sets?.sets ?? 0) >= limits.label_sets_per_target ? 'label_sets_per_target' : null
}
