package tessera.lint.rule;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tessera.lint.rule.ObjectFieldTypes.FieldSpec;
import tessera.lint.source.ManifestValue;

/** The required fields by type, as far as no rule of their own covers them. */
final class MissingRequiredFieldFinder {

    private static final FieldSpec TEXT = new FieldSpec("string", Optional.empty(), false);
    /** Whose empty name has a rule of its own. */
    private static final Set<String> NAMED = Set.of("Container", "EphemeralContainer", "VolumeMount");

    private MissingRequiredFieldFinder() {}

    /** Returns the required fields of a type that are missing or empty; those of an empty object are reported at that object. */
    static List<String> missingFields(ManifestValue value, String type, ObjectFieldTypes types) {
        if (type.equals("VolumeResourceRequirements") && !value.at("requests").entries().isEmpty()
                && !value.at("requests", "storage").isPresent()) {
            return List.of("requests.storage");
        }
        var fields = types.fieldsOf(type);
        return requiredNames(fields).stream().filter(field -> isMissing(value.at(field),
                field.equals("name") && NAMED.contains(type)))
                .filter(field -> !value.at(field).isMap()
                        || requiredNames(types.fieldsOf(fields.getOrDefault(field, TEXT).type())).isEmpty())
                .toList();
    }

    private static List<String> requiredNames(Map<String, FieldSpec> fields) {
        return fields.entrySet().stream().filter(field -> field.getValue().required()).map(Map.Entry::getKey).toList();
    }

    private static boolean isMissing(ManifestValue value, boolean named) {
        return !value.isPresent() || (value.isText() && value.text().isEmpty() && !named)
                || (value.isList() && value.items().isEmpty()) || (value.isMap() && value.entries().isEmpty());
    }
}
