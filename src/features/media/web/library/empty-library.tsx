import { Captions, Download, type LucideIcon, Upload } from 'lucide-react'
import { Check } from 'lucide-react'

/** The list before the first video: what happens to one, and what a good clip is. */
export function EmptyLibrary() {
  return (
    <div className="grid gap-6 rounded-xl border border-dashed border-border-strong px-5 py-8 sm:px-8">
      <div className="grid gap-1 text-center">
        <p className="font-display text-lg font-semibold">No videos yet</p>
        <p className="text-sm text-muted">Add a clip above. It is ready to post in three steps.</p>
      </div>
      <ol className="grid gap-3 sm:grid-cols-3">
        {STEPS.map(({ icon: Icon, title, text }, index) => (
          <li key={title} className="grid content-start gap-1 rounded-lg border border-border bg-surface p-4">
            <span aria-hidden="true" className="mb-2 flex items-center gap-2 text-accent-text">
              <Icon className="size-6" strokeWidth={1.5} />
              <span className="tabular text-sm font-semibold text-faint">{index + 1}</span>
            </span>
            <span className="font-medium">{title}</span>
            <span className="text-sm text-muted">{text}</span>
          </li>
        ))}
      </ol>
      <div className="grid gap-2">
        <p className="text-sm font-medium">Clips that caption well</p>
        <ul className="grid gap-x-6 gap-y-1 text-sm text-muted sm:grid-cols-2">
          {TIPS.map((tip) => (
            <li key={tip} className="flex gap-2">
              <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-success" />
              {tip}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

const STEPS: readonly { icon: LucideIcon; title: string; text: string }[] = [
  { icon: Upload, title: 'Upload a clip', text: 'You can leave the page once it is uploaded; the work continues.' },
  { icon: Captions, title: 'Make the captions', text: 'Every word gets its time. Correct words and choose a look.' },
  { icon: Download, title: 'Export', text: 'Download the video with its captions burned in, or a caption file.' },
]

const TIPS = [
  'One person speaks at a time, close to the microphone.',
  'Music and noise stay quieter than the voice.',
  'The lower third has room for a caption.',
  'It is the original file, not a screen recording of it.',
]
