import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, Choice, Field, TextEntry } from '../../ui/controls'
import { RefusalNotice } from '../../ui/notice'
import { refusalOf, server } from '../../ui/server-calls'
import { useViewer } from '../../ui/shell/viewer'
import { type Project, projectsKey } from './target-data'

/** Chooses an existing project or immediately creates a new one. */
export function ProjectChoice(props: {
  readonly projects: readonly Project[]
  /** Empty without a choice. */
  readonly projectId: string
  readonly problem: string | null
  readonly onChoose: (projectId: string) => void
}) {
  const { projects, projectId, problem, onChoose } = props
  const { namespace } = useViewer()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [adding, setAdding] = useState(projects.length === 0)
  const add = useMutation({
    mutationFn: () => server.targets.addProject.mutate({ name: name.trim(), description: '' }),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: projectsKey(namespace.id) })
      setName('')
      setAdding(false)
      onChoose(id)
    },
  })
  if (!adding)
    return (
      <div className="flex flex-wrap items-start gap-2">
        <Field label="Project" problem={problem} className="min-w-44 flex-1">
          {(bound) => (
            <Choice {...bound} value={projectId} onChange={({ target }) => onChoose(target.value)}>
              <option value="">Choose one</option>
              {projects.map((project) => (
                <option key={project.id} value={project.id}>
                  {project.name}
                </option>
              ))}
            </Choice>
          )}
        </Field>
        <Button className="mt-6 h-9" onClick={() => setAdding(true)}>
          New project
        </Button>
      </div>
    )
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-start gap-2">
        <Field
          label="Name of the new project"
          hint="A project groups guardrails and applications, for example those of one product."
          problem={problem}
          className="min-w-44 flex-1"
        >
          {(bound) => (
            <TextEntry
              {...bound}
              value={name}
              maxLength={128}
              onChange={({ target }) => {
                setName(target.value)
                add.reset()
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                if (name.trim() !== '' && !add.isPending) add.mutate()
              }}
            />
          )}
        </Field>
        <Button className="mt-6 h-9" disabled={name.trim() === '' || add.isPending} onClick={() => add.mutate()}>
          Add project
        </Button>
        {projects.length > 0 && (
          <Button look="quiet" className="mt-6 h-9" onClick={() => setAdding(false)}>
            Choose one
          </Button>
        )}
      </div>
      {add.error !== null && <RefusalNotice refusal={refusalOf(add.error)} />}
    </div>
  )
}
