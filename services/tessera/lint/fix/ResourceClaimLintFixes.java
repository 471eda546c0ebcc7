package tessera.lint.fix;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.TextEdit;
import tessera.lint.manifest.KubernetesManifest;
import tessera.lint.manifest.ManifestKubernetesObject.ManifestPodTemplate;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlBlockEditor;
import tessera.text.MessageCatalog;

/** Fixes for resource claims and their users. */
public final class ResourceClaimLintFixes {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ResourceClaimLintFixes.class);
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String BY_TEMPLATE = "resourceClaimTemplateName";
    private static final String BY_NAME = "resourceClaimName";

    private ResourceClaimLintFixes() {}

    /** Returns a fix to a request in the shape of v1 and v1beta2. */
    public static Optional<LintFix> toNestedRequest(ManifestValue request) {
        boolean named = !request.entries().isEmpty() && request.entries().getFirst().name().equals("name");
        if (named) {
            return ManifestSourceEditor.fixOf(MESSAGES.text("fix.nest.exactly"),
                    YamlBlockEditor.nestEntries(request, "exactly"));
        }
        return Optional.empty();
    }

    /** Returns a fix to a request in the shape of v1beta1. */
    public static Optional<LintFix> toFlatRequest(ManifestValue request) {
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.flatten.exactly"),
                YamlBlockEditor.flattenEntry(request.at("exactly")));
    }

    /** Returns fixes for the reference of a pod's claim: a template or claim in the manifest, and only one of both. */
    public static List<LintFix> setReference(ManifestValue claim, KubernetesManifest kubernetesManifest) {
        if (claim.at(BY_NAME).isPresent()) {
            return ManifestSourceEditor.availableFixes(
                    ManifestSourceEditor.fixOf(MESSAGES.text("fix.keep.template"),
                            ManifestSourceEditor.remove(claim.at(BY_NAME))),
                    ManifestSourceEditor.fixOf(MESSAGES.text("fix.keep.claim"),
                            ManifestSourceEditor.remove(claim.at(BY_TEMPLATE))));
        }
        var fixes = new ArrayList<LintFix>();
        kubernetesManifest.objects().stream().filter(object -> object.kind().equals("ResourceClaimTemplate"))
                .forEach(object -> setName(claim, BY_TEMPLATE, object.name()).ifPresent(fixes::add));
        kubernetesManifest.objects().stream().filter(object -> object.kind().equals("ResourceClaim"))
                .forEach(object -> setName(claim, BY_NAME, object.name()).ifPresent(fixes::add));
        if (fixes.isEmpty()) {
            setName(claim, BY_TEMPLATE, claim.at("name").text()).ifPresent(fixes::add);
        }
        return fixes;
    }

    private static Optional<LintFix> setName(ManifestValue claim, String key, String name) {
        return ManifestSourceEditor.fixOf(
                MESSAGES.text(key.equals(BY_NAME) ? "fix.name.claim" : "fix.name.template", name),
                YamlBlockEditor.mergeTree(claim, JSON.objectNode().put(key, name)));
    }

    /** Returns fixes to a claim of the container's pod, or with a new claim for the pod. */
    public static List<LintFix> toKnownClaim(ManifestValue used, ManifestPodTemplate template) {
        var fixes = new ArrayList<LintFix>();
        template.spec().at("resourceClaims").items().stream().map(claim -> claim.at("name").text())
                .forEach(name -> ManifestSourceEditor
                        .fixOf(MESSAGES.text("fix.use.claim", name), ManifestSourceEditor.replace(used, name))
                        .ifPresent(fixes::add));
        var claim = JSON.objectNode().put("name", used.text()).put(BY_TEMPLATE, used.text());
        ManifestSourceEditor.fixOf(MESSAGES.text("fix.claim.template", used.text()),
                ManifestSourceEditor.addToList(template.spec(), "resourceClaims", claim)).ifPresent(fixes::add);
        return fixes;
    }

    /** Returns fixes that add a claim to a container that could use it, or remove the claim. */
    public static List<LintFix> addToContainers(ManifestValue name, ManifestPodTemplate template) {
        var fixes = new ArrayList<LintFix>();
        for (var container : template.containers()) {
            ManifestSourceEditor.fixOf(MESSAGES.text("fix.claim.container", container.name()),
                    YamlBlockEditor.mergeTree(container.value(), claimNode(name.text()))).ifPresent(fixes::add);
        }
        template.spec().at("resourceClaims").items().stream()
                .filter(claim -> claim.at("name").position().equals(name.position())).findFirst()
                .flatMap(claim -> ManifestSourceEditor.fixOf(MESSAGES.text("fix.remove.claim"),
                        ManifestSourceEditor.remove(claim)))
                .ifPresent(fixes::add);
        return fixes;
    }

    private static ObjectNode claimNode(String name) {
        var tree = JSON.objectNode();
        tree.putObject("resources").putArray("claims").addObject().put("name", name);
        return tree;
    }

    /** Returns a fix that removes a claim from a pod and its containers. */
    public static Optional<LintFix> removeClaim(ManifestValue claim, ManifestPodTemplate template) {
        var name = claim.at("name").text();
        var edits = new ArrayList<TextEdit>(ManifestSourceEditor.remove(claim));
        template.allContainers().stream().flatMap(container -> container.resources().at("claims").items().stream())
                .filter(used -> used.at("name").text().equals(name))
                .forEach(used -> edits.addAll(ManifestSourceEditor.remove(used)));
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.remove.claim"), edits);
    }
}
