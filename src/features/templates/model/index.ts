export { TEMPLATES, templateById } from './catalogue.ts'
export {
  Color,
  type Ease,
  FONT_FAMILIES,
  FONT_WEIGHTS,
  type Look,
  type Motion,
  Template,
  withReducedMotion,
} from './template.ts'
