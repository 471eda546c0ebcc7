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

/** Relations between fields that servers enforce in addition to the types. Data: {@code field-relations.json}. */
final class ManifestFieldRelationRules {

    private static final Map<String, List<ManifestFieldRelation>> RELATIONS = read();

    /**
     * A relation between fields of a type.
     *
     * @param requiredField      what has to be there for it to matter; empty for nothing
     * @param conditions      what other fields have to say for it to matter; one that is not there says nothing
     * @param exactlyOne       of these there is exactly one
     * @param exclusive of these there is at most one that says something
     * @param sources   of all fields but this there is at most one; empty where that does not matter
     * @param forbidden   fields that there cannot be
     * @param required     fields that there have to be
     * @param values    what fields say, where they are there
     * @param reason    why; empty where the fields tell
     */
    private record ManifestFieldRelation(String requiredField, Map<String, Pattern> conditions, List<String> exactlyOne,
            List<String> exclusive, String sources, List<String> forbidden, List<String> required,
            Map<String, Pattern> values, String reason) {}

    private ManifestFieldRelationRules() {}

    private static Map<String, List<ManifestFieldRelation>> read() {
        try (var file = Objects
                .requireNonNull(ManifestFieldRelationRules.class.getResourceAsStream("field-relations.json"))) {
            return StreamSupport.stream(new JsonMapper().readTree(file).path("relations").spliterator(), false)
                    .collect(Collectors.groupingBy(node -> node.path("type").asText(),
                            Collectors.mapping(ManifestFieldRelationRules::readRelation, Collectors.toList())));
        } catch (IOException e) {
            throw new UncheckedIOException("damaged field-relations.json", e);
        }
    }

    private static ManifestFieldRelation readRelation(JsonNode node) {
        return new ManifestFieldRelation(node.path("with").asText(), readPatterns(node.path("when")),
                readTexts(node.path("one")), readTexts(node.path("exclusive")), node.path("sources").asText(),
                readTexts(node.path("without")), readTexts(node.path("needs")), readPatterns(node.path("values")),
                node.path("reason").asText());
    }

    private static List<String> readTexts(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false).map(JsonNode::asText).toList();
    }

    private static Map<String, Pattern> readPatterns(JsonNode map) {
        return map.propertyStream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> Pattern.compile(entry.getValue().asText())));
    }

    /** Reports the relations that a value of a type breaks. */
    static void checkRelations(ManifestValue value, String type, LintCheckContext context) {
        if (value.isMap()) {
            RELATIONS.getOrDefault(type, List.of()).stream().filter(relation -> applies(relation, value))
                    .forEach(relation -> {
                        checkCount(relation, value, context);
                        checkFields(relation, value, context);
                    });
        }
    }

    private static boolean applies(ManifestFieldRelation relation, ManifestValue value) {
        return (relation.requiredField().isEmpty() || valueAt(value, relation.requiredField()).isPresent())
                && relation.conditions().entrySet().stream()
                        .allMatch(each -> each.getValue().matcher(valueAt(value, each.getKey()).text()).matches());
    }

    private static ManifestValue valueAt(ManifestValue value, String path) {
        return value.at(path.split("\\.", -1));
    }

    private static void checkCount(ManifestFieldRelation relation, ManifestValue value, LintCheckContext context) {
        var one = presentNames(relation.exactlyOne(), value);
        var exclusive = presentNames(relation.exclusive(), value).stream()
                .filter(name -> !value.at(name).isText() || !value.at(name).text().isEmpty()).toList();
        var sources = relation.sources().isEmpty() ? List.<String>of()
                : value.entries().stream().filter(entry -> entry.value().isPresent())
                        .map(ManifestValue.MappingEntry::name)
                        .filter(name -> !name.equals(relation.sources()) && !name.equals("<<")).toList();
        if (!relation.exactlyOne().isEmpty() && one.isEmpty()) {
            context.reject(value, new LintFieldReason.OneFieldRequired(relation.exactlyOne()));
        }
        List.of(one, exclusive, sources).stream().filter(several -> several.size() > 1).forEach(several -> context
                .reject(value.at(several.get(1)).key(), new LintFieldReason.ExclusiveFields(several)));
    }

    private static List<String> presentNames(List<String> names, ManifestValue value) {
        return names.stream().filter(name -> value.at(name).isPresent()).toList();
    }

    private static void checkFields(ManifestFieldRelation relation, ManifestValue value, LintCheckContext context) {
        relation.forbidden().stream().map(name -> valueAt(value, name)).filter(ManifestValue::isPresent)
                .forEach(field -> context.reject(field.key(),
                        new LintFieldReason.ForbiddenField(field.key().text(), conditionOf(relation))));
        relation.required().stream().filter(name -> !valueAt(value, name).isPresent()).forEach(name -> context
                .addFinding("field-missing", value, new LintFieldReason.RequiredField(name, conditionOf(relation))));
        relation.values().forEach((path, form) -> {
            var field = valueAt(value, path);
            if (field.isPresent() && !field.isTemplated() && !form.matcher(field.text()).matches()) {
                context.reject(field, new LintFieldReason.ForbiddenValue(field.text(), conditionOf(relation)));
            }
        });
    }

    private static LintFieldReason conditionOf(ManifestFieldRelation relation) {
        return relation.conditions().entrySet().stream().findFirst()
                .map(each -> new LintFieldReason.FieldCondition(each.getKey(),
                        List.of(each.getValue().pattern().split("\\|")), relation.requiredField(), relation.reason()))
                .orElseGet(() -> new LintFieldReason.FieldCondition("", List.of(), relation.requiredField(),
                        relation.reason()));
    }
}
