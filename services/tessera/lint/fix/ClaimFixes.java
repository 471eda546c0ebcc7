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

/** Fixes for resource claims and their users. */
public final class ClaimFixes {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String BY_TEMPLATE = "resourceClaimTemplateName";
    private static final String BY_NAME = "resourceClaimName";

    private ClaimFixes() {}

    /** Returns a fix to a request in the shape of v1 and v1beta2. */
    public static Optional<LintFix> toNestedRequest(ManifestValue request) {
        boolean named = !request.entries().isEmpty() && request.entries().getFirst().name().equals("name");
        return named ? ManifestEditor.fixOf("Put it under exactly", YamlInsertions.nestEntries(request, "exactly"))
                : Optional.empty();
    }

    /** Returns a fix to a request in the shape of v1beta1. */
    public static Optional<LintFix> toFlatRequest(ManifestValue request) {
        return ManifestEditor.fixOf("Put it into the request", YamlInsertions.flattenEntry(request.at("exactly")));
    }

    /** Returns fixes for the reference of a pod's claim: a template or claim in the manifest, and only one of both. */
    public static List<LintFix> setReference(ManifestValue claim, Manifest manifest) {
        if (claim.at(BY_NAME).isPresent()) {
            return ManifestEditor.availableFixes(
                    ManifestEditor.fixOf("Keep the template", ManifestEditor.remove(claim.at(BY_NAME))),
                    ManifestEditor.fixOf("Keep the claim", ManifestEditor.remove(claim.at(BY_TEMPLATE))));
        }
        var fixes = new ArrayList<LintFix>();
        manifest.objects().stream().filter(object -> object.kind().equals("ResourceClaimTemplate"))
                .forEach(object -> setName(claim, BY_TEMPLATE, object.name()).ifPresent(fixes::add));
        manifest.objects().stream().filter(object -> object.kind().equals("ResourceClaim"))
                .forEach(object -> setName(claim, BY_NAME, object.name()).ifPresent(fixes::add));
        if (fixes.isEmpty()) {
            setName(claim, BY_TEMPLATE, claim.at("name").text()).ifPresent(fixes::add);
        }
        return fixes;
    }

    private static Optional<LintFix> setName(ManifestValue claim, String key, String name) {
        return ManifestEditor.fixOf("Name the %s “%s”".formatted(key.equals(BY_NAME) ? "claim" : "template", name),
                YamlInsertions.mergeTree(claim, JSON.objectNode().put(key, name)));
    }

    /** Returns fixes to a claim of the container's pod, or with a new claim for the pod. */
    public static List<LintFix> toKnownClaim(ManifestValue used, PodTemplate template) {
        var fixes = new ArrayList<LintFix>();
        template.spec().at("resourceClaims").items().stream().map(claim -> claim.at("name").text())
                .forEach(name -> ManifestEditor.fixOf("Name “%s”".formatted(name), ManifestEditor.replace(used, name))
                        .ifPresent(fixes::add));
        var claim = JSON.objectNode().put("name", used.text()).put(BY_TEMPLATE, used.text());
        ManifestEditor.fixOf("Give the pod a claim of the template “%s”".formatted(used.text()),
                ManifestEditor.addToList(template.spec(), "resourceClaims", claim)).ifPresent(fixes::add);
        return fixes;
    }

    /** Returns fixes that add a claim to a container that could use it, or remove the claim. */
    public static List<LintFix> addToContainers(ManifestValue name, PodTemplate template) {
        var fixes = new ArrayList<LintFix>();
        for (var container : template.containers()) {
            ManifestEditor.fixOf("Give it to “%s”".formatted(container.name()),
                    YamlInsertions.mergeTree(container.value(), claimNode(name.text()))).ifPresent(fixes::add);
        }
        template.spec().at("resourceClaims").items().stream()
                .filter(claim -> claim.at("name").position().equals(name.position())).findFirst()
                .flatMap(claim -> ManifestEditor.fixOf("Take the claim away", ManifestEditor.remove(claim)))
                .ifPresent(fixes::add);
        return fixes;
    }

    private static ObjectNode claimNode(String name) {
        var tree = JSON.objectNode();
        tree.putObject("resources").putArray("claims").addObject().put("name", name);
        return tree;
    }

    /** Returns a fix that removes a claim from a pod and its containers. */
    public static Optional<LintFix> removeClaim(ManifestValue claim, PodTemplate template) {
        var name = claim.at("name").text();
        var edits = new ArrayList<TextEdit>(ManifestEditor.remove(claim));
        template.allContainers().stream().flatMap(container -> container.resources().at("claims").items().stream())
                .filter(used -> used.at("name").text().equals(name))
                .forEach(used -> edits.addAll(ManifestEditor.remove(used)));
        return ManifestEditor.fixOf("Take the claim away", edits);
    }
}
