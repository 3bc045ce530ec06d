import { Save } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Hint } from '#ui/hint.tsx'
import type { BrandKit, SavedKit } from '../model/brand-kit.ts'
import { KitColors } from './kit-colors.tsx'
import { KitFollowers } from './kit-followers.tsx'
import { useSaveKit } from './queries.ts'

/** The look of a video, as a kit holds it. */
export type KitLook = Pick<BrandKit, 'templateId' | 'patch' | 'logo' | 'title' | 'closing'>

type BrandKitPanelProps = {
  readonly projectId: string
  readonly kit: SavedKit
  /** The present look of this video. */
  readLook(): KitLook
  /** Lets this video follow the saved kit. */
  onFollow(kit: NonNullable<SavedKit['follow']>): void
}

/** Saves the look of a video as that of the account's kit, restyles the others, and changes the colours. */
export function BrandKitPanel({ projectId, kit: saved, readLook, onFollow }: BrandKitPanelProps) {
  const { follow: _, ...kit } = saved
  const { save, state } = useSaveKit(projectId)
  const isSaving = state === 'saving'
  const saveLook = () => {
    const look = readLook()
    // A video without a logo, title or card says nothing about those of the kit. The text of a title is of one video.
    const title = look.title && { ...look.title, ...(kit.title?.text !== undefined && { text: kit.title.text }) }
    const kept = { logo: look.logo ?? kit.logo, title: title ?? kit.title, closing: look.closing ?? kit.closing }
    save({ ...kit, ...look, ...kept }, ({ follow }) => follow && onFollow(follow))
  }
  return (
    <>
      <div className="grid justify-items-start gap-2">
        <Button size="sm" variant="secondary" icon={<Save />} busy={isSaving} onClick={saveLook}>
          Save this look to the brand kit
        </Button>
        <Hint>Template, style, place, logo, title and closing card. This video and new ones then follow it.</Hint>
      </div>
      <KitFollowers isSaving={isSaving} projectId={projectId} />
      <KitColors colors={kit.colors} onChange={(colors) => save({ ...kit, colors })} />
      <p className="text-sm text-muted">
        The colours stand beside every colour control, in all your videos.{' '}
        <Link to="/brand" className="text-accent-text underline underline-offset-2">
          Logo, fonts and the rest
        </Link>
      </p>
    </>
  )
}
