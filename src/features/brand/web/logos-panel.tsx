import { Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { asAppError } from '#platform/web/api.ts'
import { classNames } from '#ui/class-names.ts'
import { FileButton } from '#ui/file-button.tsx'
import { Hint } from '#ui/hint.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import type { Logo } from '../model/logo.ts'
import { LogoPicture } from './logo-picture.tsx'
import { useLogosChanged, useRemoveLogo } from './queries.ts'
import { sendLogo } from './send-logo.ts'

type LogosPanelProps = {
  readonly logos: readonly Logo[]
  /** The address of a logo's file. */
  sourceOf(logo: Logo): string
  /** The id of the chosen one; null for none. */
  readonly value: string | null
  onChange(logo: Logo): void
  /** Only the owner adds and removes logos. */
  readonly isOwner: boolean
  /** What one is called where it is chosen. Default: logo. */
  readonly noun?: 'logo' | 'picture' | undefined
}

/** The logos of an account: choose one; its owner adds and removes them. */
export function LogosPanel({ logos, sourceOf, value, onChange, isOwner, noun = 'logo' }: LogosPanelProps) {
  const name = useId()
  const title = noun === 'logo' ? 'Logos' : 'Pictures'
  const { remove, isPending } = useRemoveLogo()
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">{title}</legend>
      {logos.length > 0 && (
        <ul aria-label={title} className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-2">
          {logos.map((logo) => (
            <li key={logo.id} className="relative">
              {noun === 'logo' ? (
                <label className={classNames(CARD, 'has-checked:border-accent has-checked:bg-raised')}>
                  <input
                    type="radio"
                    name={name}
                    aria-label={`Use ${logo.name}`}
                    checked={logo.id === value}
                    onChange={() => onChange(logo)}
                    className="pointer-events-none absolute inset-0 size-full opacity-0"
                  />
                  <Face logo={logo} source={sourceOf(logo)} isOwner={isOwner} />
                </label>
              ) : (
                <button
                  type="button"
                  aria-label={`Hang ${logo.name} on the word`}
                  className={CARD}
                  onClick={() => onChange(logo)}
                >
                  <Face logo={logo} source={sourceOf(logo)} isOwner={isOwner} />
                </button>
              )}
              {isOwner && (
                <span className="absolute right-0.5 bottom-0.5">
                  <IconButton
                    label={noun === 'logo' ? `Remove ${logo.name}` : `Remove ${logo.name} from your pictures`}
                    icon={<Trash2 />}
                    size="sm"
                    disabled={isPending}
                    onClick={() => remove(logo)}
                  />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {isOwner ? (
        <AddLogo noun={noun} onAdded={onChange} />
      ) : (
        logos.length === 0 && <Hint>The owner has no {noun} yet.</Hint>
      )}
    </fieldset>
  )
}

const CARD =
  'grid w-full cursor-pointer gap-1 rounded-md border border-border p-1.5 text-left text-xs hover:border-border-strong has-focus-visible:outline-2 has-focus-visible:outline-ring'

/** A logo with its name. */
function Face({ logo, source, isOwner }: { logo: Logo; source: string; isOwner: boolean }) {
  return (
    <>
      <LogoPicture source={source} width={logo.width} height={logo.height} className={ON_CHEQUERS} />
      <span className={isOwner ? 'truncate pr-8 leading-7 pointer-coarse:pr-11' : 'truncate'}>{logo.name}</span>
    </>
  )
}

/** A ground that shows light and dark letters. */
const ON_CHEQUERS =
  'h-16 w-full rounded-sm bg-[repeating-conic-gradient(#8f8a86_0_25%,#6f6a66_0_50%)] bg-size-[12px_12px] p-2'

function AddLogo({ noun, onAdded }: { noun: 'logo' | 'picture'; onAdded(logo: Logo): void }) {
  const changed = useLogosChanged()
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function send(file: File | undefined): Promise<void> {
    if (file === undefined) return
    setProblem(null)
    setSending(true)
    try {
      const logo = await sendLogo(file)
      await changed()
      onAdded(logo)
    } catch (error) {
      setProblem(asAppError(error).message)
    } finally {
      setSending(false)
    }
  }

  return (
    <div className="grid justify-items-start gap-2">
      <FileButton
        size="sm"
        variant="secondary"
        icon={<Plus />}
        accept=".png,.webp,.jpg,.jpeg,image/png,image/webp,image/jpeg"
        busy={isSending}
        onFiles={([file]) => void send(file)}
      >
        Add a {noun}
      </FileButton>
      <Hint error={problem ?? undefined}>PNG, WebP or JPEG, up to 2 MB. A PNG can be transparent.</Hint>
    </div>
  )
}
