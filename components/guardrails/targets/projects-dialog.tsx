'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button, Field, TextEntry } from '../../ui/controls'
import { Dialog } from '../../ui/dialog'
import { RefusalNotice } from '../../ui/notice'
import { SkeletonLines } from '../../ui/page-frame'
import { refusalOf, server } from '../../ui/server-calls'
import { useViewer } from '../../ui/shell/viewer'
import { type Project, projectsKey, projectsQuery } from './target-data'

/** Adds, renames, describes and removes projects. */
export function ProjectsDialog({ onClose }: { readonly onClose: () => void }) {
  const { namespace } = useViewer()
  const projects = useQuery(projectsQuery(namespace.id))
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Projects"
      description="A project groups guardrails and applications. It can be removed only when it is empty."
      actions={<Button onClick={onClose}>Done</Button>}
    >
      {projects.isPending && <SkeletonLines what="the projects" lines={4} />}
      {projects.error !== null && (
        <RefusalNotice refusal={refusalOf(projects.error)} onRetry={() => void projects.refetch()} />
      )}
      {projects.data !== undefined && (
        <ul aria-label="Projects" className="divide-y divide-line">
          {projects.data.items.map((project) => (
            // A saved project is mounted again with the saved values.
            <ProjectLine key={`${project.id} ${project.version}`} project={project} />
          ))}
        </ul>
      )}
      <NewProject />
    </Dialog>
  )
}

function ProjectLine({ project }: { readonly project: Project }) {
  const { namespace } = useViewer()
  const queries = useQueryClient()
  const [name, setName] = useState(project.name)
  const [description, setDescription] = useState(project.description)
  const [removing, setRemoving] = useState(false)
  const { id, version } = project
  const again = () => queries.invalidateQueries({ queryKey: projectsKey(namespace.id) })
  const change = useMutation({
    mutationFn: () =>
      server.targets.changeProject.mutate({
        id,
        version,
        content: { name: name.trim(), description: description.trim() },
      }),
    onSuccess: again,
  })
  const remove = useMutation({
    mutationFn: () => server.targets.removeProject.mutate({ id, version }),
    onSuccess: again,
  })
  const changed = name.trim() !== project.name || description.trim() !== project.description
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (changed && name.trim() !== '' && !change.isPending) change.mutate()
  }
  const error = change.error ?? remove.error
  return (
    <li className="py-3">
      <form onSubmit={submit} noValidate aria-label={project.name} className="flex flex-wrap items-end gap-2">
        <Field label="Name" className="min-w-36 flex-1" problem={name.trim() === '' ? 'Enter a name.' : null}>
          {(bound) => (
            <TextEntry {...bound} value={name} maxLength={128} onChange={({ target }) => setName(target.value)} />
          )}
        </Field>
        <Field label="Description" className="min-w-44 flex-2">
          {(bound) => (
            <TextEntry
              {...bound}
              value={description}
              maxLength={2_000}
              onChange={({ target }) => setDescription(target.value)}
            />
          )}
        </Field>
        <div className="flex gap-2">
          <Button type="submit" className="h-9" disabled={!changed || change.isPending}>
            Save<span className="sr-only"> {project.name}</span>
          </Button>
          {removing ? (
            <>
              <Button className="h-9" look="primary" disabled={remove.isPending} onClick={() => remove.mutate()}>
                Remove project<span className="sr-only"> {project.name}</span>
              </Button>
              <Button className="h-9" look="quiet" onClick={() => setRemoving(false)}>
                Cancel
              </Button>
            </>
          ) : (
            <Button className="h-9" onClick={() => setRemoving(true)}>
              Remove<span className="sr-only"> {project.name}</span>
            </Button>
          )}
        </div>
      </form>
      {error !== null && <RefusalNotice refusal={refusalOf(error)} onRetry={() => void again()} className="mt-2" />}
    </li>
  )
}

function NewProject() {
  const { namespace } = useViewer()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const add = useMutation({
    mutationFn: () => server.targets.addProject.mutate({ name: name.trim(), description: '' }),
    onSuccess: async () => {
      setName('')
      await queries.invalidateQueries({ queryKey: projectsKey(namespace.id) })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '' && !add.isPending) add.mutate()
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-2 border-t border-line py-3">
      <div className="flex flex-wrap items-end gap-2">
        <Field label="New project" className="min-w-44 flex-1">
          {(bound) => (
            <TextEntry
              {...bound}
              value={name}
              maxLength={128}
              onChange={({ target }) => {
                setName(target.value)
                add.reset()
              }}
            />
          )}
        </Field>
        <Button type="submit" className="h-9" disabled={name.trim() === '' || add.isPending}>
          Add
        </Button>
      </div>
      {add.error !== null && <RefusalNotice refusal={refusalOf(add.error)} />}
    </form>
  )
}
