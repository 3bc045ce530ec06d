export type {
  ExpiringVideo,
  VideoExpiry,
  ExpectedFile,
  FileRef,
  FileSources,
  FileProvider,
  StorageDeps,
} from './deps.ts'
export { linkKeyOf } from './link-token.ts'
export { openStorage } from './open-storage.ts'
export type { Findings, Mismatches } from './reconcile.ts'
export type { RoomRequest } from './claim-room.ts'
