import { ArrowLeft, Bookmark, BookmarkMinus } from 'lucide-react'
import { useState } from 'react'
import { formatMoment } from '#platform/shared/format/dates.ts'
import { asAppError } from '#platform/web/api.ts'
import { toast } from '#platform/web/toasts.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { RenameDialog } from '#ui/rename-dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { LONGEST_VERSION_NAME } from '../../model/index.ts'
import { useHasEditAccess } from '../store/editor-context.ts'
import { Changes } from './changes.tsx'
import { useVersionNames } from './use-history.ts'
import { authorText } from './version-text.ts'
import { useVersions, type VersionRef } from './versions-context.tsx'

/** The chosen version: what has changed since, and its name. */
export function VersionDetails({ version }: { version: VersionRef }) {
  const { viewed, error, leave, retry } = useVersions()
  const { name, at, by } = version
  return (
    <section aria-label="Version" className="flex h-full min-h-0 flex-col">
      <header className="grid gap-2 border-b border-border p-3">
        <Button size="sm" variant="ghost" icon={<ArrowLeft />} onClick={leave} className="justify-self-start">
          All versions
        </Button>
        <div>
          <h2 className="text-lg wrap-anywhere">{name ?? formatMoment(at)}</h2>
          <p className="text-sm text-muted">
            {name === null ? authorText(by) : `${formatMoment(at)} · ${authorText(by)}`}
          </p>
        </div>
        <NameButtons version={version} />
      </header>
      {error === null && viewed !== null && <Changes viewed={viewed} />}
      {error === null && viewed === null && (
        <div role="status" aria-label="Opening the version" className="grid gap-2 p-3">
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-16" />
        </div>
      )}
      {error !== null && (
        <div className="p-3">
          <Notice
            tone="error"
            title="This version could not be opened"
            actions={
              <Button size="sm" onClick={retry}>
                Try again
              </Button>
            }
          >
            {asAppError(error).message}
          </Notice>
        </div>
      )}
    </section>
  )
}

function NameButtons({ version: { revision, name } }: { version: VersionRef }) {
  const mayEdit = useHasEditAccess()
  const names = useVersionNames()
  const [naming, setNaming] = useState(false)
  if (!mayEdit) return null

  async function removeName() {
    try {
      await names.removeName(revision)
    } catch (problem) {
      toast.error(asAppError(problem).message)
    }
  }

  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" icon={<Bookmark />} onClick={() => setNaming(true)}>
        {name === null ? 'Name this version' : 'Rename'}
      </Button>
      {name !== null && (
        <Button size="sm" variant="ghost" icon={<BookmarkMinus />} onClick={() => void removeName()}>
          Remove name
        </Button>
      )}
      <NameDialog
        name={name}
        open={naming}
        onClose={() => setNaming(false)}
        save={(entered) => names.name(revision, entered)}
      />
    </div>
  )
}

/** Asks for the name of a version. */
export function NameDialog({
  name,
  open,
  onClose,
  save,
}: {
  name: string | null
  open: boolean
  onClose: () => void
  save: (name: string) => Promise<void>
}) {
  return (
    <RenameDialog
      heading={name === null ? 'Name this version' : 'Rename version'}
      description="A named version is kept, however old it gets."
      label="Name"
      action={name === null ? 'Save name' : 'Rename'}
      longest={LONGEST_VERSION_NAME}
      title={name ?? ''}
      open={open}
      onClose={onClose}
      save={save}
    />
  )
}
