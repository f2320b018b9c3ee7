import type { Texts } from "@ventanilla/express";

export declare const haitianCreole: Texts;
