import { errorsPage } from '../openapi/errorsPage.ts';
import { keepWritten } from './written.ts';

/** `npm run write`: the catalogue of errors. */
keepWritten('docs/errors.md', errorsPage());
