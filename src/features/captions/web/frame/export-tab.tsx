import { FileText } from 'lucide-react'
import { type MouseEvent } from 'react'
import { asAppError } from '#platform/web/api.ts'
import { toast } from '#platform/web/toasts.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { useActions, useEditor, useHasEditAccess } from '../store/editor-context.ts'
import type { EditorSlots } from '../slots.ts'

type File = { readonly file: string; readonly label: string; readonly hint: string; readonly isForSpeakers?: true }

const FILES: readonly File[] = [
  { file: 'captions.srt', label: 'SRT', hint: 'For most players and editors' },
  { file: 'captions.srt?names=1', label: 'SRT with names', hint: 'Who speaks, in the text', isForSpeakers: true },
  { file: 'captions.vtt', label: 'WebVTT', hint: 'For the web' },
  { file: 'captions.vtt?words=1', label: 'WebVTT, word by word', hint: 'For karaoke' },
  { file: 'captions.ass', label: 'ASS', hint: 'For subtitle editors' },
  { file: 'captions.json', label: 'JSON', hint: 'Everything, without loss' },
]

/** Export of the video with captions, and downloads of caption files. */
export function ExportTab({ projectId, exportPanel }: { projectId: string } & Pick<EditorSlots, 'exportPanel'>) {
  const mayEdit = useHasEditAccess()
  const { flush } = useActions()
  return (
    <div className="grid grid-cols-1 content-start gap-6 p-4">
      {exportPanel({ projectId, save: flush, mayExport: mayEdit })}
      <CaptionFiles projectId={projectId} />
    </div>
  )
}

function CaptionFiles({ projectId }: { projectId: string }) {
  const { flush } = useActions()
  const isEmpty = useEditor(({ doc }) => doc.words.length === 0)
  const hasSpeakers = useEditor(({ doc }) => doc.speakers !== undefined)

  /** Waits until all edits are saved, since the server makes the file. */
  async function download(event: MouseEvent<HTMLAnchorElement>) {
    event.preventDefault()
    const { href } = event.currentTarget
    try {
      await flush()
      location.assign(href)
    } catch (error) {
      toast.error(asAppError(error).message, { title: 'Your last edits are not saved yet' })
    }
  }

  return (
    <section aria-labelledby="caption-files" className="grid grid-cols-1 gap-3">
      <h2 id="caption-files" className="text-lg">
        Caption files
      </h2>
      {isEmpty ? (
        <p className="text-sm text-muted">There are no captions yet. Their files appear here with the first one.</p>
      ) : (
        <ul className="grid grid-cols-1 gap-2">
          {FILES.filter(({ isForSpeakers }) => hasSpeakers || isForSpeakers !== true).map(({ file, label, hint }) => (
            <li key={file}>
              <a
                href={`/api/captions/${projectId}/${file}`}
                download
                onClick={(event) => void download(event)}
                className={buttonClass({ className: 'w-full min-w-0 justify-start!' })}
              >
                <FileText aria-hidden="true" />
                {label}
                <span className="ml-auto truncate pl-3 text-xs font-normal text-faint">{hint}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
