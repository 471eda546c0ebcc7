package tessera.lint.rule;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.lint.manifest.KubeObject;
import tessera.lint.manifest.PodTemplate;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;
import tessera.model.SpellingSuggestions;

/** Labels that the server refuses, and selectors that no node can match. */
final class SelectorChecks implements LintCheck {

    private static final Pattern SECURITY = Pattern.compile("pod-security\\.kubernetes\\.io/(?:enforce|audit|warn)");
    private static final List<String> LEVELS = List.of("privileged", "baseline", "restricted");
    private static final Pattern KEY = Pattern
            .compile("([A-Za-z0-9]([-A-Za-z0-9.]*[A-Za-z0-9])?/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");
    private static final Pattern LABEL = Pattern.compile("([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?");

    @Override
    public void object(KubeObject object, CheckContext look) {
        keys(object.at("metadata"), look);
        refused(object.at("metadata", "labels"), look);
        refused(object.is("", "Service") ? object.at("spec", "selector")
                : object.at("spec", "selector", "matchLabels"), look);
        if (object.is("", "Namespace")) {
            object.at("metadata", "labels").entries().stream()
                    .filter(label -> SECURITY.matcher(label.name()).matches() && !label.value().unfilled()
                            && !LEVELS.contains(label.value().text()))
                    .forEach(label -> look.note("value-refused", label.value(),
                            "“%s” is no level of Pod Security, which are privileged, baseline and restricted"
                                    .formatted(label.value().text()),
                            SpellingSuggestions.mistyped(label.value().text(), LEVELS).flatMap(
                                    level -> ManifestEditor.fix("Write " + level,
                                            ManifestEditor.replace(label.value(), level)))));
        }
    }

    @Override
    public void template(PodTemplate template, CheckContext look) {
        if (!template.whole()) {
            return;
        }
        keys(template.holder().at("metadata"), look);
        refused(template.labels(), look);
        refused(template.spec().at("nodeSelector"), look);
        spread(template).forEach(key -> SchedulingChecks.label(key, key, look));
        for (var term : template.spec().at("affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution",
                "nodeSelectorTerms").items()) {
            term(template.spec().at("nodeSelector"), term, look);
        }
    }

    private static Stream<ManifestValue> spread(PodTemplate template) {
        return template.spec().at("topologySpreadConstraints").items().stream()
                .map(constraint -> constraint.at("topologyKey"));
    }

    /** Labels and annotations have names of the same form. */
    private static void keys(ManifestValue metadata, CheckContext look) {
        Stream.of("labels", "annotations").flatMap(field -> metadata.at(field).entries().stream())
                .map(ManifestValue.MappingEntry::key).filter(key -> !key.unfilled() && !key.text().equals("<<")
                        && !KEY.matcher(key.text()).matches())
                .forEach(key -> {
                    var dashed = key.text().strip().replaceAll("\\s+", "-");
                    look.note("value-refused", key,
                            ("“%s” cannot be the name of a label or an annotation: letters, digits, “-”, "
                                    + "“_” and “.”, up to 63 of them, perhaps behind a domain and “/”")
                                    .formatted(key.text()),
                            KEY.matcher(dashed).matches()
                                    ? ManifestEditor.fix("Write " + dashed, ManifestEditor.replace(key, dashed))
                                    : Optional.empty());
                });
    }

    private static void refused(ManifestValue labels, CheckContext look) {
        for (var label : labels.entries()) {
            var value = label.value();
            if (value.isText() && !value.unfilled() && !LABEL.matcher(value.text()).matches()) {
                var dashed = value.text().strip().replaceAll("\\s+", "-");
                look.note("value-refused", value,
                        "“%s” cannot be the value of a label: it has letters, digits, “-”, “_” and “.”, up to 63 of them"
                                .formatted(value.text()),
                        LABEL.matcher(dashed).matches()
                                ? ManifestEditor.fix("Write " + dashed, ManifestEditor.replace(value, dashed))
                                : Optional.empty());
            }
        }
    }

    /** What nodes of a term may have of each label: all of its expressions have to hold, and all of the selector. */
    private static void term(ManifestValue selector, ManifestValue term, CheckContext look) {
        Map<String, List<ManifestValue>> before = new HashMap<>();
        for (var expression : term.at("matchExpressions").items()) {
            var key = expression.at("key").text();
            var wanted = expression.at("values");
            if (!expression.at("operator").text().equals("In") || wanted.items().isEmpty()) {
                continue;
            }
            var others = before.computeIfAbsent(key, _ -> new ArrayList<>(
                    selector.at(key).present() ? List.of(selector.at(key)) : List.of()));
            for (var other : others) {
                if (other.texts().stream().noneMatch(wanted.texts()::contains)) {
                    look.offer("selector-contradicts", wanted,
                            "No node has %s=%s and %s at once: all of a term has to hold".formatted(key,
                                    String.join(" or ", other.texts()), String.join(" or ", wanted.texts())),
                            ManifestEditor.ways(
                                    ManifestEditor.fix("Take the second away", ManifestEditor.remove(expression)),
                                    ManifestEditor.fix("Take the first away",
                                            ManifestEditor.remove(other.isText() ? other : holder(term, other)))));
                    return;
                }
            }
            others.add(wanted);
        }
    }

    private static ManifestValue holder(ManifestValue term, ManifestValue values) {
        return term.at("matchExpressions").items().stream()
                .filter(expression -> expression.at("values").begin() == values.begin()).findFirst().orElse(values);
    }
}
