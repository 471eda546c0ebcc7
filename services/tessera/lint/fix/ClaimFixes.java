package tessera.lint.fix;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.TextEdit;
import tessera.lint.manifest.Manifest;
import tessera.lint.manifest.PodTemplate;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlInsertions;

/** Edits of claims for devices and of who has them. */
public final class ClaimFixes {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String BY_TEMPLATE = "resourceClaimTemplateName";
    private static final String BY_NAME = "resourceClaimName";

    private ClaimFixes() {}

    /** A request in the shape of v1 and v1beta2. */
    public static Optional<LintFix> nested(ManifestValue request) {
        boolean named = !request.entries().isEmpty() && request.entries().getFirst().name().equals("name");
        return named ? ManifestEditor.fix("Put it under exactly", YamlInsertions.nest(request, "exactly"))
                : Optional.empty();
    }

    /** A request in the shape of v1beta1. */
    public static Optional<LintFix> flat(ManifestValue request) {
        return ManifestEditor.fix("Put it into the request", YamlInsertions.flatten(request.at("exactly")));
    }

    /** What a claim of a pod is of: the template or the claim that stands beside it, and one of both. */
    public static List<LintFix> reference(ManifestValue claim, Manifest manifest) {
        if (claim.at(BY_NAME).present()) {
            return ManifestEditor.ways(
                    ManifestEditor.fix("Keep the template", ManifestEditor.remove(claim.at(BY_NAME))),
                    ManifestEditor.fix("Keep the claim", ManifestEditor.remove(claim.at(BY_TEMPLATE))));
        }
        var ways = new ArrayList<LintFix>();
        manifest.objects().stream().filter(object -> object.kind().equals("ResourceClaimTemplate"))
                .forEach(object -> named(claim, BY_TEMPLATE, object.name()).ifPresent(ways::add));
        manifest.objects().stream().filter(object -> object.kind().equals("ResourceClaim"))
                .forEach(object -> named(claim, BY_NAME, object.name()).ifPresent(ways::add));
        if (ways.isEmpty()) {
            named(claim, BY_TEMPLATE, claim.at("name").text()).ifPresent(ways::add);
        }
        return ways;
    }

    private static Optional<LintFix> named(ManifestValue claim, String key, String name) {
        return ManifestEditor.fix("Name the %s “%s”".formatted(key.equals(BY_NAME) ? "claim" : "template", name),
                YamlInsertions.merge(claim, JSON.objectNode().put(key, name)));
    }

    /** A claim of a container that its pod has. */
    public static List<LintFix> known(ManifestValue used, PodTemplate template) {
        var ways = new ArrayList<LintFix>();
        template.spec().at("resourceClaims").items().stream().map(claim -> claim.at("name").text())
                .forEach(name -> ManifestEditor.fix("Name “%s”".formatted(name), ManifestEditor.replace(used, name))
                        .ifPresent(ways::add));
        var claim = JSON.objectNode().put("name", used.text()).put(BY_TEMPLATE, used.text());
        ManifestEditor.fix("Give the pod a claim of the template “%s”".formatted(used.text()),
                ManifestEditor.add(template.spec(), "resourceClaims", claim)).ifPresent(ways::add);
        return ways;
    }

    /** Each container that could have a claim, or the claim gone. */
    public static List<LintFix> used(ManifestValue name, PodTemplate template) {
        var ways = new ArrayList<LintFix>();
        for (var container : template.containers()) {
            ManifestEditor.fix("Give it to “%s”".formatted(container.name()),
                    YamlInsertions.merge(container.value(), claimed(name.text()))).ifPresent(ways::add);
        }
        template.spec().at("resourceClaims").items().stream()
                .filter(claim -> claim.at("name").position().equals(name.position())).findFirst()
                .flatMap(claim -> ManifestEditor.fix("Take the claim away", ManifestEditor.remove(claim)))
                .ifPresent(ways::add);
        return ways;
    }

    private static ObjectNode claimed(String name) {
        var tree = JSON.objectNode();
        tree.putObject("resources").putArray("claims").addObject().put("name", name);
        return tree;
    }

    /** A claim that neither the pod nor its containers have any longer. */
    public static Optional<LintFix> without(ManifestValue claim, PodTemplate template) {
        var name = claim.at("name").text();
        var edits = new ArrayList<TextEdit>(ManifestEditor.remove(claim));
        template.allContainers().stream().flatMap(container -> container.resources().at("claims").items().stream())
                .filter(used -> used.at("name").text().equals(name))
                .forEach(used -> edits.addAll(ManifestEditor.remove(used)));
        return ManifestEditor.fix("Take the claim away", edits);
    }
}
