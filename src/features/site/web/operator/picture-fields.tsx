import { ImageUp, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { May } from '#features/operations/web/index.ts'
import { asAppError } from '#platform/web/app-error.ts'
import { Button } from '#ui/button.tsx'
import { FileButton } from '#ui/file-button.tsx'
import { Hint } from '#ui/hint.tsx'
import { Switch } from '#ui/switch.tsx'
import { SITE_DUTIES } from '../../model/settings-duties.ts'
import type { SiteSettings } from '../../model/settings.ts'
import type { SitePicture } from '../../model/site-picture.ts'
import { sitePictureUrl } from '../../model/site-picture-files.ts'
import { sendPicture } from './send-picture.ts'

type Props = {
  readonly draft: SiteSettings
  readonly onChange: (change: Partial<SiteSettings>) => void
}

/** Logo and icon of the site; without them it shows the built-in mark. */
export function PictureFields({ draft: { logo, logoOnDark, icon, showsName }, onChange }: Props) {
  return (
    <>
      <PictureField
        label="Logo"
        hint="PNG, WebP or JPEG, up to 1 MB and 2,000 pixels; best a PNG with a transparent background."
        value={logo}
        onChange={(picture) =>
          onChange({ logo: picture, ...(picture === null && { logoOnDark: null, showsName: true }) })
        }
      />
      {logo !== null && (
        <>
          <PictureField
            label="Logo on dark"
            hint="Only if the logo is hard to see in the dark theme."
            value={logoOnDark}
            onChange={(picture) => onChange({ logoOnDark: picture })}
          />
          <Switch
            label="Show the name beside the logo"
            hint="Turn it off for a logo that contains the name."
            checked={showsName}
            onChange={(shows) => onChange({ showsName: shows })}
          />
        </>
      )}
      <PictureField
        label="Icon"
        hint={
          logo === null
            ? 'In the browser’s tab and on home screens; best a square.'
            : 'In the browser’s tab and on home screens; best a square. Without one, the logo is used.'
        }
        value={icon}
        onChange={(picture) => onChange({ icon: picture })}
      />
    </>
  )
}

type FieldProps = {
  readonly label: string
  readonly hint: string
  readonly value: SitePicture | null
  readonly onChange: (picture: SitePicture | null) => void
}

function PictureField({ label, hint, value, onChange }: FieldProps) {
  const id = useId()
  const { send, isSending, problem, forget } = useSending(onChange)
  return (
    <div role="group" aria-labelledby={id} className="grid justify-items-start gap-2">
      <p id={id} className="text-sm font-medium">
        {label}
      </p>
      {value !== null && (
        <div className="flex max-w-full items-center gap-3">
          <img src={sitePictureUrl(value.id, 'logo')} alt="" className={ON_CHEQUERS} />
          <span className="min-w-0 truncate text-sm text-muted">{value.name}</span>
        </div>
      )}
      <May duty={SITE_DUTIES.saveSiteSettings}>
        <div className="flex flex-wrap gap-2">
          <FileButton
            size="sm"
            variant="secondary"
            icon={<ImageUp />}
            accept=".png,.webp,.jpg,.jpeg,image/png,image/webp,image/jpeg"
            aria-describedby={`${id}-hint`}
            busy={isSending}
            onFiles={([file]) => void send(file)}
          >
            {value === null ? `Choose the ${label.toLowerCase()}` : `Replace the ${label.toLowerCase()}`}
          </FileButton>
          {value !== null && (
            <Button
              size="sm"
              variant="ghost"
              icon={<Trash2 />}
              onClick={() => {
                forget()
                onChange(null)
              }}
            >
              Remove the {label.toLowerCase()}
            </Button>
          )}
        </div>
      </May>
      <Hint id={`${id}-hint`} error={problem}>
        {hint}
      </Hint>
    </div>
  )
}

/** Sends a chosen file; a problem stays until the next one. */
function useSending(onSent: (picture: SitePicture) => void) {
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string>()
  return {
    isSending,
    problem,
    forget: () => setProblem(undefined),
    async send(file: File | undefined): Promise<void> {
      if (file === undefined) return
      setProblem(undefined)
      setSending(true)
      try {
        onSent(await sendPicture(file))
      } catch (error) {
        setProblem(asAppError(error).message)
      } finally {
        setSending(false)
      }
    },
  }
}

/** A ground that shows light and dark letters. */
const ON_CHEQUERS =
  'h-12 max-w-48 shrink-0 rounded-sm bg-[repeating-conic-gradient(#8f8a86_0_25%,#6f6a66_0_50%)] bg-size-[12px_12px] object-contain p-1.5'
