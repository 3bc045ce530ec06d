import { createContext, useContext } from 'react'
import type { LogoFile } from '../../model/index.ts'

const NO_LOGOS: readonly LogoFile[] = []

/** The logos that captions of this page may show, with their addresses; none outside a provider. */
export const LogosContext = createContext(NO_LOGOS)

/** The logos of the page. */
export function useLogos(): readonly LogoFile[] {
  return useContext(LogosContext)
}
