'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { PLATFORM_LIMITS } from '../../server/api/guardrail-terms'
import { Field, TextEntry } from '../ui/field'
import { FormDialog } from '../ui/form-dialog'
import { refusalOf } from '../ui/page-refusal'
import { RefusalNotice } from '../ui/refusal-notice'
import { server } from '../ui/server-calls'
import { useViewer } from '../ui/viewer'
import { GuardrailFields } from './guardrail-fields'
import { guardrailProblems, hasProblem } from './guardrail-problems'
import { startingGuardrail } from './guardrail-words'
import { ModelNote } from './model-note'
import { ProjectChoice } from './project-choice'
import { type GuardrailInput, type Project, targetsKey } from './target-data'
import { TypeChoice } from './type-choice'

const NO_PROBLEMS = { name: null, rulesetHash: null, count: null }

/** Makes a guardrail and opens it, to be tried. */
export function NewGuardrailDialog(props: {
  readonly projects: readonly Project[]
  /** Empty: none was chosen. */
  readonly projectId: string
  readonly onClose: () => void
}) {
  const { projects, onClose } = props
  const { namespace } = useViewer()
  const queries = useQueryClient()
  const router = useRouter()
  const [projectId, setProjectId] = useState(props.projectId || (projects.length === 1 ? (projects[0]?.id ?? '') : ''))
  const [wish, setWish] = useState<GuardrailInput>(startingGuardrail('policy_rules'))
  const [tried, setTried] = useState(false)
  const add = useMutation({
    mutationFn: () => server.targets.addGuardrail.mutate({ projectId, wish: { ...wish, name: wish.name.trim() } }),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: targetsKey('guardrail', namespace.id) })
      router.push(`/guardrails/${id}`)
    },
  })
  const found = guardrailProblems(wish)
  const problems = tried ? found : NO_PROBLEMS
  const change = (next: GuardrailInput) => {
    setWish(next)
    add.reset()
  }
  const submit = () => {
    setTried(true)
    if (!hasProblem(found) && projectId !== '') add.mutate()
  }
  return (
    <FormDialog
      wide
      onClose={onClose}
      title="New guardrail"
      description="Something that frames are sent to and that answers YES, NO or UNKNOWN."
      action="Make it"
      actionUnderWay="Making…"
      isUnderWay={add.isPending}
      onSubmit={submit}
    >
      <Field label="Name" problem={problems.name}>
        {(bound) => (
          <TextEntry
            {...bound}
            value={wish.name}
            maxLength={PLATFORM_LIMITS.name_chars}
            onChange={({ target }) => change({ ...wish, name: target.value })}
          />
        )}
      </Field>
      <ProjectChoice
        projects={projects}
        projectId={projectId}
        problem={tried && projectId === '' ? 'Choose a project, or add one.' : null}
        onChoose={setProjectId}
      />
      <TypeChoice type={wish.type} onChoose={(type) => change(startingGuardrail(type, wish.name))} />
      <ModelNote type={wish.type} />
      <GuardrailFields
        key={wish.type}
        wish={wish}
        rulesetName={null}
        problems={problems}
        readOnly={false}
        onChange={change}
      />
      {add.error !== null && <RefusalNotice refusal={refusalOf(add.error)} />}
    </FormDialog>
  )
}
