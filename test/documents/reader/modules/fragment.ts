/** What a block without an import has from the file that it stands in. One with an import is a file, and has its own. */
export declare const ventanilla: typeof import("@ventanilla/express").ventanilla;
export declare const payments: import("@ventanilla/express").Payments;
export declare const express: typeof import("express");
export declare const helmet: typeof import("helmet").default;
export declare const app: import("express").Express;
export declare const server: import("node:http").Server;
