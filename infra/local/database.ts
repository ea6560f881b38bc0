import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { Fault } from '../fault.ts';
import { type Engine, startEngine, tellingLine } from './engine.ts';
import { soundFile } from './soundFile.ts';

export type { Engine };

const root = resolve(import.meta.dirname, '../..');
const pom = join(root, 'test/database/pom.xml');
const fetched = join(root, '.dynamodb-local');

/** The small engine; without a folder its data lives in memory. */
export async function startEmbedded(folder: string | undefined, port?: number): Promise<Engine> {
  const program = embeddedProgram();
  const data = folder ? ['--db-path', soundFile(folder)] : [];
  return startEngine('embedded', (free) => [program, 'serve', '--host', '127.0.0.1', '--port', `${free}`, ...data], port);
}

/** Amazon's DynamoDB Local, in memory. It listens on all interfaces: it has no option against that. */
export async function startAmazon(port?: number): Promise<Engine> {
  const java = ['java', '-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-cp', `${fetchAmazon()}/*`];
  const main = 'software.amazon.dynamodb.services.local.main.ServerRunner';
  const options = ['-inMemory', '-sharedDb', '-disableTelemetry'];
  return startEngine('amazon', (free) => [...java, main, ...options, '-port', `${free}`], port);
}

/** One line that says what Amazon's engine lacks here, if anything. */
export function whyNoAmazon(): string | undefined {
  const version = /version "([\d.]+)/.exec(spawnSync('java', ['-version'], { encoding: 'utf8' }).stderr ?? '')?.[1];
  if (!version) return "Amazon's DynamoDB Local needs Java 17 or newer, and there is no Java here.";
  if (Number.parseInt(version, 10) < 17) return `Amazon's DynamoDB Local needs Java 17 or newer, and this is ${version}.`;
  if (existsSync(amazonFolder()) || spawnSync('mvn', ['-version']).status === 0) return undefined;
  return "Amazon's DynamoDB Local is fetched with Maven, and there is no mvn here.";
}

function embeddedProgram(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    return createRequire(import.meta.url).resolve(`@dynoxide/${platform}/dynoxide`);
  } catch {
    throw new Fault(`There is no embedded database for ${platform} here: set DYNAMODB_ENDPOINT to a DynamoDB endpoint.`);
  }
}

function amazonFolder(): string {
  const hash = createHash('sha256').update(readFileSync(pom)).digest('hex');
  return join(fetched, hash.slice(0, 12));
}

function fetchAmazon(): string {
  const folder = amazonFolder();
  if (existsSync(folder)) return folder;
  console.log("Fetching Amazon's DynamoDB Local (50 MB, once).");
  mkdirSync(fetched, { recursive: true });
  removeLeftovers();
  const unfinished = mkdtempSync(`${folder}.`);
  try {
    const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${unfinished}`];
    const maven = spawnSync('mvn', ['-q', '-B', '-C', '-Dstyle.color=never', '-f', pom, ...goal], { encoding: 'utf8' });
    if (maven.status !== 0)
      throw new Fault(`Maven cannot fetch Amazon's DynamoDB Local: ${tellingLine(`${maven.stdout}${maven.stderr}`)}`);
    renameSync(unfinished, folder);
  } catch (error) {
    // A run beside this one may have been faster: the rename is refused, and nothing is missing.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return folder;
}

// Interrupted fetches and earlier versions; what is younger may be a fetch under way.
function removeLeftovers(): void {
  for (const name of readdirSync(fetched)) {
    const path = join(fetched, name);
    if (Date.now() - statSync(path).mtimeMs > 3_600_000) rmSync(path, { recursive: true, force: true });
  }
}
