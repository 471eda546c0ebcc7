package tessera.lint.rule;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tessera.lint.finding.LintFix;
import tessera.lint.fix.ListFixes;
import tessera.lint.manifest.KubeObject;
import tessera.lint.manifest.PodTemplate;
import tessera.lint.rule.FieldTypes.FieldSpec;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlInsertions;
import tessera.model.SpellingSuggestions;

/** Whether what is written has fields that there are, with values that they take. */
final class FieldChecks implements LintCheck {

    private static final FieldTypes FIELDS = FieldTypes.bundled();
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
    public void object(KubeObject object, CheckContext look) {
        if (!object.live()) {
            FIELDS.type(object.apiVersion(), object.kind()).ifPresent(type -> struct(object.root(), type, look));
        }
    }

    @Override
    public void template(PodTemplate template, CheckContext look) {
        if (!template.whole() || template.object().live()) {
            return;
        }
        if (WHOLE.contains(template.object().group())) {
            struct(template.holder().at("metadata"), "ObjectMeta", look);
            struct(template.spec(), "PodSpec", look);
        }
        var spec = template.spec();
        hostPorts(spec, look);
        twice(Stream.concat(spec.at("initContainers").items().stream(), spec.at("containers").items().stream())
                .toList(),
                "container", look);
        twice(spec.at("volumes").items(), "volume", look);
        twice(spec.at("resourceClaims").items(), "claim", look);
    }

    /** A port of the node is given once. */
    private static void hostPorts(ManifestValue spec, CheckContext look) {
        var seen = new HashSet<String>();
        spec.at("containers").items().stream().flatMap(container -> container.at("ports").items().stream())
                .filter(port -> port.at("hostPort").present() && !port.at("hostPort").text().equals("0"))
                .filter(port -> !seen.add(port.at("hostPort").text() + port.at("protocol").text().replace("TCP", "")
                        + " " + port.at("hostIP").text()))
                .forEach(port -> refused(port.at("hostPort"), "Another port of the pod is host port %s, too"
                        .formatted(port.at("hostPort").text()), look));
    }

    static void twice(List<ManifestValue> items, String what, CheckContext look) {
        var seen = new HashSet<String>();
        items.stream().map(item -> item.at("name")).filter(ManifestValue::present)
                .filter(name -> !seen.add(name.text()))
                .forEach(name -> look.note("value-refused", name,
                        "“%s” is the name of another %s, too".formatted(name.text(), what)));
    }

    private static void struct(ManifestValue value, String type, CheckContext look) {
        var fields = FIELDS.of(type);
        if (value.isMap()) {
            // What is mistyped is told as that.
            var unknown = value.entries().stream().map(entry -> entry.name()).filter(name -> !fields.containsKey(name))
                    .toList();
            NeededFields.missing(value, type, fields).stream()
                    .filter(field -> SpellingSuggestions.mistyped(field, unknown).isEmpty())
                    .forEach(field -> look.note("field-missing", value, "%s needs “%s”".formatted(type, field)));
        }
        FieldRelations.check(value, type, look);
        for (var entry : value.entries()) {
            var field = fields.get(entry.name());
            if (field != null) {
                value(entry.value(), new ValuePlace(entry.name(), type), field, look);
            } else if (!entry.name().equals("<<") && !misplaced(entry.name(), type, look)) {
                unknown(value, entry.key(), type, look);
            }
        }
    }

    /** Where a value stands. */
    private record ValuePlace(String name, String type) {}

    private static boolean misplaced(String name, String type, CheckContext look) {
        return switch (type) {
            case "PodSpec" -> look.facts().mistake("podFields", name).isPresent();
            case "DeploymentSpec", "StatefulSetSpec", "DaemonSetSpec", "ReplicaSetSpec", "JobSpec" ->
                name.equals("restartPolicy");
            // Claims have a rule of their own for what is written as other versions have it.
            case "DeviceRequest" -> FIELDS.of("ExactDeviceRequest").containsKey(name);
            case "Container" -> look.facts().mistake("containerFields", name).isPresent();
            default -> false;
        };
    }

    /** Of kinds of others, which have more fields in newer versions, those are told that are almost written like a known one. */
    private static void unknown(ManifestValue around, ManifestValue key, String type, CheckContext look) {
        var fields = FIELDS.of(type);
        var others = fields.get(OTHERS);
        var meant = Near.of(key.text(), fields.keySet())
                .filter(name -> !name.equals(OTHERS) && !around.at(name).written());
        if (others == null || (others.type().equals(NEAR) && meant.isPresent())) {
            look.note("field-unknown", key, "%s has no field “%s”%s".formatted(
                    others == null || around.key().text().isEmpty() ? type : around.key().text(), key.text(),
                    meant.map("; there is %s"::formatted).orElse("")),
                    meant.flatMap(name -> ManifestEditor.fix("Write " + name, ManifestEditor.replace(key, name))));
        }
    }

    private static void value(ManifestValue value, ValuePlace place, FieldSpec field, CheckContext look) {
        var type = field.type();
        if (!value.present() || type.equals("any") || value.unfilled()) {
            return;
        }
        if (type.startsWith(LIST)) {
            if (value.isList()) {
                var each = new FieldSpec(type.substring(LIST.length()), field.values());
                value.items().forEach(item -> item(item, place, each, look));
            } else {
                look.note("value-refused", value, "%s takes a list".formatted(place.name()),
                        ListFixes.of(value, FIELDS.of(type.substring(LIST.length())).keySet()));
            }
        } else if (type.startsWith(MAP)) {
            map(value, place, new FieldSpec(type.substring(MAP.length()), ""), look);
        } else if (!FIELDS.of(type).isEmpty()) {
            if (value.isMap()) {
                struct(value, type, look);
            } else {
                look.note("value-refused", value, "%s takes keys and values".formatted(place.name()),
                        named(value, FIELDS.of(type).keySet()));
            }
        } else {
            ScalarChecks.check(value, place.name(), field, look);
        }
    }

    private static void item(ManifestValue item, ValuePlace place, FieldSpec each, CheckContext look) {
        boolean empty = item.isText() && item.text().isEmpty() && !each.values().isEmpty();
        if (empty || (!item.present() && !FIELDS.of(each.type()).isEmpty())) {
            refused(item, "An entry of %s says nothing".formatted(place.name()), look);
        } else {
            value(item, place, each, look);
        }
    }

    /** Of what has a name and hardly anything else, a text is the name. */
    private static Optional<LintFix> named(ManifestValue value, Set<String> fields) {
        return value.isText() && NAMED.containsAll(fields)
                ? ManifestEditor.fix("Write name: " + value.text(),
                        YamlInsertions.instead(value, "{\"name\": %s}".formatted(YamlInsertions.quoted(value.text()))))
                : Optional.empty();
    }

    private static void map(ManifestValue value, ValuePlace place, FieldSpec each, CheckContext look) {
        if (!value.isMap()) {
            refused(value, "%s takes keys and values".formatted(place.name()), look);
            return;
        }
        boolean amounts = each.type().equals("quantity");
        boolean asked = place.type().equals("ResourceRequirements");
        boolean data = HOLDERS.contains(place.type());
        for (var entry : value.entries()) {
            if (data && !entry.key().unfilled() && !NameForm.DATA_KEY.takes(entry.name())) {
                refused(entry.key(), "“%s” cannot be a key of %s: %s".formatted(entry.name(), place.name(),
                        NameForm.DATA_KEY.words()), look);
            } else if (data && entry.key().form() == ManifestValue.ScalarForm.TRUTH) {
                look.note("value-refused", entry.key(), "The key “%s” is read as true or false: write it in quotes"
                        .formatted(entry.name()),
                        ManifestEditor.fix("Write it in quotes",
                                ManifestEditor.replace(entry.key(), "\"" + entry.name() + "\"")));
            }
            if (amounts && ScalarChecks.domain(entry, look)) {
                continue;
            }
            // Amounts of devices that containers ask for have rules of their own, and so has what is none.
            if (!(asked && amounts && (entry.name().contains("/") || ScalarChecks.noAmount(entry.value())))) {
                value(entry.value(), new ValuePlace(entry.name(), place.type()), each, look);
            }
        }
    }

    static void refused(ManifestValue value, String words, CheckContext look) {
        look.note("value-refused", value, words, Optional.empty());
    }

    /** Which of the known names is like another. */
    private static final class Near {

        private static final Map<String, String> OTHERWISE = Map.of("limit", "limits", "request", "requests");

        static Optional<String> of(String written, Set<String> known) {
            var usual = OTHERWISE.get(written);
            return usual != null && known.contains(usual) ? Optional.of(usual)
                    : known.stream()
                            .filter(name -> name.equalsIgnoreCase(written) || plain(name).equals(plain(written)))
                            .findFirst().or(() -> SpellingSuggestions.mistyped(written, known));
        }

        /** Without what is written now with, now without. */
        private static String plain(String name) {
            return name.replace("_", "").replace("-", "").replaceFirst("s$", "").toLowerCase(Locale.ROOT);
        }
    }
}
