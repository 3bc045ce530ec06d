import { Plus, Trash2 } from 'lucide-react'
import { formatBytes } from '#platform/shared/format/bytes.ts'
import { FileButton } from '#ui/file-button.tsx'
import { Hint } from '#ui/hint.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { scriptsOf } from '../model/coverage.ts'
import type { OwnFont } from '../model/own-font.ts'
import { ownFontLabel } from './own-font-label.ts'
import { useRemoveFont } from './queries.ts'
import { useSendFonts } from './use-send-fonts.ts'

/** The fonts of the account: add some, see what each covers, and remove one. */
export function OwnFontsPanel({ fonts }: { readonly fonts: readonly OwnFont[] }) {
  const { sending, problem, send } = useSendFonts()
  return (
    <section aria-label="Your fonts" className="grid gap-3 rounded-lg border border-border p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h4 className="text-sm font-medium">Your fonts</h4>
        <FileButton
          size="sm"
          variant="secondary"
          icon={<Plus />}
          accept=".ttf,.otf,.woff,.woff2,font/ttf,font/otf,font/woff,font/woff2"
          multiple
          busy={sending !== null}
          onFiles={(files) => void send(files)}
        >
          Add a font
        </FileButton>
      </div>
      {fonts.length > 0 && (
        <ul className="grid gap-2">
          {fonts.map((font) => (
            <FontRow key={font.id} font={font} />
          ))}
        </ul>
      )}
      {sending !== null && (
        <ProgressBar
          label={sending.share < 1 ? `Sending ${sending.name}` : `Checking ${sending.name}`}
          value={sending.share}
        />
      )}
      <Hint error={problem ?? undefined}>
        TTF, OTF, WOFF or WOFF2, up to 10 MB. Only you and the people you share a video with can load them.
      </Hint>
    </section>
  )
}

function FontRow({ font }: { readonly font: OwnFont }) {
  const { remove, isPending } = useRemoveFont()
  const name = ownFontLabel(font)
  return (
    <li className="flex items-start justify-between gap-2">
      <div className="min-w-0 text-sm">
        <p className="truncate">{name}</p>
        <p className="text-xs text-faint">{[weightsOf(font), formatBytes(font.sizeBytes)].join(' · ')}</p>
        <p className="text-xs text-faint">{[coverageOf(font), 'embedding allowed'].join(' · ')}</p>
      </div>
      <IconButton
        label={`Remove ${name}`}
        icon={<Trash2 />}
        size="sm"
        disabled={isPending}
        onClick={() => remove(font)}
      />
    </li>
  )
}

function weightsOf({ weights: { min, max } }: OwnFont): string {
  return min === max ? `weight ${min}` : `weights ${min}–${max}`
}

function coverageOf({ coverage }: OwnFont): string {
  const scripts = scriptsOf(coverage)
  return scripts.length === 0 ? 'no whole alphabet' : scripts.join(', ')
}
