export { BrandKit, EMPTY_KIT, kitStyleOf, MAX_KIT_COLORS, SavedKit } from './brand-kit.ts'
export { brandContract } from './contract.ts'
export { rangesOf, type ScriptName, scriptsOf } from './coverage.ts'
export { type EmbeddingFlags, embeddingProblem } from './embedding.ts'
export {
  kindOfLogo,
  KitLogo,
  Logo,
  LOGO_HEAD_BYTES,
  LOGO_MAX_BYTES,
  LOGO_MAX_SIDE,
  LOGO_STORED_SIDE,
  logoName,
  MAX_LOGOS,
} from './logo.ts'
export { FONT_HEAD_BYTES, FONT_MAX_BYTES, isFont, MAX_COVERAGE_LENGTH, MAX_FONTS, OwnFont } from './own-font.ts'
export { Followers, Restyle } from './restyle.ts'
