/** Labels say what answers should have been. Labels of several people stay next to each other. */
import { Refusal } from '../../../api/refusal'
import { evaluatedFrame } from '../../../api/schemas/frame'
import type { FrameLabelRequest } from '../../../api/schemas/frames/frame-label'
import type { RepeatableCall } from '../../../database/access/repeatable-calls'
import type {
  FrameLabelVerbs,
  LabelLimits,
  LabelSet,
  StoredFrameLabel,
} from '../../../database/guardrails/frame-labels'
import { demandPermission } from '../../access/permit'
import { type Caller, namespaceOf } from '../../calls/caller'
import { MAX_OF_A_PAGE, type Page, type PageInput, readPage } from '../targets/pages'
import { type LabelResults, resultsOf } from './label-results'

export interface FrameLabel {
  readonly traceId: string
  readonly messageId: string
  readonly set: string
  /** Null for the conclusion. */
  readonly assertion: string | null
  readonly answer: string
  readonly expected: string
  readonly note: string | null
  readonly labelledBy: string
  readonly labelledAt: string
}

export interface ResultsOfSet extends LabelResults {
  /** Null without labels. */
  readonly set: string | null
  /** The label sets of the target, the one with the most recent label first. */
  readonly sets: readonly LabelSet[]
}

export interface WantedLabels {
  readonly targetId: string
  readonly set: string | null
  readonly messageId: string | null
}

export interface FrameLabels {
  /**
   * Replaces the caller's earlier label; `expected: null` withdraws it. Answers with the labels of this answer.
   * @param call for a call with an `Idempotency-Key`
   * @throws Refusal BAD_REQUEST (404 no such answer, 400 no such assertion); BUDGET_EXCEEDED
   */
  label(
    caller: Caller,
    messageId: string,
    request: FrameLabelRequest,
    call?: RepeatableCall | null,
  ): Promise<Page<FrameLabel>>
  /** The last one first. */
  list(caller: Caller, wanted: WantedLabels, page: PageInput): Promise<Page<FrameLabel>>
  /** @param wanted `set`: if null, the one with the last label */
  results(
    caller: Caller,
    wanted: { readonly targetId: string; readonly set: string | null; readonly threshold: string | null },
  ): Promise<ResultsOfSet>
}

export interface FrameLabelDependencies {
  readonly store: FrameLabelVerbs
  readonly now: () => Date
  readonly newId: () => string
  readonly limits: LabelLimits
}

export function createFrameLabels(dependencies: FrameLabelDependencies): FrameLabels {
  const { store } = dependencies
  const list: FrameLabels['list'] = (caller, { targetId, set, messageId }, page) => {
    const read = store.listFrameLabels.bind(null, namespaceOf(caller), { targetId, setName: set, messageId })
    return readPage('labels', page, read, (rows) => rows.map(labelOf))
  }
  return {
    label: async (caller, messageId, request, call = null) => {
      const targetId = await storeLabel(dependencies, caller, messageId, request, call)
      return list(caller, { targetId, set: null, messageId }, { cursor: null, limit: MAX_OF_A_PAGE })
    },

    list: async (caller, wanted, page) => {
      demandPermission(caller, 'read_guardrails')
      return list(caller, wanted, page)
    },

    results: async (caller, { targetId, set, threshold }) => {
      demandPermission(caller, 'read_guardrails')
      const namespaceId = namespaceOf(caller)
      const sets = await store.listLabelSets(namespaceId, targetId)
      const name = set ?? sets[0]?.name ?? null
      const labels = name === null ? [] : await store.readCountedLabels(namespaceId, targetId, name)
      return { set: name, sets, ...resultsOf(labels, threshold) }
    },
  }
}

async function storeLabel(
  { store, now, newId, limits }: FrameLabelDependencies,
  caller: Caller,
  messageId: string,
  { set, assertion, expected, note }: FrameLabelRequest,
  call: RepeatableCall | null,
): Promise<string> {
  demandPermission(caller, 'label_frames')
  const namespaceId = namespaceOf(caller)
  const found = await store.findAnswerOfMessage(namespaceId, messageId)
  if (found === null) throw answerGone(messageId)
  const { frameId, targetId, body } = found
  const result = await store.storeFrameLabel(
    namespaceId,
    {
      ...{ id: newId(), frameId, targetId, setName: set, assertion: assertion ?? '', expected, note },
      ...{ labeller: labellerOf(caller), labelledBy: caller.label, labelledAt: now() },
      ...answerOf(body, assertion),
    },
    limits,
    call,
  )
  if (result.kind === 'frame_gone') throw answerGone(messageId)
  if (result.kind === 'full') throw setFull(result.limit, limits)
  return targetId
}

/** A person stays the same labeller under another name. */
function labellerOf({ person, label }: Caller): string {
  return person === null ? `program:${label}` : `person:${person.id}`
}

/** @throws Refusal BAD_REQUEST */
function answerOf(body: string, assertion: string | null): Pick<StoredFrameLabel, 'answer' | 'confidence'> {
  const { E, P } = evaluatedFrame.parse(JSON.parse(body))
  const confidence = E === null ? null : String(E.confidence)
  if (assertion === null) return { answer: E?.conclusion ?? 'ERROR', confidence }
  const check = P.find((step) => step.assertion === assertion)?.check
  if (typeof check === 'string') return { answer: check, confidence }
  const names = P.flatMap((step) => (typeof step.assertion === 'string' ? [step.assertion] : []))
  const expected = names.length === 0 ? 'null, because this answer has no assertions' : `one of ${listed(names)}`
  throw new Refusal('BAD_REQUEST', `The answer has no assertion of that name. It must be ${expected}.`, {
    failures: [{ field: 'assertion', expected, received: JSON.stringify(assertion.slice(0, 100)) }],
    failure_count: 1,
  })
}

const MAX_LISTED = 10

function listed(names: readonly string[]): string {
  const shown = [...new Set(names)].slice(0, MAX_LISTED).join(', ')
  return names.length > MAX_LISTED ? `${shown} and others` : shown
}

function answerGone(messageId: string): Refusal {
  const message = `This group has no answer ${messageId}. It may have been removed after its retention.`
  return new Refusal('BAD_REQUEST', message, {}, { status: 404 })
}

const FULL: Readonly<Record<keyof LabelLimits, (limit: number) => string>> = {
  labels_per_set: (limit) => `A set has at most ${limit} labels. Label further frames in another set.`,
  label_sets_per_target: (limit) => `A guardrail has at most ${limit} sets of labels. Use a set that it has already.`,
}

function setFull(budget: keyof LabelLimits, limits: LabelLimits): Refusal {
  const limit = limits[budget]
  return new Refusal('BUDGET_EXCEEDED', FULL[budget](limit), { budget, limit, actual: limit + 1 })
}

function labelOf({ setName, assertion, labelledAt, ...row }: StoredFrameLabel): FrameLabel {
  const { traceId, messageId, answer, expected, note, labelledBy } = row
  return {
    ...{ traceId, messageId, answer, expected, note, labelledBy, set: setName },
    assertion: assertion === '' ? null : assertion,
    labelledAt: labelledAt.toISOString(),
  }
}
