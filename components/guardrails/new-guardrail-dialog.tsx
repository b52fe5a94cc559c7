'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { useRouter } from 'next/navigation'
import { useId, useState } from 'react'
import { GUARDRAIL_TYPES, type GuardrailType, PLATFORM_LIMITS } from '../../server/api/terms/guardrail-terms'
import { Field, TextEntry } from '../ui/controls'
import { FormDialog } from '../ui/dialog'
import { RefusalNotice } from '../ui/notice'
import { refusalOf, server } from '../ui/server-calls'
import { useViewer } from '../ui/shell/viewer'
import { guardrailProblems, hasProblem } from './guardrail-draft'
import { GuardrailFields, ModelNote } from './guardrail-fields'
import { startingGuardrail, TYPE_WORDS } from './guardrail-words'
import { ProjectChoice } from './targets/project-choice'
import { type GuardrailInput, type Project, targetsKey } from './targets/target-data'

const NO_PROBLEMS = { name: null, rulesetHash: null, count: null }

/** Creates a guardrail and opens its page. */
export function NewGuardrailDialog(props: {
  readonly projects: readonly Project[]
  /** Preselected project; empty without one. */
  readonly projectId: string
  readonly onClose: () => void
}) {
  const { projects, onClose } = props
  const { namespace } = useViewer()
  const queries = useQueryClient()
  const router = useRouter()
  const [projectId, setProjectId] = useState(props.projectId || (projects.length === 1 ? (projects[0]?.id ?? '') : ''))
  const [input, setInput] = useState<GuardrailInput>(startingGuardrail('policy_rules'))
  const [tried, setTried] = useState(false)
  const add = useMutation({
    mutationFn: () => server.targets.addGuardrail.mutate({ projectId, content: { ...input, name: input.name.trim() } }),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: targetsKey('guardrail', namespace.id) })
      router.push(`/guardrails/${id}`)
    },
  })
  const allProblems = guardrailProblems(input)
  const problems = tried ? allProblems : NO_PROBLEMS
  const change = (next: GuardrailInput) => {
    setInput(next)
    add.reset()
  }
  const submit = () => {
    setTried(true)
    if (!hasProblem(allProblems) && projectId !== '') add.mutate()
  }
  return (
    <FormDialog
      wide
      onClose={onClose}
      title="New guardrail"
      description="A guardrail receives frames and answers YES, NO or UNKNOWN."
      action="Create"
      actionUnderWay="Creating…"
      isUnderWay={add.isPending}
      onSubmit={submit}
    >
      <Field label="Name" problem={problems.name}>
        {(bound) => (
          <TextEntry
            {...bound}
            value={input.name}
            maxLength={PLATFORM_LIMITS.name_chars}
            onChange={({ target }) => change({ ...input, name: target.value })}
          />
        )}
      </Field>
      <ProjectChoice
        projects={projects}
        projectId={projectId}
        problem={tried && projectId === '' ? 'Choose a project, or add one.' : null}
        onChoose={setProjectId}
      />
      <TypeChoice type={input.type} onChoose={(type) => change(startingGuardrail(type, input.name))} />
      <ModelNote type={input.type} />
      <GuardrailFields
        key={input.type}
        input={input}
        rulesetName={null}
        problems={problems}
        readOnly={false}
        onChange={change}
      />
      {add.error !== null && <RefusalNotice refusal={refusalOf(add.error)} />}
    </FormDialog>
  )
}

function TypeChoice(props: { readonly type: GuardrailType; readonly onChoose: (type: GuardrailType) => void }) {
  const { type: chosen, onChoose } = props
  const id = useId()
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Type</legend>
      <div className="flex flex-col gap-1.5">
        {GUARDRAIL_TYPES.map((type) => (
          <label
            key={type}
            className={clsx(
              'flex cursor-pointer items-start gap-2.5 rounded-md border px-3 py-2',
              type === chosen ? 'border-accent bg-accent-soft' : 'border-line hover:bg-canvas',
            )}
          >
            <input
              type="radio"
              name={id}
              value={type}
              checked={type === chosen}
              onChange={() => onChoose(type)}
              aria-describedby={`${id}-${type}`}
              aria-label={TYPE_WORDS[type].title}
              className="mt-1 shrink-0 accent-(--accent)"
            />
            <span>
              <span className="font-medium">{TYPE_WORDS[type].title}</span>
              <span id={`${id}-${type}`} className="block text-sm text-ink-soft">
                It {TYPE_WORDS[type].does}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
