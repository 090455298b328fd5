export declare function writeWhole(file: string, text: string): void;
