package tessera.lint.rule;

import java.util.ArrayList;
import java.util.List;
import tessera.lint.finding.TextEdit;
import tessera.lint.manifest.KubeObject;
import tessera.lint.manifest.PodTemplate;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;
import tessera.model.SpellingSuggestions;

/** Whether what selects pods by labels means those that stand beside it, and is mistyped. */
final class SelectedChecks implements LintCheck {

    @Override
    public void object(KubeObject object, CheckContext look) {
        var selector = object.is("", "Service") ? object.at("spec", "selector")
                : object.is("policy", "PodDisruptionBudget") ? object.at("spec", "selector", "matchLabels")
                        : object.at("spec", "podSelector", "matchLabels");
        // Who selects what is called as it is itself means that.
        if (selector.entries().isEmpty() || object.live()
                || selector.entries().stream().anyMatch(label -> label.value().text().equals(object.name()))) {
            return;
        }
        var templates = look.manifest().objects().stream()
                .filter(other -> other.namespace().equals(object.namespace()))
                .flatMap(other -> other.templates().stream()).filter(PodTemplate::whole).toList();
        if (templates.stream().noneMatch(template -> template.selected(selector))) {
            templates.stream().filter(template -> alike(selector, template)).findFirst()
                    .ifPresent(template -> mistyped(selector, template, look));
        }
    }

    /** Labels of which a template has another value. */
    private static List<ManifestValue.MappingEntry> other(ManifestValue selector, PodTemplate template) {
        return selector.entries().stream()
                .filter(label -> !template.labels().at(label.name()).text().equals(label.value().text())).toList();
    }

    private static boolean alike(ManifestValue selector, PodTemplate template) {
        return other(selector, template).stream().allMatch(label -> template.labels()
                .at(label.name()).present()
                && SpellingSuggestions
                        .mistyped(label.value().text(), List.of(template.labels().at(label.name()).text()))
                        .isPresent());
    }

    private static void mistyped(ManifestValue selector, PodTemplate template, CheckContext look) {
        var other = other(selector, template);
        var first = other.getFirst();
        var edits = new ArrayList<TextEdit>();
        other.forEach(label -> edits
                .addAll(ManifestEditor.replace(label.value(), template.labels().at(label.name()).text())));
        look.offer("selector-mistyped", first.value(),
                "It selects %s=%s, and the pods of %s have %s".formatted(first.name(), first.value().text(),
                        template.object().words(), template.labels().at(first.name()).text()),
                ManifestEditor.ways(ManifestEditor.fix("Select the pods of " + template.object().words(), edits)));
    }
}
