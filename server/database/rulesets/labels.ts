/** `updatedAt` only moves when a label changes. */
import type { LabelConfidence } from '../../../generated/prisma/client'
import type { Database } from '../client/database'
import { appendLog } from '../log/append-log'

export interface Label {
  readonly vocabularyVersion: string
  /** Null exactly if labelling was declined. */
  readonly levelOne: string | null
  readonly levelTwo: string | null
  readonly confidence: LabelConfidence | null
  readonly declined: boolean
}

export interface StoredLabel extends Label {
  readonly updatedAt: Date
}

export interface LabelledName {
  readonly name: string
  readonly levelOne: string
  readonly levelTwo: string | null
}

export interface LabelVerbs {
  findLabel(namespaceId: string, hash: string): Promise<StoredLabel | null>
  /** Returns the label in force. An equal one keeps its vocabulary version and time. */
  putLabel(request: {
    readonly namespaceId: string
    readonly hash: string
    readonly label: Label
    readonly at: Date
    readonly actor: string
  }): Promise<StoredLabel>
  /** Sorted by name. */
  listLabelledNames(namespaceId: string): Promise<LabelledName[]>
}

type LabelRow = StoredLabel & { readonly namespaceId: string; readonly hash: string }

export function labelVerbs({ prisma, repeatable }: Database): LabelVerbs {
  const findLabel = async (namespaceId: string, hash: string): Promise<StoredLabel | null> => {
    const row = await prisma.rulesetLabel.findUnique({ where: { namespaceId_hash: { namespaceId, hash } } })
    return row === null ? null : storedLabel(row)
  }
  return {
    findLabel: (namespaceId, hash) => repeatable(() => findLabel(namespaceId, hash)),

    putLabel: ({ namespaceId, hash, label, at, actor }) =>
      repeatable(async () => {
        const before = await findLabel(namespaceId, hash)
        // Most calls repeat a label and write nothing.
        if (before !== null && saysTheSame(before, label)) return before
        await prisma.$transaction(async (tx) => {
          const changed = await tx.$executeRaw`
          INSERT INTO ruleset_label AS known
            (namespace_id, hash, vocabulary_version, level_one, level_two, confidence, declined, updated_at)
          VALUES (${namespaceId}::uuid, ${hash}, ${label.vocabularyVersion}, ${label.levelOne}, ${label.levelTwo},
                  ${label.confidence}::label_confidence, ${label.declined}, ${at}::timestamp)
          ON CONFLICT (namespace_id, hash) DO UPDATE
          SET vocabulary_version = excluded.vocabulary_version, level_one = excluded.level_one,
              level_two = excluded.level_two, confidence = excluded.confidence, declined = excluded.declined,
              updated_at = excluded.updated_at
          WHERE (known.level_one, known.level_two, known.confidence, known.declined)
            IS DISTINCT FROM (excluded.level_one, excluded.level_two, excluded.confidence, excluded.declined)`
          // The topic is never stored or logged.
          const details = { hash, level_one: label.levelOne, level_two: label.levelTwo, declined: label.declined }
          if (changed > 0) await appendLog(tx, namespaceId, at, [{ kind: 'ruleset_labelled', actor, details }])
        })
        const stored = await findLabel(namespaceId, hash)
        if (stored === null) throw new Error(`the label of ruleset ${hash} was neither stored nor found`)
        return stored
      }),

    listLabelledNames: (namespaceId) =>
      repeatable(
        () => prisma.$queryRaw<LabelledName[]>`
          SELECT name, level_one AS "levelOne", level_two AS "levelTwo"
          FROM ruleset_name JOIN ruleset_label USING (namespace_id, hash)
          WHERE namespace_id = ${namespaceId}::uuid AND level_one IS NOT NULL
          ORDER BY name COLLATE "C"`,
      ),
  }
}

function saysTheSame(stored: Label, label: Label): boolean {
  return (
    stored.levelOne === label.levelOne &&
    stored.levelTwo === label.levelTwo &&
    stored.confidence === label.confidence &&
    stored.declined === label.declined
  )
}

function storedLabel({
  vocabularyVersion,
  levelOne,
  levelTwo,
  confidence,
  declined,
  updatedAt,
}: LabelRow): StoredLabel {
  return { vocabularyVersion, levelOne, levelTwo, confidence, declined, updatedAt }
}
