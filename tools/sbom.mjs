// What is built into the program, with versions, licences and checksums: a bill of materials in CycloneDX format.
//
//   node tools/sbom.mjs           writes it to the standard output (`make dist`)
//   node tools/sbom.mjs --check   only checks licences and sources against deny.toml, without a network (`make test`)
//   node tools/sbom.mjs --texts   writes the texts of the licences, as they must come with the program (`make dist`)
//
// Rust packages come from `cargo metadata` for this machine, those of the page from web/package-lock.json.
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
const run = (program, ...words) => execFileSync(program, words, { encoding: "utf8", maxBuffer: 1 << 28 });

/** The licences that deny.toml allows. */
const allowed = new Set([...read("deny.toml").match(/^allow = \[([^\]]*)\]/m)[1].matchAll(/"([^"]+)"/g)].map((found) => found[1]));

/** Whether an SPDX expression can be satisfied with allowed licences; old manifests write `/` for `OR`. */
function isAllowed(expression) {
  const words = expression.replaceAll("/", " OR ").match(/[()]|[^\s()]+/g) ?? [];
  const any = () => { let met = all(); while (words[0] === "OR") { words.shift(); met = all() || met; } return met; };
  const all = () => { let met = one(); while (words[0] === "AND") { words.shift(); met = one() && met; } return met; };
  const one = () => {
    let word = words.shift();
    if (word === "(") { const met = any(); words.shift(); return met; }
    if (words[0] === "WITH") { words.shift(); word += ` WITH ${words.shift()}`; }
    return allowed.has(word);
  };
  return any() && words.length === 0;
}

/** The packages of the program: those that `damka` needs, and separately those that only build it. */
function rustPackages() {
  const host = run("rustc", "-vV").match(/^host: (.*)$/m)[1];
  const metadata = JSON.parse(run(process.env.CARGO ?? "cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", host));
  const packages = new Map(metadata.packages.map((found) => [found.id, found]));
  const nodes = new Map(metadata.resolve.nodes.map((node) => [node.id, node]));
  const checksums = new Map(read("Cargo.lock").split("[[package]]").map((text) => {
    const value = (name) => text.match(new RegExp(`^${name} = "(.*)"$`, "m"))?.[1];
    return [`${value("name")}@${value("version")}`, value("checksum")];
  }));
  const reached = new Map();
  const walk = (id, kinds, scope) => {
    if (reached.get(id)?.scope === "required" || (reached.has(id) && scope === "excluded")) return;
    const needs = nodes.get(id).deps.filter((dep) => dep.dep_kinds.some(({ kind }) => kinds.includes(kind)));
    reached.set(id, { scope, needs: needs.map((dep) => dep.pkg) });
    for (const dep of needs) walk(dep.pkg, kinds, scope);
    for (const dep of nodes.get(id).deps) if (dep.dep_kinds.some(({ kind }) => kind === "build")) walk(dep.pkg, [null], "excluded");
  };
  const root = metadata.packages.find((found) => found.name === "damka" && found.source === null).id;
  walk(root, [null], "required");
  const reference = (id) => `pkg:cargo/${packages.get(id).name}@${packages.get(id).version}`;
  return [...reached].map(([id, { scope, needs }]) => {
    const { name, version, license, source, authors, manifest_path: manifest } = packages.get(id);
    const checksum = checksums.get(`${name}@${version}`);
    const hashes = checksum ? [{ alg: "SHA-256", content: checksum }] : [];
    return { reference: reference(id), name, version, license, scope, hashes, needs: needs.map(reference), isRoot: id === root,
      authors, folder: dirname(manifest), isOwn: source === null,
      // A package is ours or has a checksum from the registry; anything else has an unknown source.
      isKnown: source === null || (source.startsWith("registry+") && checksum !== undefined) };
  });
}

/** The packages of the page, without those used only to build and test it. */
function pagePackages() {
  const { packages } = JSON.parse(read("web/package-lock.json"));
  return Object.entries(packages).filter(([path]) => path !== "").map(([path, { version, license, dev, integrity }]) => {
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const reference = `pkg:npm/${name.replace("@", "%40")}@${version}`;
    const [algorithm, hash] = (integrity ?? "").split("-");
    const hashes = algorithm === "sha512" ? [{ alg: "SHA-512", content: Buffer.from(hash, "base64").toString("hex") }] : [];
    // Svelte is a build tool, but leaves a part of itself in its output.
    const scope = dev && name !== "svelte" ? "excluded" : "required";
    return { reference, name, version, license, scope, hashes, needs: [], isKnown: hashes.length > 0,
      authors: [], folder: fileURLToPath(new URL(`../web/${path}`, import.meta.url)), isOwn: false };
  });
}

function check(parts) {
  const problems = parts.flatMap(({ reference, license, isKnown, scope }) => [
    // Build tools only need a known source; what is distributed also needs an allowed licence.
    ...(scope === "required" && !isAllowed(license ?? "none") ? [`${reference}: the licence ${license} is not allowed by deny.toml`] : []),
    ...(isKnown ? [] : [`${reference}: comes from an unknown source`]),
  ]);
  for (const problem of problems) console.error(problem);
  const count = parts.filter(({ scope }) => scope === "required").length;
  console.error(`licences and sources: ${count} packages in the program, ${parts.length - count} to build it, ${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

/** The licences and notices that lie in a package's folder, in the order of their names. */
function texts(folder) {
  const isText = ({ name }) => /^(un)?licen[sc]e|^copying|^notice|^copyright/i.test(name);
  const found = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile() && isText(entry));
  return found.map(({ name }) => name).sort().map((name) => readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n").trim());
}

/** Everybody whose work is in the program, with the words under which they gave it. The same words stand once. */
function thirdParties(parts) {
  const line = "-".repeat(100);
  const others = parts.filter(({ scope, isOwn }) => scope === "required" && !isOwn);
  const title = ({ name, version, license }) => `${name} ${version} (${license})`;
  const byText = new Map();
  const without = [];
  for (const part of others) {
    const own = texts(part.folder);
    if (own.length === 0) without.push(part);
    for (const text of own) byText.set(text, [...(byText.get(text) ?? []), title(part)]);
  }
  const packages = others.map((part) => `  ${title(part)}`);
  const sections = [...byText].map(([text, names]) => `${line}\n${names.join("\n")}\n\n${text}\n`);
  const bare = without.map((part) => `  ${title(part)}${part.authors.length ? `: ${part.authors.join(", ")}` : ""}`);
  return [
    "The program Damka contains these packages of others, each under its own licence:\n",
    ...packages,
    "",
    ...sections,
    line,
    "These packages come without a text of their licence; their authors name the licences above:\n",
    ...bare,
    "\nThe texts of the licences MIT and Apache-2.0 are also in LICENSE-MIT and LICENSE-APACHE.",
  ].join("\n");
}

function component({ reference, name, version, license, scope, hashes }) {
  const licenses = license ? [{ expression: license.replaceAll("/", " OR ") }] : [];
  return { type: "library", "bom-ref": reference, name, version, scope, hashes, licenses, purl: reference };
}

function bill(parts) {
  const root = parts.find(({ isRoot }) => isRoot);
  const page = parts.filter(({ reference, scope }) => reference.startsWith("pkg:npm/") && scope === "required");
  const { scope, ...program } = component(root);
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: { component: { ...program, type: "application" } },
    components: parts.filter((part) => part !== root).map(component),
    dependencies: parts.map(({ reference, needs }) => ({
      ref: reference,
      dependsOn: [...new Set(reference === root.reference ? [...needs, ...page.map((part) => part.reference)] : needs)],
    })),
  };
}

// The same package may be in several folders.
const parts = [...new Map([...pagePackages(), ...rustPackages()].map((part) => [part.reference, part])).values()];
parts.sort((one, other) => (one.reference < other.reference ? -1 : 1));
if (process.argv.includes("--check")) check(parts);
else if (process.argv.includes("--texts")) console.log(thirdParties(parts));
else console.log(JSON.stringify(bill(parts), null, 1));
