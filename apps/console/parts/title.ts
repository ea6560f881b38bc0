import { useEffect } from 'preact/hooks';
import { texts } from '../texts.ts';

/** The title of the browser's tab. */
export const useTitle = (title: string): void =>
  useEffect(() => {
    document.title = texts.ofPage(title, texts.brand);
  }, [title]);
