import { SearchX } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useSelection } from '#ui/use-selection.ts'
import { arrange } from '../model/arrange.ts'
import type { StoredFile } from '../model/contract.ts'
import { DeleteDialog, includedFiles } from './delete-dialog.tsx'
import { FileRow } from './file-row.tsx'
import { type Arrangement, FileSearch, FileSelection } from './file-toolbar.tsx'
import { useDelete, useDownload } from './queries.ts'
import { RenameFile } from './rename-file.tsx'

/** The file list: search, sorting, selection and actions. */
export function StoredFiles({ files }: { files: readonly StoredFile[] }) {
  const [arrangement, setArrangement] = useState<Arrangement>({ search: '', order: 'newest' })
  const [renaming, setRenaming] = useState<StoredFile>()
  const list = useRef<HTMLUListElement>(null)
  const { busy: downloading, download } = useDownload()
  // The focused row is gone.
  const deletion = useDeletion(files, () => list.current?.focus())

  const shown = arrange(files, arrangement)
  const selection = useSelection(idsOf(files), idsOf(shown))
  const selected = files.filter(({ id }) => selection.ids.has(id))

  return (
    <div className="mt-8 grid gap-4">
      <FileSearch value={arrangement} onChange={setArrangement} />
      <div>
        <FileSelection
          shown={shown}
          selected={selected}
          downloading={downloading}
          onSelectAll={selection.toggleAll}
          onClear={selection.clear}
          onDownload={() => download(selected)}
          onDelete={() => deletion.ask(selected)}
        />
        {shown.length === 0 && (
          <NothingFound onClear={() => setArrangement({ ...arrangement, search: '' })} search={arrangement.search} />
        )}
        <ul ref={list} aria-label="Your files" tabIndex={-1} className="outline-none">
          {shown.map((file) => (
            <FileRow
              key={file.id}
              file={file}
              selected={selection.ids.has(file.id)}
              onSelect={selection.select}
              onDownload={() => download([file])}
              onRename={setRenaming}
              onDelete={() => deletion.ask([file])}
            />
          ))}
        </ul>
      </div>
      <RenameFile file={renaming} onClose={() => setRenaming(undefined)} />
      <DeleteDialog {...deletion.dialog} />
    </div>
  )
}

function idsOf(files: readonly StoredFile[]): string[] {
  return files.map(({ id }) => id)
}

/** Deletes at once, or confirms first if a video takes more along than was selected. */
function useDeletion(all: readonly StoredFile[], onDeleted: () => void) {
  const [confirming, setConfirming] = useState<readonly StoredFile[]>([])
  const remove = useDelete({ onDeleted })
  function deleteNow(files: readonly StoredFile[]) {
    setConfirming([])
    remove.mutate({ files: files.map(({ id, kind }) => ({ id, kind })) })
  }
  return {
    ask: (files: readonly StoredFile[]) =>
      includedFiles(files, all).length > 0 ? setConfirming(files) : deleteNow(files),
    dialog: {
      files: confirming,
      included: includedFiles(confirming, all),
      onClose: () => setConfirming([]),
      onConfirm: () => deleteNow(confirming),
    },
  }
}

function NothingFound({ search, onClear }: { search: string; onClear: () => void }) {
  return (
    <div className="mt-4">
      <EmptyState
        picture={<SearchX className="size-8" strokeWidth={1.5} />}
        title="No results"
        action={<Button onClick={onClear}>Show all files</Button>}
      >
        No file name contains “{search}”.
      </EmptyState>
    </div>
  )
}
