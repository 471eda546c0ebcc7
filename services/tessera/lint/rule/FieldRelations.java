package tessera.lint.rule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import tessera.lint.source.ManifestValue;

/** What servers refuse of fields beside one another although each is one that its type has. Data: {@code field-relations.json}. */
final class FieldRelations {

    private static final Map<String, List<Relation>> RELATIONS = read();

    /**
     * A relation of some fields of a type.
     *
     * @param with      what has to be there for it to matter; empty for nothing
     * @param when      what other fields have to say for it to matter; one that is not there says nothing
     * @param one       of these there is exactly one
     * @param exclusive of these there is at most one that says something
     * @param sources   of all fields but this there is at most one; empty where that does not matter
     * @param without   fields that there cannot be
     * @param needs     fields that there have to be
     * @param values    what fields say, where they are there
     * @param reason    why; empty where the fields tell
     */
    private record Relation(String with, Map<String, Pattern> when, List<String> one, List<String> exclusive,
            String sources, List<String> without, List<String> needs, Map<String, Pattern> values, String reason) {}

    private FieldRelations() {}

    private static Map<String, List<Relation>> read() {
        try (var file = Objects.requireNonNull(FieldRelations.class.getResourceAsStream("field-relations.json"))) {
            return StreamSupport.stream(new JsonMapper().readTree(file).path("relations").spliterator(), false)
                    .collect(Collectors.groupingBy(node -> node.path("type").asText(),
                            Collectors.mapping(FieldRelations::relation, Collectors.toList())));
        } catch (IOException e) {
            throw new UncheckedIOException("The relations of fields are damaged", e);
        }
    }

    private static Relation relation(JsonNode node) {
        return new Relation(node.path("with").asText(), patterns(node.path("when")), texts(node.path("one")),
                texts(node.path("exclusive")), node.path("sources").asText(), texts(node.path("without")),
                texts(node.path("needs")), patterns(node.path("values")), node.path("reason").asText());
    }

    private static List<String> texts(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false).map(JsonNode::asText).toList();
    }

    private static Map<String, Pattern> patterns(JsonNode map) {
        return map.propertyStream().collect(
                Collectors.toMap(Map.Entry::getKey, entry -> Pattern.compile(entry.getValue().asText())));
    }

    /** Notes what a value of a type breaks. */
    static void check(ManifestValue value, String type, CheckContext look) {
        if (value.isMap()) {
            RELATIONS.getOrDefault(type, List.of()).stream().filter(relation -> matters(relation, value))
                    .forEach(relation -> {
                        count(relation, value, look);
                        fields(relation, value, look);
                    });
        }
    }

    private static boolean matters(Relation relation, ManifestValue value) {
        return (relation.with().isEmpty() || at(value, relation.with()).present())
                && relation.when().entrySet().stream()
                        .allMatch(each -> each.getValue().matcher(at(value, each.getKey()).text()).matches());
    }

    private static ManifestValue at(ManifestValue value, String path) {
        return value.at(path.split("\\.", -1));
    }

    private static void count(Relation relation, ManifestValue value, CheckContext look) {
        var one = there(relation.one(), value);
        var exclusive = there(relation.exclusive(), value).stream()
                .filter(name -> !value.at(name).isText() || !value.at(name).text().isEmpty()).toList();
        var sources = relation.sources().isEmpty() ? List.<String>of()
                : value.entries().stream().filter(entry -> entry.value().present())
                        .map(ManifestValue.MappingEntry::name)
                        .filter(name -> !name.equals(relation.sources()) && !name.equals("<<")).toList();
        if (!relation.one().isEmpty() && one.isEmpty()) {
            FieldChecks.refused(value, "One of these has to be there: " + String.join(", ", relation.one()), look);
        }
        List.of(one, exclusive, sources).stream().filter(several -> several.size() > 1)
                .forEach(several -> FieldChecks.refused(value.at(several.get(1)).key(),
                        "%s exclude one another: the server takes one of them".formatted(
                                String.join(" and ", several)),
                        look));
    }

    private static List<String> there(List<String> names, ManifestValue value) {
        return names.stream().filter(name -> value.at(name).present()).toList();
    }

    private static void fields(Relation relation, ManifestValue value, CheckContext look) {
        relation.without().stream().map(name -> at(value, name)).filter(ManifestValue::present)
                .forEach(field -> FieldChecks.refused(field.key(), "%s cannot be there%s".formatted(field.key().text(),
                        because(relation)), look));
        relation.needs().stream().filter(name -> !at(value, name).present())
                .forEach(name -> look.note("field-missing", value, "“%s” is needed%s".formatted(name,
                        because(relation))));
        relation.values().forEach((path, form) -> {
            var field = at(value, path);
            if (field.present() && !field.unfilled() && !form.matcher(field.text()).matches()) {
                FieldChecks.refused(field, "“%s” cannot be there%s".formatted(field.text(), because(relation)), look);
            }
        });
    }

    private static String because(Relation relation) {
        return relation.reason().isEmpty()
                ? relation.when().entrySet().stream()
                        .map(each -> " where %s is %s".formatted(each.getKey(), each.getValue().pattern()
                                .replace("|", " or ")))
                        .findFirst().orElse(relation.with().isEmpty() ? "" : " beside " + relation.with())
                : ": " + relation.reason();
    }
}
