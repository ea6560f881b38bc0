import { render } from 'preact';
import { watchIdle } from '../idle.ts';
import './console.css';
import { Console } from './frame.tsx';
import { endSession } from './session.ts';

watchIdle(() => endSession('idle'));
render(<Console />, document.getElementById('app') as HTMLElement);
