//! Files beside the pages: what keeps them for reading offline, what installs the site, and what
//! tells search engines of it. It decides nothing of what pages show.

use super::look::SCRIPT;
use super::outlet::Hashes;
use super::search::{faq_index_path, index_path};
use super::text::escaped;
use super::{Address, Kind, Look, Press};
use crate::model::*;
use crate::publish::SiteFile;
use serde_json::json;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// Stands in the script for what it is told of the site.
const SITE_DATA: &str = "\"@site@\"";

/// How many bytes of a file's hash the service worker compares.
const HASH_BYTES: usize = 6;

/// What the service worker compares of a file's hash.
pub(super) fn digits(digest: impl AsRef<[u8]>) -> String {
    let bytes = digest.as_ref().iter().take(HASH_BYTES);
    bytes.map(|byte| format!("{byte:02x}")).collect()
}

impl Press<'_, '_> {
    /// The files that are copied as they are, but that the script is told of the site.
    pub(super) fn copied(&self, look: &Look) -> Vec<SiteFile> {
        let mut files = look.files();
        files.iter_mut().for_each(|file| self.tell_script(file));
        files
    }

    /// The one at `path`, if there is one.
    pub(super) fn copied_file(&self, look: &Look, path: &str) -> Option<SiteFile> {
        let mut file = look.file(path)?;
        self.tell_script(&mut file);
        Some(file)
    }

    fn tell_script(&self, file: &mut SiteFile) {
        if file.path == SCRIPT
            && let Ok(script) = str::from_utf8(&file.bytes)
        {
            file.bytes = script.replace(SITE_DATA, &self.site_data()).into_bytes();
        }
    }

    /// The service worker of the site whose files have these hashes. Its version is their hash.
    pub(super) fn worker(&self, look: &Look, hashes: &Hashes) -> SiteFile {
        let mut version = Sha256::new();
        for (path, hash) in hashes {
            version.update(format!("{path} {hash}\n"));
        }
        let version = digits(version.finalize());
        let kept = self.kept(hashes);
        let script = look
            .worker
            .replace("@version@", &version)
            .replace("@hashes@", &json!(hashes).to_string())
            .replace("@kept@", &json!(kept).to_string());
        SiteFile {
            path: "sw.js".to_owned(),
            bytes: script.into_bytes(),
        }
    }

    /// What the service worker keeps unasked: under no language what all pages use, under each
    /// language its front page, its tables, the FAQ, and the search.
    fn kept<'f>(&self, files: &'f Hashes) -> BTreeMap<String, Vec<&'f str>> {
        let dataset = self.plan.dataset;
        let known = |path: &str| files.get_key_value(path).map(|(path, _)| path.as_str());
        let shared = files.keys().map(String::as_str);
        let shared = shared.filter(|path| !path.contains('/'));
        let shared = shared.filter(|path| path.ends_with(".css") || path.ends_with(".js"));
        let mut kept = BTreeMap::from([(String::new(), shared.collect())]);
        for (language, declared) in dataset.languages() {
            let tables = self.plan.tables.iter().map(|table| Kind::Table(table.id));
            let kinds = [Kind::Front, Kind::Overview, Kind::Faq]
                .into_iter()
                .chain(tables);
            let paths = kinds.map(|kind| Address::new(kind, language).path(dataset));
            let code = &declared.code;
            let indexes = [index_path(code), faq_index_path(code)];
            let paths = paths.chain(indexes).collect::<Vec<_>>();
            let paths = paths.iter().filter_map(|path| known(path));
            kept.insert(declared.code.clone(), paths.collect());
        }
        kept
    }

    /// What a device needs to install the site.
    pub(super) fn manifest(&self) -> SiteFile {
        let title = self.plan.dataset.title.get(LanguageIx(0)).1;
        let title = title.plain(&self.everything());
        let manifest = json!({
            "name": format!("{title} · Rulegrid"),
            "short_name": title,
            "start_url": "./",
            "scope": "./",
            "display": "minimal-ui",
            "background_color": "#f9f7f2",
            "theme_color": "#7a3b12",
            "icons": [
                {"src": "mark.svg", "sizes": "any", "type": "image/svg+xml"},
                {"src": "icon-192.png", "sizes": "192x192", "type": "image/png"},
                {"src": "icon-512.png", "sizes": "512x512", "type": "image/png"},
            ],
        });
        SiteFile {
            path: "manifest.webmanifest".to_owned(),
            bytes: format!("{manifest:#}\n").into_bytes(),
        }
    }

    /// The map of the site for search engines, each page with the same one in other languages;
    /// `None` where it is not known where the site will stand.
    pub(super) fn sitemap(&self, pages: &[Address<'_>]) -> Option<SiteFile> {
        self.base_url?;
        let dataset = self.plan.dataset;
        let mut xml = String::from(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\n",
        );
        for page in pages {
            let address = self.canonical(&page.path(dataset))?;
            let address = escaped(&address);
            xml.push_str(&format!("<url><loc>{address}</loc>"));
            for (language, declared) in dataset.languages() {
                let other = Address { language, ..*page };
                let other = self.canonical(&other.path(dataset))?;
                let (code, other) = (&declared.code, escaped(&other));
                xml.push_str(&format!(
                    "<xhtml:link rel=\"alternate\" hreflang=\"{code}\" href=\"{other}\"/>"
                ));
            }
            xml.push_str("</url>\n");
        }
        xml.push_str("</urlset>\n");
        Some(SiteFile {
            path: "sitemap.xml".to_owned(),
            bytes: xml.into_bytes(),
        })
    }
}
