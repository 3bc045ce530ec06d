import type { ReactNode } from 'react'
import type { CaptionDocument, TemplateRef } from '../model/index.ts'
import type { OpeningApi } from './captions-api.ts'
import type { PlayerClock } from './player.ts'
import type { TimelineSource } from './timeline/timeline-media.ts'

export type { Access } from '#features/collaboration/model/index.ts'

/** Props of the live captions over the video. */
export type PreviewSlot = {
  /** The current captions, with unsaved changes. */
  readonly document: CaptionDocument
  /** Reports the media time of each frame. */
  readonly clock: PlayerClock
}

/** Props of the template picker. */
export type TemplatePickerSlot = {
  readonly document: CaptionDocument
  readonly value: TemplateRef
  onChange(template: TemplateRef): void
}

/** Props of the export panel. */
export type ExportPanelSlot = {
  readonly projectId: string
  /** Resolves when all edits are saved, so that an export contains them. @throws AppError when they cannot be */
  save(): Promise<void>
  /** False for a viewer, who can only download. */
  readonly mayExport: boolean
}

/** The parts of the editor from other features, which the page composes. */
export type EditorSlots = {
  preview(slot: PreviewSlot): ReactNode
  templatePicker(slot: TemplatePickerSlot): ReactNode
  exportPanel(slot: ExportPanelSlot): ReactNode
}

/** Props of `Editor`. */
export type EditorProps = EditorSlots & {
  readonly projectId: string
  /** Title at the top. */
  readonly title: string
  /** The preview video and its poster; null until they exist. */
  readonly source: string | null
  readonly poster: string | null
  /** The video for the waveform and the pictures of the timeline. Default: none. */
  readonly timeline?: TimelineSource
  /** Default: the API of the server. */
  readonly api?: OpeningApi
}
