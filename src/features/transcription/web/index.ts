export { AccountGlossary } from './glossary/account-glossary.tsx'
export type { EarlierCut } from './earlier-cut.tsx'
export { EarlyRunNotice } from './early-run-notice.tsx'
export { GlossaryDialog } from './glossary/glossary-dialog.tsx'
export { GlossaryOffer } from './glossary/glossary-offer.tsx'
export { LiveWords } from './live-words.tsx'
export {
  isOver,
  prefetchRun,
  prefetchStart,
  type UnattendedLook,
  useTranscription,
  useTranscriptionOverview,
  useUnattendedStart,
} from './queries.ts'
export { StartPanel } from './start-panel.tsx'
export type { FirstLanguage } from './use-start-form.ts'
