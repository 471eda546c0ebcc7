package tessera.lint.rule;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.TextEdit;
import tessera.lint.manifest.ContainerRequest;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;
import tessera.model.Quantity;

/**
 * What the items of one range of limits do to pods together. A pod that names none of a device is refused by a range for
 * pods that bounds it, unless its containers are given 0 of it by default.
 */
final class RangeChecks {

    private static final String CONTAINER = "Container";
    private static final String DEFAULT = "default";

    private final ManifestValue limits;
    private final CheckContext look;

    RangeChecks(ManifestValue limits, CheckContext look) {
        this.limits = limits;
        this.look = look;
    }

    void all() {
        for (var limit : limits.items()) {
            var type = limit.at("type").text();
            for (var part : limit.entries()) {
                if (type.equals("Pod") && part.name().startsWith(DEFAULT)) {
                    look.note("limit-range-pod-default", part.key(),
                            "A range for pods has no default; the server refuses it",
                            ManifestEditor.fix("Take it away", ManifestEditor.remove(part.value())));
                }
                part.value().entries().stream().filter(entry -> ContainerRequest.extended(entry.name()))
                        .forEach(entry -> {
                            QuotaChecks.name(entry.key(), "", entry.name(), look);
                            if (type.equals(CONTAINER)) {
                                container(limit, part.name(), entry);
                            } else if (type.equals("Pod")) {
                                pod(part.name(), entry);
                            }
                        });
            }
        }
    }

    private void container(ManifestValue limit, String part, ManifestValue.MappingEntry entry) {
        var resource = entry.name();
        var amount = entry.value().text();
        boolean some = Quantity.units(amount).orElse(0) > 0;
        if (part.equals("max") && some && !limit.at(DEFAULT, resource).present()) {
            look.note("limit-range-becomes-default", entry.key(),
                    "Without a default the most becomes the limit of every container that names none: each gets %s of %s"
                            .formatted(amount, resource),
                    noneByDefault());
        }
        if (part.equals("min") && some) {
            look.note("limit-range-forces-gpu", entry.key(),
                    "Every container has to have %s of %s then, sidecars and init containers too".formatted(amount,
                            resource),
                    ManifestEditor.fix("Take it away", ManifestEditor.remove(entry.value())));
        }
        if (part.startsWith(DEFAULT) && some) {
            look.note("limit-range-gives-gpu", entry.key(),
                    "Every container that asks for nothing is given %s of %s".formatted(amount, resource),
                    ManifestEditor.fix("Give it 0 of it", ManifestEditor.replace(entry.value(), "0")));
        }
    }

    private void pod(String part, ManifestValue.MappingEntry entry) {
        var resource = entry.name();
        boolean some = Quantity.units(entry.value().text()).orElse(0) > 0;
        if (part.equals("min") && some) {
            look.note("limit-range-refuses-pods", entry.key(),
                    "Every pod has to have %s of %s then".formatted(entry.value().text(), resource),
                    ManifestEditor.fix("Take it away", ManifestEditor.remove(entry.value())));
        } else if ((part.equals("max") || part.equals("min")) && !given(resource)) {
            look.note("limit-range-refuses-pods", entry.key(),
                    "Pods that name no limit of %s are refused, unless their containers are given 0 of it by default"
                            .formatted(resource),
                    noneByDefault());
        }
    }

    private Optional<ManifestValue> containers() {
        return limits.items().stream().filter(limit -> limit.at("type").text().equals(CONTAINER)).findFirst();
    }

    private boolean given(String resource) {
        return containers().filter(limit -> limit.at(DEFAULT, resource).present()).isPresent();
    }

    /** Mends all that this range bounds at once: there can be but one item for containers, with one default. */
    private Optional<LintFix> noneByDefault() {
        var nothing = new TreeSet<String>();
        for (var limit : limits.items()) {
            var parts = limit.at("type").text().equals("Pod") ? Set.of("max", "min") : Set.of("max");
            parts.forEach(part -> limit.at(part).entries().stream().map(ManifestValue.MappingEntry::name)
                    .filter(name -> ContainerRequest.extended(name) && !given(name)).forEach(nothing::add));
        }
        return ManifestEditor.fix("Give containers that name none 0 of it", noneByDefault(nothing));
    }

    private List<TextEdit> noneByDefault(Set<String> resources) {
        var zeros = zeros(resources);
        var limit = containers();
        if (limit.isEmpty()) {
            return ManifestEditor.append(limits,
                    JsonNodeFactory.instance.objectNode().put("type", CONTAINER).set(DEFAULT, zeros));
        }
        var given = limit.get().at(DEFAULT);
        if (!given.written()) {
            return ManifestEditor.insert(limit.get(), DEFAULT, zeros);
        }
        var edits = new ArrayList<TextEdit>();
        for (var zero : zeros.properties()) {
            var edit = ManifestEditor.insert(given, zero.getKey(), zero.getValue());
            if (edit.isEmpty()) {
                return List.of();
            }
            edits.addAll(edit);
        }
        return edits;
    }

    private static ObjectNode zeros(Set<String> resources) {
        var zeros = JsonNodeFactory.instance.objectNode();
        resources.forEach(resource -> zeros.put(resource, "0"));
        return zeros;
    }
}
