import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { TransferRate } from './transfer-rate.ts'

/** `waiting` for the network; `failed` needs the creator; `done` is the server's from then on. */
export type UploadPhase = 'starting' | 'uploading' | 'paused' | 'waiting' | 'failed' | 'done'

/** One file on its way, as this browser page sees it. */
export type Upload = {
  /** The file's name, size and date: what makes it the same file again. */
  readonly key: string
  /** Null until the server has made the project. */
  readonly projectId: string | null
  readonly name: string
  readonly sizeBytes: number
  readonly sentBytes: number
  readonly phase: UploadPhase
  readonly rate: TransferRate
  /** Bytes that an earlier visit had sent already; 0 for a new upload. */
  readonly continuedFrom: number
  /** One plain sentence, when it failed. */
  readonly problem: string | null
}

/** All uploads of this browser page. Outside React, so that they go on whatever page is shown. */
export const uploadStore = createStore<{ uploads: readonly Upload[] }>(() => ({ uploads: [] }))

/** Adds an upload, in place of an older one of the same file. */
export function putUpload(upload: Upload): void {
  uploadStore.setState(({ uploads }) => ({ uploads: [...uploads.filter((other) => other.key !== upload.key), upload] }))
}

/** Changes an upload if it is still there. */
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

/** This browser page's upload of a project, if it has one. */
export function useUploadOf(projectId: string): Upload | undefined {
  return useStore(uploadStore, ({ uploads }) => uploads.find((upload) => upload.projectId === projectId))
}

/** True while bytes go, or will go again without anybody's help. */
export function isUnderWay({ phase }: Upload): boolean {
  return phase === 'starting' || phase === 'uploading' || phase === 'waiting'
}
