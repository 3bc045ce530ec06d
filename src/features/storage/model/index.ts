export { Storage, storageContract, StoredFile } from './contract.ts'
export { storageOf } from './storage-of.ts'
