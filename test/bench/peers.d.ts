// What the bench calls of its peers: `npm run bench` installs them, and the types are checked without them.
declare module "axios" {
  const axios: { post(url: string, body: unknown, options: { headers: Record<string, string> }): Promise<unknown> };
  export default axios;
}

declare module "stripe" {
  export class Stripe {
    constructor(key: string, options: { host: string; port: number; protocol: "http" | "https"; telemetry: boolean });
    readonly checkout: {
      readonly sessions: {
        create(session: { mode: "payment"; success_url: string }): Promise<{ id: string; url: string | null }>;
      };
    };
  }
}
