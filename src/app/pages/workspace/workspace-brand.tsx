import { type ReactNode, useMemo } from 'react'
import {
  BrandKitPanel,
  ownFontLabel,
  OwnFontsPanel,
  ownFontUrl,
  useProjectFonts,
  useProjectKit,
} from '#features/brand/web/index.ts'
import { EditorBrand } from '#features/captions/web/index.ts'
import { OwnFontsContext } from '#features/rendering/web/index.ts'
import { nearestTemplate, ownFamily } from '#features/templates/model/index.ts'

type WorkspaceBrandProps = { readonly projectId: string; readonly isOwner: boolean; readonly children: ReactNode }

/** Gives preview and style panel the own fonts and the brand kit of the owner of a video; the owner changes them there. */
export function WorkspaceBrand({ projectId, isOwner, children }: WorkspaceBrandProps) {
  const fonts = useProjectFonts(projectId).data?.fonts ?? null
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
  const brand = useMemo(
    (): EditorBrand => ({
      fonts: fonts && fonts.map((font) => ({ family: ownFamily(font.id), label: ownFontLabel(font) })),
      manageFonts: isOwner && fonts !== null ? <OwnFontsPanel fonts={fonts} /> : null,
      colors: kit?.colors ?? [],
      kit:
        isOwner && kit !== null
          ? ({ template }) => <BrandKitPanel projectId={projectId} kit={kit} template={nearestTemplate(template)} />
          : null,
    }),
    [fonts, kit, isOwner, projectId],
  )
  return (
    <OwnFontsContext value={files}>
      <EditorBrand value={brand}>{children}</EditorBrand>
    </OwnFontsContext>
  )
}
