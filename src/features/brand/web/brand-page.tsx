import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { BrandKit } from '../model/brand-kit.ts'
import type { Logo } from '../model/logo.ts'
import type { OwnFont } from '../model/own-font.ts'
import { KitColors } from './kit-colors.tsx'
import { KitLogoFields } from './kit-logo.tsx'
import { OwnFontsPanel } from './own-fonts-panel.tsx'
import { useFonts, useKit, useLogos, useSaveKit } from './queries.ts'
import { useKitDraft } from './use-kit-draft.ts'

type BrandPageProps = {
  /** The templates to start new videos with. */
  readonly templates: readonly { readonly id: string; readonly name: string }[]
}

/** /brand: logo, colours, fonts and the first template of the account. */
export function BrandPage({ templates }: BrandPageProps) {
  const [kit, logos, fonts] = [useKit(), useLogos(), useFonts()]
  const failed = [kit, logos, fonts].find(({ isError }) => isError)
  return (
    <div className="mx-auto max-w-4xl px-4 py-10 sm:px-6 sm:py-14">
      <h1 className="text-3xl sm:text-4xl">Brand kit</h1>
      <p className="mt-2 max-w-[60ch] text-muted">
        Your logo, colours and fonts, at hand in every video. People who work on your videos use them too.
      </p>
      <div className="mt-8">
        {kit.data && logos.data && fonts.data ? (
          <Kit kit={kit.data} logos={logos.data.logos} fonts={fonts.data.fonts} templates={templates} />
        ) : failed?.error ? (
          <Notice
            tone="error"
            title="We couldn’t load your brand kit"
            actions={
              <Button
                icon={<RotateCw aria-hidden="true" />}
                onClick={() => [kit, logos, fonts].forEach((query) => void query.refetch())}
              >
                Try again
              </Button>
            }
          >
            {failed.error.message}
          </Notice>
        ) : (
          <Loading />
        )}
      </div>
    </div>
  )
}

type KitProps = BrandPageProps & {
  readonly kit: BrandKit
  readonly logos: readonly Logo[]
  readonly fonts: readonly OwnFont[]
}

function Kit({ kit: saved, logos, fonts, templates }: KitProps) {
  const { save, state } = useSaveKit(null)
  const { kit, change } = useKitDraft(saved, save)
  return (
    <div className="grid gap-8">
      <Part
        title="Logo"
        text={
          logos.length === 0
            ? 'No logo yet. Add one, and every video can show it in a corner.'
            : 'The chosen one is offered first, at this place. In the editor, it is under Style, Title and end.'
        }
      >
        <KitLogoFields logos={logos} value={kit.logo} onChange={(logo) => change({ logo })} />
      </Part>
      <Part
        title="Colours"
        text={
          kit.colors.length === 0
            ? 'No colours yet. Those you add stand beside every colour control.'
            : 'They stand beside every colour control of the editor.'
        }
      >
        <KitColors colors={kit.colors} onChange={(colors) => change({ colors })} />
      </Part>
      <Part
        title="Fonts"
        text={
          fonts.length === 0
            ? 'No fonts yet. Those you add stand first in every font list.'
            : 'They stand first in every font list.'
        }
      >
        <OwnFontsPanel fonts={fonts} />
      </Part>
      <Part
        title="New videos"
        text="Captions of a new video start in this template, unless you chose one in the gallery."
      >
        <Select
          label="Template"
          value={templates.some(({ id }) => id === kit.templateId) ? (kit.templateId ?? NONE) : NONE}
          options={[
            { value: NONE, label: 'The usual one' },
            ...templates.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(id) => change({ templateId: id === NONE ? null : id })}
        />
      </Part>
      <p role="status" className="min-h-5 text-sm text-muted">
        {state === 'saving' ? 'Saving…' : state === 'saved' ? 'Saved' : ''}
      </p>
    </div>
  )
}

const NONE = 'none'

function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-4 border-t border-border pt-6 md:grid-cols-[15rem_1fr] md:gap-8">
      <div className="grid content-start gap-1">
        <h2 className="text-xl">{title}</h2>
        <p className="text-sm text-muted">{text}</p>
      </div>
      <div className="grid min-w-0 content-start gap-4">{children}</div>
    </section>
  )
}

function Loading() {
  return (
    <div role="status" aria-label="Loading your brand kit" className="grid gap-6">
      {['logo', 'colours', 'fonts'].map((part) => (
        <Skeleton key={part} className="h-28 w-full" />
      ))}
    </div>
  )
}
