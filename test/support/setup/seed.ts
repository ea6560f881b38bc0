import fc from 'fast-check';

fc.configureGlobal({ seed: Number.parseInt(process.env.SEED as string, 10) });
