import { Import } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import {
  findByName,
  fitLook,
  isSameLook,
  type OwnLook,
  type PictureShape,
  type SavedLook,
} from '#features/templates/model/index.ts'
import { useOwnLooks } from '#features/templates/web/index.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { FileButton } from '#ui/file-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { CaptionTrack } from '../../model/index.ts'
import { CollectionCard } from './collection-card.tsx'
import { useImport } from './use-import.ts'

/** Props of {@link Collection}. */
export type CollectionProps = {
  readonly sample: CaptionTrack
  /** The words to find looks by; empty for all. */
  readonly query: string
  /** True for the whole list, false for one row. */
  readonly isWhole: boolean
  /** The picture of the video. */
  readonly media: PictureShape
  /** The look of all captions. */
  readonly current: SavedLook
  onUse(look: SavedLook): void
}

/** The looks of the account and its teams, to use, manage and import. A dropped template file is imported too. */
export function Collection({ query, ...o }: CollectionProps) {
  const looks = useOwnLooks()
  const { importFiles, isImporting } = useImport()
  const { isOver, ...drop } = useFileDrop(importFiles)
  const found = findByName(looks.data ?? [], query)
  if (query.trim() !== '' && found.length === 0) return null
  return (
    <section
      aria-label="Your looks"
      className={classNames('grid min-w-0 gap-2 rounded-lg', isOver && 'outline-2 outline-offset-4 outline-accent')}
      {...drop}
    >
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-base font-semibold">Your looks</h3>
        <FileButton
          size="sm"
          variant="ghost"
          accept=".json,application/json"
          multiple
          icon={<Import aria-hidden="true" />}
          busy={isImporting}
          onFiles={(files) => void importFiles(files)}
        >
          Import
        </FileButton>
      </div>
      {looks.isPending && <Skeleton className="h-32" />}
      {looks.isError && <Problem message={looks.error.message} onRetry={() => void looks.refetch()} />}
      {looks.data?.length === 0 && <NoLooks isWhole={o.isWhole} />}
      {found.length > 0 && <Cards looks={found} {...o} />}
    </section>
  )
}

/** One line beside the strip of templates, which leaves room for the controls below. */
function NoLooks({ isWhole }: { isWhole: boolean }) {
  if (!isWhole) return <p className="text-sm text-muted">None yet. “Save look” below adds one.</p>
  return (
    <p className="rounded-lg border border-dashed border-border-strong px-4 py-3 text-sm text-muted">
      No look of yours yet. Press “Save look” under Style, or drop a template file here.
    </p>
  )
}

function Cards({
  looks,
  isWhole,
  current,
  media,
  ...o
}: Omit<CollectionProps, 'query'> & { looks: readonly OwnLook[] }) {
  return (
    <ul
      aria-label="Your looks"
      className={classNames(
        'grid gap-2',
        isWhole
          ? 'grid-cols-2 @lg:grid-cols-3'
          : '-mx-4 auto-cols-[8.5rem] grid-flow-col justify-start overflow-x-auto px-4 py-1 [scrollbar-width:thin]',
      )}
    >
      {looks.map((own) => (
        <CollectionCard key={own.id} own={own} isChosen={isSameLook(fitLook(own.look, media), current)} {...o} />
      ))}
    </ul>
  )
}

function Problem({ message, onRetry }: { message: string; onRetry(): void }) {
  return (
    <div role="alert" className="flex items-center justify-between gap-2 text-sm text-muted">
      <p>Your looks could not be loaded. {message}</p>
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

/** Takes dropped files; other things that are dragged pass. */
function useFileDrop(onFiles: (files: readonly File[]) => Promise<void>) {
  const [isOver, setIsOver] = useState(false)
  return {
    isOver,
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave(event: DragEvent) {
      if (event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)) return
      setIsOver(false)
    },
    onDrop(event: DragEvent) {
      setIsOver(false)
      if (event.dataTransfer.files.length === 0) return
      event.preventDefault()
      void onFiles([...event.dataTransfer.files])
    },
  }
}
