import { createContext, type ReactNode, useContext } from 'react'
import type { OwnFamily } from '#features/templates/model/index.ts'
import type { BrandKitRef, CaptionDocument, Overlays } from '../../model/index.ts'

/** What the editor offers of the brand of the owner of the video. */
export type EditorBrand = {
  /** Own fonts; null until they are known. */
  readonly fonts: readonly { readonly family: OwnFamily; readonly label: string }[] | null
  /** Adds and removes fonts, under the list of fonts; null for those who may not. */
  readonly manageFonts: ReactNode
  /** The ids of the logos; null until they are known. */
  readonly logos: readonly string[] | null
  /** The logo of the brand kit with its place; null without one. */
  readonly kitLogo: NonNullable<Overlays['logo']> | null
  /** Chooses a logo, and adds or removes some where that is allowed; null while they are unknown. */
  readonly logoPicker:
    | ((slot: {
        readonly value: string | null
        /** What is chosen. Default: a logo. */
        readonly noun?: 'logo' | 'picture'
        onChange(id: string): void
      }) => ReactNode)
    | null
  /** The same pictures, to hang on words; null until they are known. */
  readonly pictures: readonly { readonly id: string; readonly name: string; readonly thumbnail: ReactNode }[] | null
  /** Offered beside every colour, `#rrggbb`. */
  readonly colors: readonly string[]
  /** The brand kit that the video can follow; null for none. */
  readonly followed: BrandKitRef | null
  /** Changes the brand kit, under the style; null for those who may not. */
  readonly kit: ((slot: KitSlot) => ReactNode) | null
}

/** What the controls of the brand kit need of the editor. */
export type KitSlot = {
  /** The captions, with a style that is still being dragged. */
  read(): CaptionDocument
  /** Lets the video follow the kit. */
  follow(kit: BrandKitRef): void
}

/** A brand without fonts, logos, pictures, colours and kit. */
export const NO_BRAND: EditorBrand = {
  fonts: [],
  manageFonts: null,
  logos: [],
  kitLogo: null,
  logoPicker: null,
  pictures: [],
  colors: [],
  followed: null,
  kit: null,
}

/** The brand of the editor; nothing outside a provider. */
export const EditorBrand = createContext(NO_BRAND)

/** The brand of the owner of the video. */
export function useEditorBrand(): EditorBrand {
  return useContext(EditorBrand)
}

/** The brand colours, then others, each once. */
export function useSwatches(others: readonly string[] = []): readonly string[] {
  const { colors } = useEditorBrand()
  const isOffered = new Set(colors)
  return [...colors, ...others.filter((color) => !isOffered.has(color.toLowerCase()))]
}
