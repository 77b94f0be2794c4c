import { build, type Plugin, type Rollup } from 'vite';

/** Adds embed.js to the build: one classic script under a name that stays, since other people's pages write it down. */
export function loader(): Plugin {
  return {
    name: 'loader',
    apply: 'build',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'embed.js', source: await bundled(this.environment.config.build.target) });
    },
  };
}

async function bundled(target: string | false | string[]): Promise<string> {
  const result = (await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      target,
      write: false,
      modulePreload: false,
      // Without `var` for constants, which would not be put where they are used.
      rolldownOptions: { input: 'src/loader/embed.ts', output: { format: 'iife', topLevelVar: false } },
    },
  })) as Rollup.RolldownOutput;
  const [chunk, ...more] = result.output;
  if (more.length > 0) throw new Error(`embed.js has to be one file, and comes with ${more.map(({ fileName }) => fileName).join(', ')}`);
  return chunk.code;
}
