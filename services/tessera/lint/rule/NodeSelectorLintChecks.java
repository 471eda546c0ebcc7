package tessera.lint.rule;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.kube.names.NameFormatRules;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.manifest.ManifestKubernetesObject.ManifestPodTemplate;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.model.SpellingSuggestionFinder;
import tessera.text.MessageCatalog;

/** Checks for labels that the server rejects, and selectors that no node can match. */
final class NodeSelectorLintChecks implements LintCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NodeSelectorLintChecks.class);
    private static final Pattern SECURITY = Pattern.compile("pod-security\\.kubernetes\\.io/(?:enforce|audit|warn)");
    private static final List<String> LEVELS = List.of("privileged", "baseline", "restricted");

    @Override
    public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
        checkKeys(object.at("metadata"), context);
        checkLabels(object.at("metadata", "labels"), context);
        checkLabels(object.isKind("", "Service") ? object.at("spec", "selector")
                : object.at("spec", "selector", "matchLabels"), context);
        if (object.isKind("", "Namespace")) {
            for (var label : object.at("metadata", "labels").entries().stream()
                    .filter(label -> SECURITY.matcher(label.name()).matches() && !label.value().isTemplated()
                            && !LEVELS.contains(label.value().text()))
                    .toList()) {
                context.addFinding("value-refused", label.value(),
                        new LintFieldReason.InvalidPodSecurityLevel(label.value().text()),
                        SpellingSuggestionFinder.findMistyped(label.value().text(), LEVELS)
                                .flatMap(level -> ManifestSourceEditor.fixOf(MESSAGES.text("fix.write", level),
                                        ManifestSourceEditor.replace(label.value(), level))));
            }
        }
    }

    @Override
    public void checkTemplate(ManifestPodTemplate template, LintCheckContext context) {
        if (!template.complete()) {
            return;
        }
        checkKeys(template.holder().at("metadata"), context);
        checkLabels(template.labels(), context);
        checkLabels(template.spec().at("nodeSelector"), context);
        topologyKeys(template).forEach(key -> PodSchedulingLintChecks.checkLabel(key, key, context));
        for (var term : template.spec()
                .at("affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution", "nodeSelectorTerms")
                .items()) {
            checkTerm(template.spec().at("nodeSelector"), term, context);
        }
    }

    private static Stream<ManifestValue> topologyKeys(ManifestPodTemplate template) {
        return template.spec().at("topologySpreadConstraints").items().stream()
                .map(constraint -> constraint.at("topologyKey"));
    }

    /** Returns whether a text is a name of a label or annotation; the server takes annotations in any case. */
    private static boolean isKey(String text) {
        return NameFormatRules.isQualifiedName(text.toLowerCase(Locale.ROOT));
    }

    /** Checks the names of labels and annotations, which have the same form. */
    private static void checkKeys(ManifestValue metadata, LintCheckContext context) {
        Stream.of("labels", "annotations").flatMap(field -> metadata.at(field).entries().stream())
                .map(ManifestValue.MappingEntry::key)
                .filter(key -> !key.isTemplated() && !key.text().equals("<<") && !isKey(key.text())).forEach(key -> {
                    var dashed = key.text().strip().replaceAll("\\s+", "-");
                    context.addFinding("value-refused", key, new LintFieldReason.InvalidLabelKey(key.text()),
                            isKey(dashed) ? ManifestSourceEditor.fixOf(MESSAGES.text("fix.write", dashed),
                                    ManifestSourceEditor.replace(key, dashed)) : Optional.empty());
                });
    }

    private static void checkLabels(ManifestValue labels, LintCheckContext context) {
        for (var label : labels.entries()) {
            var value = label.value();
            if (value.isText() && !value.isTemplated() && !NameFormatRules.isLabelValue(value.text())) {
                var dashed = value.text().strip().replaceAll("\\s+", "-");
                context.addFinding("value-refused", value, new LintFieldReason.InvalidLabelValue(value.text()),
                        NameFormatRules.isLabelValue(dashed)
                                ? ManifestSourceEditor.fixOf(MESSAGES.text("fix.write", dashed),
                                        ManifestSourceEditor.replace(value, dashed))
                                : Optional.empty());
            }
        }
    }

    /** Checks that a term's expressions and the selector leave possible values for each label. */
    private static void checkTerm(ManifestValue selector, ManifestValue term, LintCheckContext context) {
        Map<String, List<ManifestValue>> before = new HashMap<>();
        for (var expression : term.at("matchExpressions").items()) {
            var key = expression.at("key").text();
            var wanted = expression.at("values");
            if (!expression.at("operator").text().equals("In") || wanted.items().isEmpty()) {
                continue;
            }
            var others = before.computeIfAbsent(key,
                    _ -> new ArrayList<>(selector.at(key).isPresent() ? List.of(selector.at(key)) : List.of()));
            for (var other : others) {
                if (other.texts().stream().noneMatch(wanted.texts()::contains)) {
                    context.addChoice("selector-contradicts", wanted,
                            new LintSchedulingReason.ContradictingTerm(key, String.join(", ", other.texts()),
                                    String.join(", ", wanted.texts())),
                            ManifestSourceEditor.availableFixes(
                                    ManifestSourceEditor.fixOf(MESSAGES.text("fix.remove.second"),
                                            ManifestSourceEditor.remove(expression)),
                                    ManifestSourceEditor.fixOf(MESSAGES.text("fix.remove.first"), ManifestSourceEditor
                                            .remove(other.isText() ? other : holderOf(term, other)))));
                    return;
                }
            }
            others.add(wanted);
        }
    }

    private static ManifestValue holderOf(ManifestValue term, ManifestValue values) {
        return term.at("matchExpressions").items().stream()
                .filter(expression -> expression.at("values").beginOffset() == values.beginOffset()).findFirst()
                .orElse(values);
    }
}
