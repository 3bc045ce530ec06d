export { LiveWords } from './live-words.tsx'
export { isOver, useTranscription, useTranscriptionOverview } from './queries.ts'
export { StartPanel } from './start-panel.tsx'
