import { createHash } from 'node:crypto';
import { build, type Plugin, parseAst, type Rolldown } from 'vite';

/* What only comparisons need is a script of its own beside the engine's: the page loads it later, and starts workers
   that compare from both. A classic worker is one script, which bundlers can't split. */

const LOADER = /\/web\/worker\/load-comparison\.ts$/;
const OWN =
  /\/(shared\/(verify\/.*|receipt\/.*|verify|verification|version)|web\/worker\/comparison\.worker)\.ts$/;

interface Linked {
  /** The classic script. */
  readonly script: string;
  /** The engine's module with what the script takes from it. */
  readonly offer: string;
}

/** Splits the code of comparisons off the engine's worker: `compress.worker-HASH.js` gets `comparison-HASH.js`. */
export function comparisonScript(): Plugin {
  let script: string | undefined;
  return {
    name: 'pagelight:comparison-script',
    apply: 'build',
    load: {
      filter: { id: LOADER },
      async handler(loader) {
        const linked = linkedTo(await bundled(loader.replace('load-comparison', 'comparison.worker')));
        script = linked.script;
        return linked.offer;
      },
    },
    generateBundle(_, bundle) {
      if (script === undefined) return;
      const engine = Object.keys(bundle).find((name) => name.includes('compress.worker-'));
      if (engine === undefined) throw new Error('no engine to put the comparison beside');
      const fileName = engine.replace('compress.worker-', 'comparison-');
      this.emitFile({ type: 'asset', fileName, source: script });
    },
  };
}

/** Returns a module that imports what comparisons share with the engine. */
async function bundled(input: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [
      {
        name: 'pagelight:only-comparisons',
        enforce: 'pre',
        async resolveId(source, importer) {
          const found = await this.resolve(source, importer, { skipSelf: true });
          return found === null || OWN.test(found.id) ? found : { id: found.id, external: 'absolute' };
        },
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input, preserveEntrySignatures: 'strict', output: { minify: true } },
    },
  });
  return ([built].flat()[0] as Rolldown.RolldownOutput).output[0].code;
}

/** Replaces a module's imports and exports. The engine's values are taken once: it has started before. */
function linkedTo(module: string): Linked {
  // In the engine's text: both get another name if either changes.
  const key = `engine_${createHash('sha256').update(module).digest('hex').slice(0, 8)}`;
  const imports: string[] = [];
  const offers: string[] = [];
  let script = '';
  let end = 0;
  for (const statement of parseAst(module).body) {
    if (statement.type !== 'ImportDeclaration' && statement.type !== 'ExportNamedDeclaration') continue;
    const pairs = statement.specifiers.map((specifier) => {
      const [from, to] =
        specifier.type === 'ImportSpecifier'
          ? [specifier.imported, specifier.local]
          : specifier.type === 'ExportSpecifier'
            ? [specifier.exported, specifier.local]
            : [];
      if (from?.type !== 'Identifier' || to?.type !== 'Identifier')
        throw new Error(`only names can be linked, not ${specifier.type}`);
      return [from.name, to.name] as const;
    });
    const names = `{${pairs.map((pair) => pair.join(':')).join()}}`;
    script += module.slice(end, statement.start);
    end = statement.end;
    if (statement.type === 'ExportNamedDeclaration') script += `self.comparison=${names};`;
    else {
      const at = offers.length;
      script += `const${names}=self.${key}[${at}];`;
      imports.push(
        `import { ${pairs.map(([name]) => `${name} as ${name}_${at}`).join()} } from ${statement.source.raw};`,
      );
      offers.push(`{${pairs.map(([name]) => `${name}: ${name}_${at}`).join()}}`);
    }
  }
  return {
    script: `(()=>{"use strict";${script}${module.slice(end)}})();\n`,
    offer: `${imports.join('\n')}
      self.${key} = [${offers.join()}];
      export const comparison = async () => self.comparison;`,
  };
}
