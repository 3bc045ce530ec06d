import type { ReactNode } from 'react'
import type { CaptionDocument, TemplateRef } from '../model/index.ts'
import type { OpeningApi } from './captions-api.ts'
import type { PlayerClock } from './player.ts'

export type { Access } from '#features/collaboration/model/index.ts'

/** What the painter gets that draws live captions over the video. */
export type PreviewSlot = {
  /** The captions as they are now, changes not yet saved included. */
  readonly document: CaptionDocument
  /** Tells the media time of each frame. */
  readonly clock: PlayerClock
}

/** What the template picker gets. */
export type TemplatePickerSlot = {
  readonly document: CaptionDocument
  readonly value: TemplateRef
  onChange(template: TemplateRef): void
}

/** What the export panel gets. */
export type ExportPanelSlot = {
  readonly projectId: string
  /** Ends when every edit is saved, so that an export shows them. @throws AppError when they cannot be */
  save(): Promise<void>
  /** False for a viewer, who downloads what is finished and starts nothing. */
  readonly mayExport: boolean
}

/** The parts of the editor that other features bring; the page puts them together. */
export type EditorSlots = {
  preview(slot: PreviewSlot): ReactNode
  templatePicker(slot: TemplatePickerSlot): ReactNode
  exportPanel(slot: ExportPanelSlot): ReactNode
}

/** Props of `Editor`. */
export type EditorProps = EditorSlots & {
  readonly projectId: string
  /** Shown at the top. */
  readonly title: string
  /** The small fast-seeking video, and a still of it; null while they are not there. */
  readonly source: string | null
  readonly poster: string | null
  /** Default: the server's. */
  readonly api?: OpeningApi
}
