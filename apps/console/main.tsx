import { render } from 'preact';
import { watchIdle } from '../idle.ts';
import './console.css';
import { Console } from './frame.tsx';
import { endSession } from './session.ts';

watchIdle(() => endSession('idle'));
// A browser may keep the page for its Back button after the tab went elsewhere.
addEventListener('pageshow', ({ persisted }) => persisted && endSession('left'));
render(<Console />, document.getElementById('app') as HTMLElement);
