import { createContext, useContext } from 'react'
import type { OwnFontFile } from '../../model/index.ts'

const NO_FONTS: readonly OwnFontFile[] = []

/** The own fonts that captions of this page may name, with their addresses; none outside a provider. */
export const OwnFontsContext = createContext(NO_FONTS)

/** The own fonts of the page. */
export function useOwnFonts(): readonly OwnFontFile[] {
  return useContext(OwnFontsContext)
}
