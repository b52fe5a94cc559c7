'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { PLATFORM_LIMITS } from '../../../server/api/terms/guardrail-terms'
import { Choice, Field, TextEntry } from '../../ui/controls'
import { FormDialog } from '../../ui/dialog'
import { RefusalNotice } from '../../ui/notice'
import { refusalOf, server } from '../../ui/server-calls'
import { useViewer } from '../../ui/shell/viewer'
import { ProjectChoice } from '../targets/project-choice'
import { type Guardrail, type Project, targetsKey } from '../targets/target-data'
import { applicationInput, EMPTY_APPLICATION } from './application-draft'
import { withNode } from './graph-edits'

/** Creates an application with one node and opens its page, where more nodes can be added. */
export function NewApplicationDialog(props: {
  readonly projects: readonly Project[]
  readonly guardrails: readonly Guardrail[]
  /** Preselected project; empty without one. */
  readonly projectId: string
  readonly onClose: () => void
}) {
  const { projects, guardrails, onClose } = props
  const { namespace } = useViewer()
  const queries = useQueryClient()
  const router = useRouter()
  const [projectId, setProjectId] = useState(props.projectId || (projects.length === 1 ? (projects[0]?.id ?? '') : ''))
  const [name, setName] = useState('')
  const [first, setFirst] = useState('')
  const [tried, setTried] = useState(false)
  const guardrail = guardrails.find(({ id }) => id === first)
  const add = useMutation({
    mutationFn: (node: Guardrail) => {
      const graph = withNode(EMPTY_APPLICATION.graph, node.id, node.name)
      return server.targets.addApplication.mutate({
        projectId,
        content: applicationInput({ ...EMPTY_APPLICATION, name, graph }),
      })
    },
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: targetsKey('application', namespace.id) })
      router.push(`/applications/${id}`)
    },
  })
  const submit = () => {
    setTried(true)
    if (name.trim() !== '' && projectId !== '' && guardrail !== undefined) add.mutate(guardrail)
  }
  return (
    <FormDialog
      onClose={onClose}
      title="New application"
      description="An application combines several guardrails and answers once."
      action="Create"
      actionUnderWay="Creating…"
      isUnderWay={add.isPending}
      onSubmit={submit}
    >
      <Field label="Name" problem={tried && name.trim() === '' ? 'Enter a name.' : null}>
        {(bound) => (
          <TextEntry
            {...bound}
            value={name}
            maxLength={PLATFORM_LIMITS.name_chars}
            onChange={({ target }) => {
              setName(target.value)
              add.reset()
            }}
          />
        )}
      </Field>
      <ProjectChoice
        projects={projects}
        projectId={projectId}
        problem={tried && projectId === '' ? 'Choose a project, or add one.' : null}
        onChoose={setProjectId}
      />
      <Field
        label="First guardrail"
        hint="It becomes the first node of the graph. You can add more nodes afterwards."
        problem={tried && guardrail === undefined ? 'Choose a guardrail.' : null}
      >
        {(bound) => (
          <Choice {...bound} value={first} onChange={({ target }) => setFirst(target.value)}>
            <option value="">Choose one</option>
            {guardrails.map((each) => (
              <option key={each.id} value={each.id}>
                {each.name}
              </option>
            ))}
          </Choice>
        )}
      </Field>
      {add.error !== null && <RefusalNotice refusal={refusalOf(add.error)} />}
    </FormDialog>
  )
}
