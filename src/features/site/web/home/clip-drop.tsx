import { Upload } from 'lucide-react'
import { usePageDrop } from '#platform/web/use-page-drop.ts'
import { useIsSelling } from '#platform/web/use-site.ts'
import { classNames } from '#ui/class-names.ts'
import { FileButton } from '#ui/file-button.tsx'

type ClipIntake = {
  /** File types of the file picker. */
  readonly accept: string
  readonly onClip: (file: File) => void
  /** True for a user with an account; false while unknown. */
  readonly isKnown: boolean
}

/** Accepts a video that is dropped on the page, pasted or chosen, before any account, and states what it takes to start. */
export function ClipDrop({ accept, onClip, isKnown }: ClipIntake) {
  const over = usePageDrop(chooseFirst)
  const sells = useIsSelling()
  function chooseFirst([file]: readonly File[]) {
    if (file !== undefined) onClip(file)
  }
  return (
    <>
      <section
        aria-label="Upload"
        data-over={over || undefined}
        className={classNames(
          'flex flex-wrap items-center gap-x-5 gap-y-4 rounded-xl border border-dashed p-5 transition-colors',
          over ? 'border-accent bg-accent-soft' : 'border-control bg-surface',
        )}
      >
        <FileButton
          variant="primary"
          size="lg"
          accept={accept}
          icon={<Upload aria-hidden="true" />}
          className="max-sm:w-full"
          onFiles={chooseFirst}
        >
          Choose a video
        </FileButton>
        <p className="min-w-48 grow basis-0 text-sm text-muted">
          {over ? (
            'Drop your video to start the upload.'
          ) : (
            <>
              <span className="pointer-coarse:hidden">Or drop it anywhere on this page. </span>
              {!isKnown && 'No account needed to begin: '}MP4, MOV, WebM or MKV.
            </>
          )}
        </p>
      </section>
      <p className="mt-4 text-sm text-faint">
        {sells && !isKnown && 'Free to start: 30 credits, enough for about three videos. '}
        {sells ? 'No card, no watermark.' : 'No watermark.'}
      </p>
    </>
  )
}
