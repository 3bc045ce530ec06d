// Browser tests see the product's own styles: sizes, hidden parts and stacking are real.
import '../../src/app/pages/public.css'
import '../../src/app/pages/application.css'
