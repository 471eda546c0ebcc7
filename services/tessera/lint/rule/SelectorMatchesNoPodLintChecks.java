package tessera.lint.rule;

import java.util.ArrayList;
import java.util.List;
import tessera.lint.finding.TextEdit;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.manifest.ManifestKubernetesObject.ManifestPodTemplate;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.model.SpellingSuggestionFinder;
import tessera.text.MessageCatalog;

/** Checks for misspelled selectors of pods whose template is in the same manifest. */
final class SelectorMatchesNoPodLintChecks implements LintCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(SelectorMatchesNoPodLintChecks.class);

    @Override
    public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
        ManifestValue selector;
        if (object.isKind("", "Service")) {
            selector = object.at("spec", "selector");
        } else if (object.isKind("policy", "PodDisruptionBudget")) {
            selector = object.at("spec", "selector", "matchLabels");
        } else {
            selector = object.at("spec", "podSelector", "matchLabels");
        }
        // Who selects what is called as it is itself means that.
        if (selector.entries().isEmpty() || object.isLive()
                || selector.entries().stream().anyMatch(label -> label.value().text().equals(object.name()))) {
            return;
        }
        var templates = context.manifest().objects().stream()
                .filter(other -> other.namespace().equals(object.namespace()))
                .flatMap(other -> other.templates().stream()).filter(ManifestPodTemplate::complete).toList();
        if (templates.stream().noneMatch(template -> template.matchesSelector(selector))) {
            templates.stream().filter(template -> isMisspelled(selector, template)).findFirst()
                    .ifPresent(template -> reportMisspelled(selector, template, context));
        }
    }

    /** Returns the labels of which a template has another value. */
    private static List<ManifestValue.MappingEntry> differingLabels(ManifestValue selector,
            ManifestPodTemplate template) {
        return selector.entries().stream()
                .filter(label -> !template.labels().at(label.name()).text().equals(label.value().text())).toList();
    }

    private static boolean isMisspelled(ManifestValue selector, ManifestPodTemplate template) {
        return differingLabels(selector, template).stream()
                .allMatch(label -> template.labels().at(label.name()).isPresent() && SpellingSuggestionFinder
                        .findMistyped(label.value().text(), List.of(template.labels().at(label.name()).text()))
                        .isPresent());
    }

    private static void reportMisspelled(ManifestValue selector, ManifestPodTemplate template,
            LintCheckContext context) {
        var other = differingLabels(selector, template);
        var first = other.getFirst();
        var edits = new ArrayList<TextEdit>();
        other.forEach(label -> edits
                .addAll(ManifestSourceEditor.replace(label.value(), template.labels().at(label.name()).text())));
        context.addChoice("selector-mistyped", first.value(),
                new LintSchedulingReason.MistypedSelector(first.name(), first.value().text(),
                        template.object().objectName(), template.labels().at(first.name()).text()),
                ManifestSourceEditor.availableFixes(ManifestSourceEditor
                        .fixOf(MESSAGES.text("fix.select.pods", template.object().objectName()), edits)));
    }
}
