import { RotateCw } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { Button } from '#ui/button.tsx'
import { Hint } from '#ui/hint.tsx'
import { Notice } from '#ui/notice.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Switch } from '#ui/switch.tsx'
import type { SavedKit } from '../model/brand-kit.ts'
import type { Logo } from '../model/logo.ts'
import type { OwnFont } from '../model/own-font.ts'
import { KitColors } from './kit-colors.tsx'
import { KitFollowers } from './kit-followers.tsx'
import { KitLogoFields } from './kit-logo.tsx'
import type { DrawPicture } from './kit-texts.tsx'
import { OwnFontsPanel } from './own-fonts-panel.tsx'
import { useFonts, useKit, useLogos, useSaveKit } from './queries.ts'
import { useKitDraft } from './use-kit-draft.ts'

// They need the painter's view of a look, which the rest of the page does without.
const KitTitleFields = lazy(async () => ({ default: (await import('./kit-texts.tsx')).KitTitleFields }))
const KitClosingFields = lazy(async () => ({ default: (await import('./kit-texts.tsx')).KitClosingFields }))

type BrandPageProps = {
  /** The templates to start new videos with. */
  readonly templates: readonly { readonly id: string; readonly name: string }[]
  /** Draws a moment of captions over the pictures of title and closing card. */
  readonly drawPicture: DrawPicture
  /** The words that all videos of the account write its way. */
  readonly glossary: ReactNode
}

/** /brand: logo, colours, fonts, style, title and closing card of the account, and the videos that follow them. */
export function BrandPage(o: BrandPageProps) {
  const [kit, logos, fonts] = [useKit(), useLogos(), useFonts()]
  const failed = [kit, logos, fonts].find(({ isError }) => isError)
  return (
    <div className="mx-auto max-w-4xl px-4 py-8 sm:px-6 sm:py-10">
      <h1 className="text-2xl sm:text-3xl">Brand kit</h1>
      <p className="mt-2 max-w-[60ch] text-muted">
        Your logo, colours and fonts, at hand in every video. People who work on your videos use them too.
      </p>
      <div className="mt-8">
        {kit.data && logos.data && fonts.data ? (
          <Kit kit={kit.data} logos={logos.data.logos} fonts={fonts.data.fonts} {...o} />
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
  readonly kit: SavedKit
  readonly logos: readonly Logo[]
  readonly fonts: readonly OwnFont[]
}

function Kit({ kit: saved, logos, fonts, templates, drawPicture, glossary }: KitProps) {
  const { save, state } = useSaveKit(null)
  const { follow: _, ...held } = saved
  const { kit, change, isChanging } = useKitDraft(held, save)
  return (
    <div className="grid gap-8">
      <Part
        title="Logo"
        text={
          logos.length === 0
            ? 'No logo yet. Add one, and every video can show it in a corner.'
            : 'Videos that follow the kit show the chosen one at this place.'
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
      <Part title="Style" text="Template and style of the captions, in every video that follows the kit.">
        <Select
          label="Template"
          value={templates.some(({ id }) => id === kit.templateId) ? (kit.templateId ?? NONE) : NONE}
          options={[
            { value: NONE, label: 'Left to each video' },
            ...templates.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(id) => change({ templateId: id === NONE ? null : id })}
        />
        <KitPatch patch={kit.patch} onRemove={() => change({ patch: null })} />
      </Part>
      <Part title="Glossary" text="New captions of all your videos write these words your way.">
        {glossary}
      </Part>
      <Part title="Title" text="A hook over the first seconds, in one look for all videos.">
        <Suspense fallback={<Skeleton className="h-12 w-full" />}>
          <KitTitleFields kit={kit} onChange={change} drawPicture={drawPicture} />
        </Suspense>
      </Part>
      <Part title="Closing card" text="The same last words in every video that follows the kit.">
        <Suspense fallback={<Skeleton className="h-12 w-full" />}>
          <KitClosingFields kit={kit} onChange={change} drawPicture={drawPicture} />
        </Suspense>
      </Part>
      <Part title="Videos" text="A change of the kit restyles the videos that follow it, once you say so.">
        <Switch
          label="New videos follow the kit"
          hint="Unless you chose a template or look for them"
          checked={kit.isFollowedByNew}
          onChange={(isFollowedByNew) => change({ isFollowedByNew })}
        />
        <KitFollowers isSaving={isChanging || state === 'saving'} />
      </Part>
      <p role="status" className="min-h-5 text-sm text-muted">
        {state === 'saving' ? 'Saving…' : state === 'saved' ? 'Saved' : ''}
      </p>
    </div>
  )
}

const NONE = 'none'

type KitPatchProps = { readonly patch: SavedKit['patch']; onRemove(): void }

/** The changes of the template that the kit holds. They are made in the editor. */
function KitPatch({ patch, onRemove }: KitPatchProps) {
  return (
    <div className="grid justify-items-start gap-2">
      <Hint>
        {patch === null
          ? 'To add colours, font and place of the captions, save the look of a video: in the editor, under Style, Brand kit.'
          : 'The kit has its own style on top of the template. To change it, save the look of a video again: in the editor, under Style, Brand kit.'}
      </Hint>
      {patch !== null && (
        <Button size="sm" variant="secondary" onClick={onRemove}>
          Use the template as it is
        </Button>
      )}
    </div>
  )
}

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
