package tessera.lint.rule;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tessera.kube.quantity.QuantityParser;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.TextEdit;
import tessera.lint.manifest.ContainerResourceRequest;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;

/**
 * Checks of one LimitRange with the combined effect of its items on pods. A pod that names none of a device is refused by a range for
 * pods that bounds it, unless its containers are given 0 of it by default.
 */
final class LimitRangeLintChecks {

    private static final String CONTAINER = "Container";
    private static final String DEFAULT = "default";

    private final ManifestValue limits;
    private final LintCheckContext context;

    LimitRangeLintChecks(ManifestValue limits, LintCheckContext context) {
        this.limits = limits;
        this.context = context;
    }

    void checkAll() {
        for (var limit : limits.items()) {
            var type = limit.at("type").text();
            for (var part : limit.entries()) {
                if (type.equals("Pod") && part.name().startsWith(DEFAULT)) {
                    context.addFinding("limit-range-pod-default", part.key(),
                            "A range for pods has no default; the server refuses it",
                            ManifestSourceEditor.fixOf("Take it away", ManifestSourceEditor.remove(part.value())));
                }
                part.value().entries().stream().filter(entry -> ContainerResourceRequest.isExtended(entry.name()))
                        .forEach(entry -> {
                            QuotaLintChecks.checkName(entry.key(), "", entry.name(), context);
                            if (type.equals(CONTAINER)) {
                                checkContainerItem(limit, part.name(), entry);
                            } else if (type.equals("Pod")) {
                                checkPodItem(part.name(), entry);
                            }
                        });
            }
        }
    }

    private void checkContainerItem(ManifestValue limit, String part, ManifestValue.MappingEntry entry) {
        var resource = entry.name();
        var amount = entry.value().text();
        boolean some = QuantityParser.parseUnits(amount).orElse(0) > 0;
        if (part.equals("max") && some && !limit.at(DEFAULT, resource).isPresent()) {
            context.addFinding("limit-range-becomes-default", entry.key(),
                    "Without a default the most becomes the limit of every container that names none: each gets %s of %s"
                            .formatted(amount, resource),
                    addZeroDefaults());
        }
        if (part.equals("min") && some) {
            context.addFinding("limit-range-forces-gpu", entry.key(),
                    "Every container has to have %s of %s then, sidecars and init containers too".formatted(amount,
                            resource),
                    ManifestSourceEditor.fixOf("Take it away", ManifestSourceEditor.remove(entry.value())));
        }
        if (part.startsWith(DEFAULT) && some) {
            context.addFinding("limit-range-gives-gpu", entry.key(),
                    "Every container that asks for nothing is given %s of %s".formatted(amount, resource),
                    ManifestSourceEditor.fixOf("Give it 0 of it", ManifestSourceEditor.replace(entry.value(), "0")));
        }
    }

    private void checkPodItem(String part, ManifestValue.MappingEntry entry) {
        var resource = entry.name();
        boolean some = QuantityParser.parseUnits(entry.value().text()).orElse(0) > 0;
        if (part.equals("min") && some) {
            context.addFinding("limit-range-refuses-pods", entry.key(),
                    "Every pod has to have %s of %s then".formatted(entry.value().text(), resource),
                    ManifestSourceEditor.fixOf("Take it away", ManifestSourceEditor.remove(entry.value())));
        } else if ((part.equals("max") || part.equals("min")) && !hasDefault(resource)) {
            context.addFinding("limit-range-refuses-pods", entry.key(),
                    "Pods that name no limit of %s are refused, unless their containers are given 0 of it by default"
                            .formatted(resource),
                    addZeroDefaults());
        }
    }

    private Optional<ManifestValue> containerItem() {
        return limits.items().stream().filter(limit -> limit.at("type").text().equals(CONTAINER)).findFirst();
    }

    private boolean hasDefault(String resource) {
        return containerItem().filter(limit -> limit.at(DEFAULT, resource).isPresent()).isPresent();
    }

    /** Returns a fix for all bounds of this range at once, as there is only one item for containers, with one default. */
    private Optional<LintFix> addZeroDefaults() {
        var nothing = new TreeSet<String>();
        for (var limit : limits.items()) {
            var parts = limit.at("type").text().equals("Pod") ? Set.of("max", "min") : Set.of("max");
            for (var part : parts) {
                limit.at(part).entries().stream().map(ManifestValue.MappingEntry::name)
                        .filter(name -> ContainerResourceRequest.isExtended(name) && !hasDefault(name))
                        .forEach(nothing::add);
            }
        }
        return ManifestSourceEditor.fixOf("Give containers that name none 0 of it", zeroDefaultEdits(nothing));
    }

    private List<TextEdit> zeroDefaultEdits(Set<String> resources) {
        var zeros = zerosNode(resources);
        var limit = containerItem();
        if (limit.isEmpty()) {
            return ManifestSourceEditor.appendItem(limits,
                    JsonNodeFactory.instance.objectNode().put("type", CONTAINER).set(DEFAULT, zeros));
        }
        var given = limit.get().at(DEFAULT);
        if (!given.isWritten()) {
            return ManifestSourceEditor.insertEntry(limit.get(), DEFAULT, zeros);
        }
        var edits = new ArrayList<TextEdit>();
        for (var zero : zeros.properties()) {
            var edit = ManifestSourceEditor.insertEntry(given, zero.getKey(), zero.getValue());
            if (edit.isEmpty()) {
                return List.of();
            }
            edits.addAll(edit);
        }
        return edits;
    }

    private static ObjectNode zerosNode(Set<String> resources) {
        var zeros = JsonNodeFactory.instance.objectNode();
        resources.forEach(resource -> zeros.put(resource, "0"));
        return zeros;
    }
}
