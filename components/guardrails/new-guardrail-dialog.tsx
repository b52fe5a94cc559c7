'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { PLATFORM_LIMITS } from '../../server/contract/guardrail-terms'
import { refusalOf } from '../calls/page-refusal'
import { server } from '../calls/server-calls'
import { Button } from '../controls/button'
import { Dialog } from '../controls/dialog'
import { Field, TextEntry } from '../controls/field'
import { RefusalNotice } from '../controls/refusal-notice'
import { useViewer } from '../shell/viewer'
import { ProjectChoice } from '../targets/project-choice'
import { type GuardrailWish, type Project, targetsKey } from '../targets/target-data'
import { GuardrailFields } from './guardrail-fields'
import { guardrailProblems, hasProblem } from './guardrail-problems'
import { startingGuardrail } from './guardrail-words'
import { ModelNote } from './model-note'
import { TypeChoice } from './type-choice'

const FORM = 'new-guardrail'
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
  const [wish, setWish] = useState<GuardrailWish>(startingGuardrail('policy_rules'))
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
  const change = (next: GuardrailWish) => {
    setWish(next)
    add.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!hasProblem(found) && projectId !== '' && !add.isPending) add.mutate()
  }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="New guardrail"
      description="Something that frames are sent to and that answers YES, NO or UNKNOWN."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={FORM} look="primary" aria-busy={add.isPending}>
            {add.isPending ? 'Making…' : 'Make it'}
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={submit} noValidate className="flex flex-col gap-4 pb-2">
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
      </form>
    </Dialog>
  )
}
