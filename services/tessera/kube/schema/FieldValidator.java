package tessera.kube.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.text.OptionalText;

/** A validator of decoded objects by the table of kinds, as the API server has it. */
public final class FieldValidator {

    private final Map<String, List<FieldCheck>> checks = new HashMap<>();

    public FieldValidator(KindTable table) {
        for (var entry : table.types().entrySet()) {
            var name = entry.getKey();
            var type = entry.getValue();
            checks.put(name,
                    type.fields().entrySet().stream().filter(field -> !type.isWrittenByServer(field.getKey()))
                            .map(field -> FieldCheck.of(field.getKey(), field.getValue(), table))
                            .filter(FieldCheck::looksAtAnything).toList());
        }
    }

    /** A rule between the fields of a type, which the table cannot say. */
    @FunctionalInterface
    public interface StructRule {

        /** Adds the violations within a value of a type. */
        void check(String type, String path, JsonNode value, List<FieldViolation> violations);
    }

    /**
     * The checks of a field.
     *
     * @param struct   the type of the values or of their items; empty for scalars
     * @param unique   the field that is different in every item of a list; empty for none
     * @param required whether it cannot be absent
     * @param inline   whether its name is no part of a path
     */
    private record FieldCheck(String name, KindField field, Optional<FieldConstraint> constraint, String struct,
            String unique, boolean required, boolean inline) {

        static FieldCheck of(String name, KindField field, KindTable table) {
            return new FieldCheck(name, field, field.constraintByServer(),
                    table.hasType(field.itemType()) ? field.itemType() : "",
                    field.option("unique").or(() -> field.option("unique-item")).orElse(""), field.isRequiredByServer(),
                    field.flags().contains("inline"));
        }

        boolean looksAtAnything() {
            return constraint.isPresent() || !struct.isEmpty() || required || isImmutable();
        }

        boolean isImmutable() {
            return field.flags().contains("immutable") || field.option("immutable").isPresent();
        }

        String pathBelow(String path) {
            return inline ? path : join(path, name);
        }

        /** Returns whether the value is absent, or the zero value of its type. */
        boolean isAbsent(JsonNode value) {
            return value.isMissingNode() || value.isNull() || (value.isTextual() && value.asText().isEmpty())
                    || ((field.isList() || field.isMap()) && value.isEmpty())
                    || (value.isNumber() && value.asLong() == 0);
        }
    }

    /**
     * Returns the violations within a decoded value, those of a struct before those of its fields, which come in the order
     * of the table.
     *
     * @param type the kind, or a type within one
     * @param path of the value; empty for an object
     */
    public List<FieldViolation> check(String type, String path, JsonNode value, StructRule rule) {
        var violations = new ArrayList<FieldViolation>();
        checkStruct(type, path, value, new StructInspection(rule, violations));
        return violations;
    }

    private static String join(String path, String name) {
        return OptionalText.suffixed(path, ".") + name;
    }

    private record StructInspection(StructRule rule, List<FieldViolation> violations) {}

    private void checkStruct(String type, String path, JsonNode value, StructInspection inspection) {
        inspection.rule().check(type, path, value, inspection.violations());
        for (var check : checks.getOrDefault(type, List.of())) {
            var field = value.path(check.name());
            if (check.required() || !field.isMissingNode()) {
                checkField(check, check.pathBelow(path), field, inspection);
            }
        }
    }

    private void checkField(FieldCheck check, String path, JsonNode value, StructInspection inspection) {
        if (check.required() && check.isAbsent(value)) {
            inspection.violations().add(FieldViolation.required(path, check.field().serverText("missing").orElse("")));
            return;
        }
        boolean unset = value.isTextual() && value.asText().isEmpty()
                && !check.field().mark().equals(KindField.ALWAYS_WRITTEN);
        if (value.isMissingNode() || value.isNull() || unset) {
            return;
        }
        if (check.constraint().isPresent()) {
            for (var item : check.field().isList() ? value : List.of(value)) {
                inspection.violations().addAll(check.constraint().get().check(path, item));
            }
        }
        if (check.struct().isEmpty()) {
            return;
        }
        if (check.field().isList()) {
            checkItems(check, path, value, inspection);
        } else if (check.field().isMap()) {
            value.properties().forEach(entry -> checkStruct(check.struct(), path + "[" + entry.getKey() + "]",
                    entry.getValue(), inspection));
        } else {
            checkStruct(check.struct(), path, value, inspection);
        }
    }

    private void checkItems(FieldCheck check, String path, JsonNode list, StructInspection inspection) {
        check.field().option("most").map(Integer::parseInt).filter(most -> list.size() > most)
                .ifPresent(most -> inspection.violations().add(FieldViolation.tooMany(path, list.size(), most)));
        var seen = new HashSet<JsonNode>();
        int index = 0;
        for (var item : list) {
            var at = path + "[" + index++ + "]";
            checkStruct(check.struct(), at, item, inspection);
            var key = item.path(check.unique());
            if (!check.unique().isEmpty() && !key.asText().isEmpty() && !seen.add(key)) {
                inspection.violations().add(FieldViolation
                        .duplicate(check.field().option("unique").map(name -> at + "." + name).orElse(at), key, ""));
            }
        }
    }

    /** Returns the changes that a type does not allow. */
    public List<FieldViolation> checkChange(String type, String path, JsonNode value, JsonNode old) {
        var violations = new ArrayList<FieldViolation>();
        addChanges(type, path, value, old, violations);
        return violations;
    }

    private void addChanges(String type, String path, JsonNode value, JsonNode old, List<FieldViolation> violations) {
        for (var check : checks.getOrDefault(type, List.of())) {
            var after = value.path(check.name());
            var before = old.path(check.name());
            if (after.equals(before)) {
                continue;
            }
            var at = check.pathBelow(path);
            if (check.isImmutable()) {
                violations.add(FieldViolation.invalid(at, after,
                        check.field().serverText("immutable").orElse(FieldViolation.IMMUTABLE)));
            }
            if (!check.field().isList() && !check.field().isMap() && !check.inline()) {
                addChanges(check.struct(), at, after, before, violations);
            }
        }
    }
}
