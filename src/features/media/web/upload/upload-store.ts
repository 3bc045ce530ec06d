import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { TransferRate } from './transfer-rate.ts'

/** `waiting` for the network; `failed` needs the creator; `done` is up to the server. */
export type UploadPhase = 'starting' | 'uploading' | 'paused' | 'waiting' | 'failed' | 'done'

/** A file being uploaded by this browser page. */
export type Upload = {
  /** The file's name, size and date, which identify it. */
  readonly key: string
  /** Null until the server has created the project. */
  readonly projectId: string | null
  readonly name: string
  readonly sizeBytes: number
  readonly sentBytes: number
  readonly phase: UploadPhase
  readonly rate: TransferRate
  /** Bytes sent by an earlier visit; 0 for a new upload. */
  readonly continuedFrom: number
  /** One sentence, if it failed. */
  readonly problem: string | null
}

/** All uploads of this browser page. Outside React, so that they continue on every page. */
export const uploadStore = createStore<{ uploads: readonly Upload[] }>(() => ({ uploads: [] }))

/** Adds an upload, replacing an older one of the same file. */
export function putUpload(upload: Upload): void {
  uploadStore.setState(({ uploads }) => ({ uploads: [...uploads.filter((other) => other.key !== upload.key), upload] }))
}

/** Changes an upload if it still exists. */
export function changeUpload(key: string, change: (upload: Upload) => Partial<Upload>): void {
  uploadStore.setState(({ uploads }) => ({
    uploads: uploads.map((upload) => (upload.key === key ? { ...upload, ...change(upload) } : upload)),
  }))
}

export function dropUpload(key: string): void {
  uploadStore.setState(({ uploads }) => ({ uploads: uploads.filter((upload) => upload.key !== key) }))
}

export function findUpload(key: string): Upload | undefined {
  return uploadStore.getState().uploads.find((upload) => upload.key === key)
}

/** The uploads of this browser page. */
export function useUploads(): readonly Upload[] {
  return useStore(uploadStore, ({ uploads }) => uploads)
}

/** This page's upload of a project, if any. */
export function useUploadOf(projectId: string): Upload | undefined {
  return useStore(uploadStore, ({ uploads }) => uploads.find((upload) => upload.projectId === projectId))
}

/** Whether this page has begun to upload a project's video. */
export function useIsUploadedHere(projectId: string): boolean {
  return useUploadOf(projectId) !== undefined
}

/** The projects that the server has created for this page's uploads. */
export function projectsOfUploads(): ReadonlySet<string> {
  return new Set(uploadStore.getState().uploads.flatMap(({ projectId }) => projectId ?? []))
}

/** Whether bytes are being sent, or will be without user action. */
export function isUnderWay({ phase }: Upload): boolean {
  return phase === 'starting' || phase === 'uploading' || phase === 'waiting'
}
