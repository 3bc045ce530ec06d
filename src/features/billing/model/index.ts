export {
  type ExportLimit,
  jobsAtOnce,
  type Plan,
  PLANS,
  type Queue,
  queuePriority,
  uploadLimitsOf,
  YEAR_DISCOUNT,
} from './plans.ts'
