import { useMemo } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Project } from '../../model/contract.ts'
import { type Upload, useUploads } from './upload-store.ts'

/** A file chosen on this page, in the order of selection. */
export type ChosenFile = {
  readonly id: number
  /** The number of the selection; files chosen together share it. */
  readonly choice: number
  readonly name: string
  readonly sizeBytes: number
  /** Null until the server has created the project. */
  readonly projectId: string | null
  /** The project has appeared in the list, which shows its state from then on. */
  readonly isListed: boolean
}

/** A placeholder for a project that is not in the list yet. */
export type AwaitedFile = { readonly key: string; readonly name: string; readonly upload: Upload | null }

const chosenStore = createStore<{ files: readonly ChosenFile[] }>(() => ({ files: [] }))
let nextId = 1
let choice = 0

/** Records a chosen file before it is checked. Files of one turn of the event loop belong to one selection. */
export function addChosenFile({ name, size }: File): number {
  const id = nextId
  nextId += 1
  const file = { id, choice, name, sizeBytes: size, projectId: null, isListed: false }
  chosenStore.setState(({ files }) => ({ files: [...files, file] }))
  queueMicrotask(() => (choice = id))
  return id
}

/** Records the file's project. */
export function linkProject(id: number, projectId: string): void {
  change((file) => (file.id === id ? { ...file, projectId } : file))
}

/** Marks the projects in the list. */
export function markListed(projectIds: ReadonlySet<string>): void {
  const isNews = chosenStore.getState().files.some((file) => !file.isListed && isIn(projectIds, file))
  if (isNews) change((file) => (isIn(projectIds, file) ? { ...file, isListed: true } : file))
}

/** Drops a refused file. */
export function dropChosenFile(id: number): void {
  chosenStore.setState(({ files }) => ({ files: files.filter((file) => file.id !== id) }))
}

/** Runs before a log-out, so that the next user sees nothing. */
export function dropChosenFiles(): void {
  chosenStore.setState({ files: [] })
}

/** Files without a listed project, in the order chosen, then uploads that started elsewhere. */
export function useAwaitedFiles(): readonly AwaitedFile[] {
  const files = useStore(chosenStore, (state) => state.files)
  const uploads = useUploads()
  return useMemo(() => awaitedOf(files, uploads), [files, uploads])
}

function awaitedOf(files: readonly ChosenFile[], uploads: readonly Upload[]): readonly AwaitedFile[] {
  const matched = new Set<Upload>()
  const awaited = files.flatMap((file): AwaitedFile[] => {
    const upload = uploads.find((one) => !matched.has(one) && isUploadOf(file, one)) ?? null
    if (upload !== null) matched.add(upload)
    // A project without an upload was cancelled: nothing more will come.
    if (file.isListed || (file.projectId !== null && upload === null)) return []
    return [{ key: `file-${file.id}`, name: file.name, upload }]
  })
  const others = uploads.filter((one) => !matched.has(one) && one.projectId === null && one.phase !== 'done')
  return [...awaited, ...others.map((upload) => ({ key: upload.key, name: upload.name, upload }))]
}

function isUploadOf({ projectId, name, sizeBytes }: ChosenFile, upload: Upload): boolean {
  if (projectId !== null) return upload.projectId === projectId
  return upload.name === name && upload.sizeBytes === sizeBytes && upload.phase !== 'done'
}

/** The projects, newest first, except that files chosen together keep their order. */
export function useChosenOrder(projects: readonly Project[] | undefined): readonly Project[] | undefined {
  const files = useStore(chosenStore, (state) => state.files)
  return useMemo(() => projects && inChosenOrder(projects, files), [projects, files])
}

function inChosenOrder(projects: readonly Project[], files: readonly ChosenFile[]): readonly Project[] {
  const fileOf = new Map(files.map((file) => [file.projectId, file]))
  const chosen = projects.flatMap((project) => {
    const file = fileOf.get(project.id)
    return file === undefined ? [] : [{ project, file }]
  })
  const ordered = chosen.toSorted((a, b) => b.file.choice - a.file.choice || a.file.id - b.file.id)
  return projects.map((project) => (fileOf.has(project.id) ? (ordered.shift()?.project ?? project) : project))
}

function change(to: (file: ChosenFile) => ChosenFile): void {
  chosenStore.setState(({ files }) => ({ files: files.map(to) }))
}

function isIn(projectIds: ReadonlySet<string>, { projectId }: ChosenFile): boolean {
  return projectId !== null && projectIds.has(projectId)
}
