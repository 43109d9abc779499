//! The parts of the API description that are the same everywhere, so the handlers do not repeat them: failures, the
//! language, the cookie, operation ids. utoipa describes the rest.

use super::bounds;
use super::visitor::COOKIE;
use damka_words::Language;
use serde_json::{Map, Value, json};

#[cfg(test)]
mod tests;

/// Answers that any request may get: the status, the name of the component, and the meaning.
const FAILURES: [(&str, &str, &str); 4] = [
    ("4XX", "Refused", "Refused. `code` says why for programs, `text` for people."),
    ("429", "TooMany", "Too many requests. `Retry-After` says in how many seconds the next one can succeed."),
    ("500", "Broken", "A mistake of the server's own; it stands in the log."),
    ("503", "Unavailable", "Nothing can be saved now, or there is too much to do, or the club is closing."),
];

/// Failures that may carry `Retry-After`.
const RETRIED: [&str; 2] = ["TooMany", "Unavailable"];

/// Names of the piece letters for generated clients, which cannot derive names from letters that differ only in case.
const PIECES: [&str; 4] = ["WHITE_MAN", "WHITE_KING", "BLACK_MAN", "BLACK_KING"];

/// Examples of texts in our own formats, by the names of the parameters and fields that contain them.
const EXAMPLES: [(&str, &str); 5] = [
    ("rules", "russian"),
    ("clock", "5m+3s"),
    ("fen", "W:Wc3,Ka1:Bf6"),
    ("kind", "three-kings"),
    ("pdn", "1. c3-d4 d6-c5 *"),
];

/// Completes the description that utoipa generated.
pub fn complete(mut made: Value) -> Value {
    for (path, method, operation) in operations(&mut made) {
        operation.insert("operationId".to_owned(), operation_id(&method, &path).into());
        add_language(operation);
        describe_answers(operation);
    }
    let parts = made["components"].as_object_mut();
    if let Some(parts) = parts {
        parts.insert("responses".to_owned(), failures());
        parts.insert("securitySchemes".to_owned(), json!({ "visitor": visitor() }));
        parts["schemas"]["PieceLetter"]["x-enum-varnames"] = json!(PIECES);
        parts["schemas"]["LanguageTag"] = languages();
    }
    // A visitor without a cookie is new, and gets one.
    made["security"] = json!([{}, { "visitor": [] }]);
    made["servers"] = json!([{ "url": "/", "description": "This club." }]);
    bounds::apply(&mut made);
    give_examples(&mut made);
    made
}

fn languages() -> Value {
    let plain = Language::ALL.map(|language| language.code().to_owned());
    let monkeys = plain.clone().map(|tag| format!("{tag}-x-monkeys"));
    let tags = [plain, monkeys].concat();
    let description = "A language, and whether the pieces are monkeys in it.";
    json!({ "type": "string", "description": description, "enum": tags })
}

/// Adds the examples: readers see what is meant, and programs that try the API have valid values.
fn give_examples(made: &mut Value) {
    for (name, example) in EXAMPLES {
        let mut found = Vec::new();
        bounds::parameters(&mut made["paths"], name, &mut found);
        found.into_iter().for_each(|schema| schema["examples"] = json!([example]));
    }
    for (name, example) in EXAMPLES {
        let mut found = Vec::new();
        bounds::fields(&mut made["components"]["schemas"], name, &mut found);
        let texts = found
            .into_iter()
            .filter(|schema| schema["type"].to_string().contains("\"string\"") && !schema["enum"].is_array());
        texts.for_each(|schema| schema["examples"] = json!([example]));
    }
}

/// Every operation with its path and method.
fn operations(made: &mut Value) -> impl Iterator<Item = (String, String, &mut Map<String, Value>)> {
    let paths = made["paths"].as_object_mut().into_iter().flatten();
    paths.flat_map(|(path, item)| {
        let methods = item.as_object_mut().into_iter().flatten();
        methods.filter_map(|(method, operation)| Some((path.clone(), method.clone(), operation.as_object_mut()?)))
    })
}

/// An operation id for programs: the method and the words of the path, such as `get_games_id_export`.
fn operation_id(method: &str, path: &str) -> String {
    let words = path.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    std::iter::once(method).chain(words.skip_while(|word| *word == "api")).collect::<Vec<_>>().join("_")
}

fn add_language(operation: &mut Map<String, Value>) {
    let parameters = operation.entry("parameters").or_insert_with(|| json!([]));
    let Some(parameters) = parameters.as_array_mut() else { return };
    parameters.retain(|parameter| parameter["name"] != "lang");
    parameters.push(json!({
        "name": "lang",
        "in": "query",
        "description": "The language of sentences; `Accept-Language` if left out.",
        "required": false,
        "schema": { "$ref": "#/components/schemas/LanguageTag" },
    }));
}

/// Describes every answer, and adds to every operation the failures that any request may get.
fn describe_answers(operation: &mut Map<String, Value>) {
    let done = operation.get("summary").or(operation.get("description")).and_then(Value::as_str);
    let done = done.unwrap_or("Done.").to_owned();
    let Some(answers) = operation.get_mut("responses").and_then(Value::as_object_mut) else { return };
    for (status, answer) in answers.iter_mut() {
        answer["description"] = match status.as_str() {
            "204" => "Done; there is nothing to add.".into(),
            "304" => "Nothing has changed since the answer whose `ETag` was sent in `If-None-Match`.".into(),
            _ => done.as_str().into(),
        };
        // A picture is binary data, not a list of numbers.
        if let Some(picture) = answer.pointer_mut("/content/image~1png/schema") {
            *picture = json!({ "type": "string", "format": "binary" });
        }
    }
    for (status, name, _) in FAILURES {
        answers.insert(status.to_owned(), json!({ "$ref": format!("#/components/responses/{name}") }));
    }
}

fn failures() -> Value {
    let described = FAILURES.map(|(_, name, description)| {
        let mut answer = json!({
            "description": description,
            "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Problem" } } },
        });
        if RETRIED.contains(&name) {
            let seconds = json!({ "description": "Seconds.", "schema": { "type": "integer", "minimum": 1 } });
            answer["headers"] = json!({ "Retry-After": seconds });
        }
        (name.to_owned(), answer)
    });
    Value::Object(described.into_iter().collect())
}

fn visitor() -> Value {
    json!({
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": "Who asks. The first answer sets it; send it back with every request and in the handshake of sockets.",
    })
}
