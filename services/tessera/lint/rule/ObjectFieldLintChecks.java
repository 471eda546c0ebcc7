package tessera.lint.rule;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tessera.kube.schema.ValueFormat;
import tessera.lint.finding.LintFix;
import tessera.lint.fix.ListValueLintFixes;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.manifest.ManifestKubernetesObject.ManifestPodTemplate;
import tessera.lint.rule.ObjectFieldTypes.FieldSpec;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlBlockEditor;
import tessera.model.SpellingSuggestionFinder;
import tessera.text.MessageCatalog;

/** Checks that fields exist and that their values are valid. */
final class ObjectFieldLintChecks implements LintCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ObjectFieldLintChecks.class);
    private static final ObjectFieldTypes FIELDS = ObjectFieldTypes.bundled();
    private static final String LIST = "[]";
    private static final String MAP = "{}";
    private static final Set<String> NAMED = Set.of("name", "optional");
    /** Stands for all fields that are not in the table. */
    private static final String OTHERS = "*";
    private static final String NEAR = "near";
    private static final Set<String> HOLDERS = Set.of("ConfigMap", "Secret");
    /** Others have templates that are almost those of pods. */
    private static final Set<String> WHOLE = Set.of("kubeflow.org", "ray.io", "leaderworkerset.x-k8s.io",
            "jobset.x-k8s.io", "batch.volcano.sh");

    @Override
    public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
        if (!object.isLive()) {
            FIELDS.typeOf(object.apiVersion(), object.kind())
                    .ifPresent(type -> checkStruct(object.root(), type, context));
        }
    }

    @Override
    public void checkTemplate(ManifestPodTemplate template, LintCheckContext context) {
        if (!template.complete() || template.object().isLive()) {
            return;
        }
        if (WHOLE.contains(template.object().group())) {
            checkStruct(template.holder().at("metadata"), "ObjectMeta", context);
            checkStruct(template.spec(), "PodSpec", context);
        }
        var spec = template.spec();
        checkHostPorts(spec, context);
        checkDuplicates(Stream
                .concat(spec.at("initContainers").items().stream(), spec.at("containers").items().stream()).toList(),
                "container", context);
        checkDuplicates(spec.at("volumes").items(), "volume", context);
        checkDuplicates(spec.at("resourceClaims").items(), "claim", context);
    }

    /** Checks that host ports are unique within a pod. */
    private static void checkHostPorts(ManifestValue spec, LintCheckContext context) {
        var seen = new HashSet<String>();
        spec.at("containers").items().stream().flatMap(container -> container.at("ports").items().stream())
                .filter(port -> port.at("hostPort").isPresent() && !port.at("hostPort").text().equals("0"))
                .filter(port -> !seen.add(port.at("hostPort").text() + port.at("protocol").text().replace("TCP", "")
                        + " " + port.at("hostIP").text()))
                .forEach(port -> context.reject(port.at("hostPort"),
                        new LintFieldReason.DuplicateHostPort(port.at("hostPort").text())));
    }

    static void checkDuplicates(List<ManifestValue> items, String subject, LintCheckContext context) {
        var seen = new HashSet<String>();
        items.stream().map(item -> item.at("name")).filter(ManifestValue::isPresent)
                .filter(name -> !seen.add(name.text())).forEach(name -> context.addFinding("value-refused", name,
                        new LintFieldReason.DuplicateEntryName(name.text(), subject)));
    }

    private static void checkStruct(ManifestValue value, String type, LintCheckContext context) {
        var fields = FIELDS.fieldsOf(type);
        if (value.isMap()) {
            // What is mistyped is told as that.
            var unknown = value.entries().stream().map(entry -> entry.name()).filter(name -> !fields.containsKey(name))
                    .toList();
            MissingRequiredFieldFinder.missingFields(value, type, FIELDS).stream()
                    .filter(field -> SpellingSuggestionFinder.findMistyped(field, unknown).isEmpty())
                    .forEach(field -> context.addFinding("field-missing", value,
                            new LintFieldReason.MissingTypeField(type, field)));
        }
        ManifestFieldRelationRules.checkRelations(value, type, context);
        for (var entry : value.entries()) {
            var field = fields.get(entry.name());
            if (field != null) {
                checkValue(entry.value(), new FieldNameAndParentType(entry.name(), type), field, context);
            } else if (!entry.name().equals("<<") && !isMisplaced(entry.name(), type, context)) {
                checkUnknownField(value, entry.key(), type, context);
            }
        }
    }

    /** The field of a value, and the type that contains it. */
    private record FieldNameAndParentType(String name, String type) {}

    private static boolean isMisplaced(String name, String type, LintCheckContext context) {
        return switch (type) {
            case "PodSpec" -> context.facts().findMistake("podFields", name).isPresent();
            case "DeploymentSpec", "StatefulSetSpec", "DaemonSetSpec", "ReplicaSetSpec", "JobSpec" ->
                name.equals("restartPolicy");
            // Claims have a rule of their own for what is written as other versions have it.
            case "DeviceRequest" -> FIELDS.fieldsOf("ExactDeviceRequest").containsKey(name);
            case "Container" -> context.facts().findMistake("containerFields", name).isPresent();
            default -> false;
        };
    }

    /** Checks an unknown field; in third-party kinds, which may have newer fields, only misspellings are reported. */
    private static void checkUnknownField(ManifestValue around, ManifestValue key, String type,
            LintCheckContext context) {
        var fields = FIELDS.fieldsOf(type);
        var others = fields.get(OTHERS);
        var meant = SimilarNameFinder.findSimilar(key.text(), fields.keySet())
                .filter(name -> !name.equals(OTHERS) && !around.at(name).isWritten());
        if (others == null || (others.type().equals(NEAR) && meant.isPresent())) {
            context.addFinding("field-unknown", key, new LintFieldReason.UnknownTypeField(
                    others == null || around.key().text().isEmpty() ? type : around.key().text(), key.text(), meant),
                    meant.flatMap(name -> ManifestSourceEditor.fixOf(MESSAGES.text("fix.write", name),
                            ManifestSourceEditor.replace(key, name))));
        }
    }

    private static void checkValue(ManifestValue value, FieldNameAndParentType fieldType, FieldSpec field,
            LintCheckContext context) {
        var type = field.type();
        if (!value.isPresent() || type.equals("any") || value.isTemplated()) {
            return;
        }
        if (type.startsWith(LIST)) {
            if (value.isList()) {
                var spec = field.ofItems(LIST);
                value.items().forEach(item -> checkItem(item, fieldType, spec, context));
            } else {
                context.addFinding("value-refused", value, new LintFieldReason.ListExpected(fieldType.name()),
                        ListValueLintFixes.toList(value, FIELDS.fieldsOf(type.substring(LIST.length())).keySet()));
            }
        } else if (type.startsWith(MAP)) {
            checkMap(value, fieldType, field.ofValues(MAP), context);
        } else if (!FIELDS.fieldsOf(type).isEmpty()) {
            if (value.isMap()) {
                checkStruct(value, type, context);
            } else {
                context.addFinding("value-refused", value, new LintFieldReason.MapExpected(fieldType.name()),
                        wrapAsName(value, FIELDS.fieldsOf(type).keySet()));
            }
        } else {
            ScalarValueLintChecks.check(value, fieldType.name(), field, context);
        }
    }

    private static void checkItem(ManifestValue item, FieldNameAndParentType fieldType, FieldSpec spec,
            LintCheckContext context) {
        boolean empty = item.isText() && item.text().isEmpty() && spec.constraint().isPresent();
        if (empty || (!item.isPresent() && !FIELDS.fieldsOf(spec.type()).isEmpty())) {
            context.reject(item, new LintFieldReason.EmptyListEntry(fieldType.name()));
        } else {
            checkValue(item, fieldType, spec, context);
        }
    }

    /** Returns a fix from a text to an object that has hardly anything but a name. */
    private static Optional<LintFix> wrapAsName(ManifestValue value, Set<String> fields) {
        if (value.isText() && NAMED.containsAll(fields)) {
            return ManifestSourceEditor.fixOf(MESSAGES.text("fix.write.name", value.text()), YamlBlockEditor
                    .replaceInline(value, "{\"name\": %s}".formatted(YamlBlockEditor.quotedText(value.text()))));
        }
        return Optional.empty();
    }

    private static void checkMap(ManifestValue value, FieldNameAndParentType fieldType, FieldSpec spec,
            LintCheckContext context) {
        if (!value.isMap()) {
            context.reject(value, new LintFieldReason.MapExpected(fieldType.name()));
            return;
        }
        boolean amounts = spec.type().equals("quantity");
        boolean asked = fieldType.type().equals("ResourceRequirements");
        boolean data = HOLDERS.contains(fieldType.type());
        for (var entry : value.entries()) {
            if (data && !entry.key().isTemplated() && !ValueFormat.DATA_KEY.problems(entry.name()).isEmpty()) {
                context.reject(entry.key(), new LintFieldReason.InvalidDataKey(entry.name(), fieldType.name(),
                        AllowedValueText.formText(ValueFormat.DATA_KEY)));
            } else if (data && entry.key().scalarForm() == ManifestValue.YamlScalarType.TRUTH) {
                context.addFinding("value-refused", entry.key(), new LintFieldReason.BooleanKey(entry.name()),
                        ManifestSourceEditor.fixOf(MESSAGES.text("fix.write.quoted"),
                                ManifestSourceEditor.replace(entry.key(), "\"" + entry.name() + "\"")));
            }
            if (amounts && ScalarValueLintChecks.rejectInvalidDomain(entry, context)) {
                continue;
            }
            // Amounts of devices that containers ask for have rules of their own, and so has what is none.
            if (!(asked && amounts
                    && (entry.name().contains("/") || ScalarValueLintChecks.isInvalidAmount(entry.value())))) {
                checkValue(entry.value(), new FieldNameAndParentType(entry.name(), fieldType.type()), spec, context);
            }
        }
    }

    /** Finds the known name that is most similar to another. */
    private static final class SimilarNameFinder {

        private static final Map<String, String> OTHERWISE = Map.of("limit", "limits", "request", "requests");

        static Optional<String> findSimilar(String written, Set<String> known) {
            var usual = OTHERWISE.get(written);
            if (usual != null && known.contains(usual)) {
                return Optional.of(usual);
            }
            return known.stream().filter(
                    name -> name.equalsIgnoreCase(written) || normalizedName(name).equals(normalizedName(written)))
                    .findFirst().or(() -> SpellingSuggestionFinder.findMistyped(written, known));
        }

        /** Returns the name without parts that are optional in common spellings. */
        private static String normalizedName(String name) {
            return name.replace("_", "").replace("-", "").replaceFirst("s$", "").toLowerCase(Locale.ROOT);
        }
    }

    /** The required fields by type, as far as no rule of their own covers them. */
    private static final class MissingRequiredFieldFinder {

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
            return requiredNames(fields).stream()
                    .filter(field -> isMissing(value.at(field), field.equals("name") && NAMED.contains(type)))
                    .filter(field -> !value.at(field).isMap()
                            || requiredNames(types.fieldsOf(fields.getOrDefault(field, TEXT).type())).isEmpty())
                    .toList();
        }

        private static List<String> requiredNames(Map<String, FieldSpec> fields) {
            return fields.entrySet().stream().filter(field -> field.getValue().required()).map(Map.Entry::getKey)
                    .toList();
        }

        private static boolean isMissing(ManifestValue value, boolean named) {
            return !value.isPresent() || (value.isText() && value.text().isEmpty() && !named)
                    || (value.isList() && value.items().isEmpty()) || (value.isMap() && value.entries().isEmpty());
        }
    }
}
