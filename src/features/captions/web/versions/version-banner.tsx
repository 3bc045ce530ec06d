import { History, RotateCcw } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { useMayEdit } from '../store/editor-context.ts'
import { restoreViewed } from './restore-version.ts'
import { nameOfVersion } from './version-text.ts'
import { useVersions } from './versions-context.tsx'

/** Says that a past version is shown, and leads back; nothing while the present captions are shown. */
export function VersionBanner() {
  const versions = useVersions()
  const mayEdit = useMayEdit()
  const { chosen, viewed, leave } = versions
  if (chosen === null || viewed === null) return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-border bg-accent-soft px-3 py-2 text-sm"
    >
      <History aria-hidden="true" className="size-4 shrink-0 text-accent-text max-sm:hidden" />
      <p className="mr-auto min-w-0 wrap-anywhere">
        You are viewing the version of <strong className="font-semibold">{nameOfVersion(chosen)}</strong>
      </p>
      <div className="flex gap-2">
        {mayEdit && (
          <Button size="sm" variant="primary" icon={<RotateCcw />} onClick={() => restoreViewed(versions)}>
            Restore
          </Button>
        )}
        <Button size="sm" onClick={leave}>
          Back to now
        </Button>
      </div>
    </div>
  )
}
