import { useId, useState } from 'react'
import { BookA, Download, Pencil, RotateCw, Trash2, Upload } from 'lucide-react'
import { pluralize } from '#platform/shared/format/numbers.ts'
import { asAppError } from '#platform/web/api.ts'
import { toast } from '#platform/web/toasts.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FileButton } from '#ui/file-button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { Glossary, StoredEntry } from '../../model/glossary/contract.ts'
import { writeGlossary } from '../../model/glossary/write-glossary.ts'
import { EntryForm, type FirstEntry } from './entry-form.tsx'
import { useGlossary, useImportGlossary, usePutEntry, useRemoveEntry } from './queries.ts'

/** Props of {@link GlossaryPanel}. */
export type GlossaryPanelProps = {
  /** The video whose glossary is shown beside that of its owner; null for all videos. */
  readonly projectId: string | null
  /** The new entry that the form starts with. */
  readonly first?: FirstEntry | undefined
}

/** A glossary: recognised words and how to write them. */
export function GlossaryPanel({ projectId, first }: GlossaryPanelProps) {
  const glossary = useGlossary(projectId)
  if (glossary.isPending) return <Loading />
  if (glossary.isError)
    return (
      <Notice
        tone="error"
        title="The glossary could not be loaded"
        actions={
          <Button icon={<RotateCw aria-hidden="true" />} onClick={() => void glossary.refetch()}>
            Try again
          </Button>
        }
      >
        {asAppError(glossary.error).message}
      </Notice>
    )
  const { account, video, mayEditAccount } = glossary.data
  return (
    <div className="grid min-w-0 gap-5">
      <EntryForm projectId={projectId} mayEditAccount={mayEditAccount} first={first} />
      <Entries glossary={glossary.data} />
      <Files projectId={mayEditAccount ? null : projectId} entries={[...video, ...account]} />
    </div>
  )
}

/** Entries above which a search helps. */
const MANY = 8

function Entries({ glossary: { account, video, mayEditAccount } }: { glossary: Glossary }) {
  const [find, setFind] = useState('')
  const titleId = useId()
  const all = [...video, ...account]
  if (all.length === 0)
    return (
      <EmptyState picture={<BookA className="size-8" strokeWidth={1.25} />} title="No words yet">
        Add names, brands and terms. New captions then write them your way.
      </EmptyState>
    )
  const wanted = find.trim().toLowerCase()
  const shown = all.filter(({ heard, write }) => `${heard ?? ''}\n${write}`.toLowerCase().includes(wanted))
  return (
    <section aria-labelledby={titleId} className="grid min-w-0 gap-2">
      <h3 id={titleId} className="text-sm font-medium">
        {pluralize(all.length, 'entry', 'entries')}
      </h3>
      {all.length > MANY && (
        <TextField
          label="Find an entry"
          hideLabel
          size="sm"
          type="search"
          placeholder="Find"
          value={find}
          onChange={({ target }) => setFind(target.value)}
        />
      )}
      {shown.length === 0 && <p className="text-sm text-muted">No entry has “{find.trim()}”.</p>}
      <ul className="grid min-w-0 divide-y divide-border">
        {shown.map((entry) => (
          <Entry key={entry.id} entry={entry} mayEdit={mayEditAccount || entry.projectId !== null} />
        ))}
      </ul>
    </section>
  )
}

function Entry({ entry, mayEdit }: { entry: StoredEntry; mayEdit: boolean }) {
  const [isEditing, setEditing] = useState(false)
  const remove = useRemoveEntry()
  const put = usePutEntry()
  const { id, projectId, heard, write, language } = entry
  if (isEditing)
    return (
      <li className="py-3">
        <EntryForm projectId={projectId} mayEditAccount entry={entry} onEnd={() => setEditing(false)} />
      </li>
    )

  function removeEntry() {
    const restore = () => put.mutate({ projectId, entry: { heard, write, language } })
    remove.mutate(
      { projectId, id },
      {
        onSuccess: () => toast.info(`Removed “${write}”.`, { action: { label: 'Undo', onSelect: restore } }),
        onError: (error) => toast.error(asAppError(error).message),
      },
    )
  }

  return (
    <li className="flex min-h-11 items-center gap-1 py-1">
      <p className="mr-auto min-w-0 text-sm wrap-anywhere">
        {heard !== null && (
          <>
            <span className="text-muted">{heard}</span> <span aria-label="is written">→</span>{' '}
          </>
        )}
        <span className="font-medium">{write}</span>
      </p>
      {projectId !== null && <Badge>This video</Badge>}
      {language !== null && <Badge>{language}</Badge>}
      {mayEdit && (
        <>
          <IconButton size="sm" label={`Change “${write}”`} icon={<Pencil />} onClick={() => setEditing(true)} />
          <IconButton
            size="sm"
            label={`Remove “${write}”`}
            icon={<Trash2 />}
            disabled={remove.isPending}
            onClick={removeEntry}
          />
        </>
      )}
    </li>
  )
}

/** Import from a file, and the entries as a file. */
function Files({ projectId, entries }: { projectId: string | null; entries: readonly StoredEntry[] }) {
  const sending = useImportGlossary()

  async function send(file: File | undefined) {
    if (file === undefined) return
    // The server refuses longer texts too; this avoids reading a video by mistake.
    if (file.size > 1_000_000) return void toast.error('This file is too large for a glossary.')
    sending.mutate(
      { projectId, text: await file.text() },
      {
        onSuccess({ imported, skippedLines }) {
          const skipped =
            skippedLines.length === 0
              ? ''
              : ` Skipped ${pluralize(skippedLines.length, 'line')}: ${skippedLines.join(', ')}.`
          toast.success(`Imported ${pluralize(imported, 'entry', 'entries')}.${skipped}`)
        },
        onError: (error) => toast.error(asAppError(error).message),
      },
    )
  }

  return (
    <div className="flex flex-wrap gap-2">
      <FileButton
        size="sm"
        variant="ghost"
        icon={<Upload aria-hidden="true" />}
        accept=".csv,.txt,text/csv,text/plain"
        busy={sending.isPending}
        onFiles={([file]) => void send(file)}
      >
        Import CSV or text
      </FileButton>
      {entries.length > 0 && (
        <Button size="sm" variant="ghost" icon={<Download aria-hidden="true" />} onClick={() => download(entries)}>
          Download CSV
        </Button>
      )}
    </div>
  )
}

function download(entries: readonly StoredEntry[]) {
  const url = URL.createObjectURL(new Blob([writeGlossary(entries)], { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: 'glossary.csv' })
  link.click()
  URL.revokeObjectURL(url)
}

function Loading() {
  return (
    <div role="status" aria-label="Loading the glossary" className="grid gap-3">
      <Skeleton className="h-16" />
      <Skeleton className="h-24" />
    </div>
  )
}
