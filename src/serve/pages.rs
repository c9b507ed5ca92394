//! What the server puts into pages, and the pages of its own, in English as all that the program
//! says to editors.

/// Where the files of the server itself stand.
pub const OWN: &str = "/.rulegrid/";
/// The script that follows the server.
pub const SCRIPT: &str = include_str!("../../site/serve.js");
/// How that looks what the script shows, and the pages of the server.
pub const STYLE: &str = include_str!("../../site/serve.css");
/// In place of the site's service worker: readers of a site that is being edited want no kept page.
pub const NO_WORKER: &str = "\
addEventListener(\"install\", () => skipWaiting());
addEventListener(\"activate\", event => event.waitUntil((async () => {
  const names = (await caches.keys()).filter(name => name.startsWith(\"rulegrid-\"));
  await Promise.all(names.map(name => caches.delete(name)));
  await registration.unregister();
  // Pages that came from what was kept are read again, once.
  if (names.length)
    for (const client of await clients.matchAll({type: \"window\"})) await client.navigate(client.url);
})()));
";

/// How the policy of a page begins.
const POLICY: &str = "<meta http-equiv=\"Content-Security-Policy\" content=\"";
const HEAD_ENDS: &str = "</head>";

/// A page of the site that follows the server; `id` is that of the state it is of.
pub fn live(page: &str, id: &str) -> String {
    let page = page.replacen(POLICY, &format!("{POLICY}connect-src 'self'; "), 1);
    page.replacen(HEAD_ENDS, &format!("{}{HEAD_ENDS}", follower(id)), 1)
}

/// What has a page follow the server.
fn follower(id: &str) -> String {
    let id = escaped(id);
    format!(
        "<link rel=\"stylesheet\" href=\"{OWN}serve.css\">\n\
         <script src=\"{OWN}serve.js\" data-version=\"{id}\" defer></script>\n"
    )
}

/// A page that says why there is no other; it follows the server, too.
pub fn message(title: &str, lead: &str, text: &str, id: &str) -> String {
    let (title, lead) = (escaped(title), escaped(lead));
    let text = match text {
        "" => "<p><a href=\"/\">To the front page</a></p>".to_owned(),
        text => format!("<pre tabindex=\"0\">{}</pre>", escaped(text)),
    };
    let head = follower(id);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         {POLICY}default-src 'none'; connect-src 'self'; img-src 'self'; script-src 'self'; \
         style-src 'self'; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title}</title>\n{head}</head>\n<body class=\"rulegrid-message\">\n\
         <main>\n<h1>{title}</h1>\n<p>{lead}</p>\n{text}\n</main>\n</body>\n</html>\n"
    )
}

/// The type of a file, by its name.
pub fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("json") => "application/json",
        Some("xml") => "application/xml",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

fn escaped(text: &str) -> String {
    crate::render::html::escaped(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_follows_the_server_and_may_connect_to_nothing_else() {
        let page =
            format!("<head>{POLICY}default-src &#x27;none&#x27;\">{HEAD_ENDS}<p>{HEAD_ENDS}");
        let live = live(&page, "a\"b");
        let policy = format!("{POLICY}connect-src 'self'; default-src");
        assert!(live.contains(&policy), "{live}");
        assert_eq!(live.matches("serve.js").count(), 1, "{live}");
        assert!(live.contains("data-version=\"a&quot;b\""), "{live}");
    }

    #[test]
    fn what_is_said_never_becomes_markup() {
        let page = message("<b>", "<i>", "<script>", "1");
        for tag in ["<b>", "<i>", "<script>"] {
            assert!(!page.contains(tag), "{page}");
        }
    }
}
