import type { Payments } from "@ventanilla/express";

export declare const payments: Payments;
