import { type ReactNode, useMemo } from 'react'
import {
  BrandKitPanel,
  type KitLook,
  LogoPicture,
  LogosPanel,
  ownFontLabel,
  OwnFontsPanel,
  ownFontUrl,
  projectLogoUrl,
  useProjectFonts,
  useProjectKit,
  useProjectLogos,
} from '#features/brand/web/index.ts'
import type { KitLogo } from '#features/brand/model/index.ts'
import { type CaptionDocument, textsForKit } from '#features/captions/model/index.ts'
import { EditorBrand } from '#features/captions/web/index.ts'
import { LogosContext, OwnFontsContext } from '#features/rendering/web/index.ts'
import { ownFamily } from '#features/templates/model/index.ts'

type WorkspaceBrandProps = { readonly projectId: string; readonly isOwner: boolean; readonly children: ReactNode }

/** Gives preview and style panel the own fonts, logos and brand kit of the owner of a video; the owner changes them there. */
export function WorkspaceBrand({ projectId, isOwner, children }: WorkspaceBrandProps) {
  const fonts = useProjectFonts(projectId).data?.fonts ?? null
  const logos = useProjectLogos(projectId).data?.logos ?? null
  const kit = useProjectKit(projectId).data ?? null
  const files = useMemo(
    () =>
      (fonts ?? []).map((font) => ({
        family: ownFamily(font.id),
        weights: font.weights,
        coverage: font.coverage,
        source: ownFontUrl(projectId, font),
      })),
    [fonts, projectId],
  )
  const pictures = useMemo(
    () => (logos ?? []).map((logo) => ({ ...logo, source: projectLogoUrl(projectId, logo) })),
    [logos, projectId],
  )
  const brand = useMemo(
    (): EditorBrand => ({
      fonts: fonts && fonts.map((font) => ({ family: ownFamily(font.id), label: ownFontLabel(font) })),
      manageFonts: isOwner && fonts !== null ? <OwnFontsPanel fonts={fonts} /> : null,
      logos: logos && logos.map(({ id }) => id),
      kitLogo: kitLogoOf(kit),
      logoPicker:
        logos &&
        (({ value, onChange, noun }) => (
          <LogosPanel
            noun={noun}
            logos={logos}
            sourceOf={(logo) => projectLogoUrl(projectId, logo)}
            value={value}
            onChange={({ id }) => onChange(id)}
            isOwner={isOwner}
          />
        )),
      pictures:
        logos &&
        logos.map((logo) => ({
          id: logo.id,
          name: logo.name,
          thumbnail: <LogoPicture source={projectLogoUrl(projectId, logo)} {...logo} className="size-8" />,
        })),
      colors: kit?.colors ?? [],
      followed: kit?.follow ?? null,
      kit:
        isOwner && kit !== null
          ? ({ read, follow }) => (
              <BrandKitPanel projectId={projectId} kit={kit} readLook={() => kitLookOf(read())} onFollow={follow} />
            )
          : null,
    }),
    [fonts, logos, kit, isOwner, projectId],
  )
  return (
    <OwnFontsContext value={files}>
      <LogosContext value={pictures}>
        <EditorBrand value={brand}>{children}</EditorBrand>
      </LogosContext>
    </OwnFontsContext>
  )
}

/** The logo of the kit as a document shows it. */
function kitLogoOf(kit: { readonly logo: KitLogo | null } | null): EditorBrand['kitLogo'] {
  if (kit === null || kit.logo === null) return null
  const { id, ...place } = kit.logo
  return { assetId: id, ...place }
}

/** The look of a video as the kit holds it. */
function kitLookOf(doc: CaptionDocument): KitLook {
  const { template, styles, overlays } = doc
  const { title = null, closing = null } = textsForKit(doc)
  const patch = styles['main'] ?? {}
  return {
    templateId: template.id,
    patch: Object.keys(patch).length === 0 ? null : patch,
    logo: overlays?.logo ? kitLogo(overlays.logo) : null,
    title,
    closing,
  }
}

type Logo = NonNullable<NonNullable<CaptionDocument['overlays']>['logo']>

/** A place that was set by hand, and times, stay with the video. */
function kitLogo({ assetId: id, anchor = 'top-right', size = 0.2, margin = 0.05, opacity = 1 }: Logo): KitLogo {
  return { id, anchor, size, margin, opacity }
}
