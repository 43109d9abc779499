//! The public API of the two libraries, listed in `docs/public-api`. A change of it is seen in the change of the file: what
//! is only new is a minor version, everything else a major one. `DAMKA_WRITE_API=1` writes the listings again.

use quote::ToTokens;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use syn::{Fields, ImplItem, Item, Type, UseTree, Visibility};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What a library shows: the names that its root exports, and the lines about them.
#[derive(Default)]
struct Listing {
    lines: BTreeSet<String>,
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// Tokens as one line of text.
fn text(tokens: &impl ToTokens) -> String {
    let text = tokens.to_token_stream().to_string();
    let mut tidy =
        text.replace(" :: ", "::").replace(" < ", "<").replace(" >", ">").replace("< ", "<").replace("& ", "&");
    for (from, to) in [(" ,", ","), ("( ", "("), (" )", ")"), (" (", "("), (" :", ":"), (" ;", ";"), (" . ", ".")] {
        tidy = tidy.replace(from, to);
    }
    tidy
}

/// The names that `pub use` brings out of a module.
fn exported(tree: &UseTree, names: &mut BTreeSet<String>) {
    match tree {
        UseTree::Path(path) => exported(&path.tree, names),
        UseTree::Name(name) => _ = names.insert(name.ident.to_string()),
        UseTree::Rename(rename) => _ = names.insert(rename.ident.to_string()),
        UseTree::Glob(_) => panic!("exports are named one by one"),
        UseTree::Group(group) => group.items.iter().for_each(|item| exported(item, names)),
    }
}

/// A module: its file, its path for users, and whether all that is public in it is seen or only what was exported.
struct Module<'a> {
    file: PathBuf,
    path: String,
    seen: Option<&'a BTreeSet<String>>,
}

impl Listing {
    fn add_module(&mut self, module: &Module<'_>) {
        let source =
            fs::read_to_string(&module.file).unwrap_or_else(|error| panic!("{}: {error}", module.file.display()));
        let parsed = syn::parse_file(&source).unwrap_or_else(|error| panic!("{}: {error}", module.file.display()));
        let mut names = BTreeSet::new();
        for item in &parsed.items {
            if let Item::Use(import) = item
                && is_public(&import.vis)
            {
                exported(&import.tree, &mut names);
            }
        }
        let inherited = module.seen.cloned().unwrap_or_default();
        let names: BTreeSet<String> =
            names.into_iter().filter(|name| module.seen.is_none() || inherited.contains(name)).collect();
        for item in &parsed.items {
            match item {
                Item::Mod(inner) if inner.content.is_none() && !is_test(&inner.attrs) => {
                    let is_open = is_public(&inner.vis) && module.seen.is_none();
                    let path = if is_open { format!("{}::{}", module.path, inner.ident) } else { module.path.clone() };
                    let seen = if is_open { None } else { Some(&names) };
                    self.add_module(&Module { file: file_of(&module.file, &inner.ident.to_string()), path, seen });
                }
                item => self.add_item(item, module),
            }
        }
    }

    fn add_item(&mut self, item: &Item, module: &Module<'_>) {
        let is_seen = |name: &str| module.seen.is_none_or(|seen| seen.contains(name));
        let path = &module.path;
        let mut add = |line: String| _ = self.lines.insert(line);
        match item {
            Item::Fn(item) if is_public(&item.vis) && is_seen(&item.sig.ident.to_string()) => {
                add(format!("{path}: {}", text(&item.sig)));
            }
            Item::Struct(item) if is_public(&item.vis) && is_seen(&item.ident.to_string()) => {
                add(format!("{path}: struct {}{}", item.ident, text(&item.generics)));
                if let Fields::Named(fields) = &item.fields {
                    for field in fields.named.iter().filter(|field| is_public(&field.vis)) {
                        let name = field.ident.as_ref().map(ToString::to_string).unwrap_or_default();
                        add(format!("{path}::{}.{name}: {}", item.ident, text(&field.ty)));
                    }
                }
            }
            Item::Enum(item) if is_public(&item.vis) && is_seen(&item.ident.to_string()) => {
                add(format!("{path}: enum {}", item.ident));
                for variant in &item.variants {
                    add(format!(
                        "{path}::{}::{}{}",
                        item.ident,
                        variant.ident,
                        text(&without_attributes(&variant.fields))
                    ));
                }
            }
            Item::Trait(item) if is_public(&item.vis) && is_seen(&item.ident.to_string()) => {
                add(format!("{path}: trait {}", item.ident));
                for inner in &item.items {
                    if let syn::TraitItem::Fn(method) = inner {
                        add(format!("{path}::{}: {}", item.ident, text(&method.sig)));
                    }
                }
            }
            Item::Const(item) if is_public(&item.vis) && is_seen(&item.ident.to_string()) => {
                add(format!("{path}: const {}: {}", item.ident, text(&item.ty)));
            }
            Item::Static(item) if is_public(&item.vis) && is_seen(&item.ident.to_string()) => {
                add(format!("{path}: static {}: {}", item.ident, text(&item.ty)));
            }
            Item::Impl(item) => self.add_impl(item, module),
            Item::Macro(item) => self.add_macro(&text(&item.mac.tokens), module),
            _ => {}
        }
    }

    fn add_impl(&mut self, item: &syn::ItemImpl, module: &Module<'_>) {
        let Type::Path(target) = &*item.self_ty else { return };
        let name = target.path.segments.last().map(|part| part.ident.to_string()).unwrap_or_default();
        let path = &module.path;
        if let Some((_, of, _)) = &item.trait_ {
            self.lines.insert(format!("{path}: impl {} for {}", text(of), text(&item.self_ty)));
            return;
        }
        for inner in &item.items {
            match inner {
                ImplItem::Fn(method) if is_public(&method.vis) => {
                    self.lines.insert(format!("{path}::{name}: {}", text(&method.sig)));
                }
                ImplItem::Const(value) if is_public(&value.vis) => {
                    self.lines.insert(format!("{path}::{name}: const {}: {}", value.ident, text(&value.ty)));
                }
                _ => {}
            }
        }
    }

    /// Types that a macro makes are listed by what the macro is given.
    fn add_macro(&mut self, tokens: &str, module: &Module<'_>) {
        let without_docs: String =
            tokens.split("# [").map(|part| part.split_once(']').map_or(part, |(_, rest)| rest)).collect();
        let given = without_docs.split_whitespace().collect::<Vec<_>>().join(" ");
        if !given.is_empty() && !given.contains("=>") {
            self.lines.insert(format!("{}: made of {given}", module.path));
        }
    }
}

fn without_attributes(fields: &Fields) -> Fields {
    let mut fields = fields.clone();
    fields.iter_mut().for_each(|field| field.attrs.clear());
    fields
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| attribute.path().is_ident("cfg") && text(&attribute.meta).contains("test"))
}

/// The file of a module that another file declares.
fn file_of(parent: &Path, name: &str) -> PathBuf {
    let folder = parent.parent().expect("a folder");
    let stem = parent.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let folder = if matches!(stem, "lib" | "mod") { folder.to_owned() } else { folder.join(stem) };
    let file = folder.join(format!("{name}.rs"));
    if file.exists() { file } else { folder.join(name).join("mod.rs") }
}

fn check(package: &str, folder: &str) {
    let mut listing = Listing::default();
    let file = root().join(folder).join("src/lib.rs");
    listing.add_module(&Module { file, path: package.replace('-', "_"), seen: None });
    let made = listing.lines.into_iter().collect::<Vec<_>>().join("\n") + "\n";
    let kept = root().join("docs/public-api").join(format!("{package}.txt"));
    if std::env::var_os("DAMKA_WRITE_API").is_some() {
        fs::create_dir_all(kept.parent().expect("a folder")).expect("a folder");
        fs::write(&kept, &made).expect("written");
    }
    let old = fs::read_to_string(&kept).unwrap_or_default();
    let gone: Vec<&str> = old.lines().filter(|line| !made.lines().any(|new| new == *line)).collect();
    let new: Vec<&str> = made.lines().filter(|line| !old.lines().any(|known| known == *line)).collect();
    assert!(
        old == made,
        "the public API of {package} has changed: `make api-listing` writes {} again\ngone: {gone:#?}\nnew: {new:#?}",
        kept.display()
    );
}

#[test]
fn the_public_api_of_the_rules_is_as_listed() {
    check("damka-rules", "crates/rules");
}

#[test]
fn the_public_api_of_the_notation_is_as_listed() {
    check("damka-notation", "crates/notation");
}
