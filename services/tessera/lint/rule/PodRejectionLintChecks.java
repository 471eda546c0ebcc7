package tessera.lint.rule;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tessera.kube.names.NameFormatRules;
import tessera.kube.names.ResourceNames;
import tessera.kube.quantity.QuantityParser;
import tessera.lint.finding.LintFix;
import tessera.lint.fix.ObjectStructureLintFixes;
import tessera.lint.fix.ResourceRequestLintFixes;
import tessera.lint.manifest.ContainerResourceRequest;
import tessera.lint.manifest.ManifestKubernetesObject.ManifestPodTemplate;
import tessera.lint.manifest.PodTemplateContainer;
import tessera.lint.manifest.PodTemplateContainer.ContainerRole;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.YamlBlockEditor;
import tessera.model.SpellingSuggestionFinder;

/** Checks for combinations of valid pod fields that a server rejects. */
final class PodRejectionLintChecks implements LintCheck {

    private static final List<String> BESIDE_PAGES = List.of("cpu", "memory");
    /** Controllers of others may bring volumes that nobody writes. */
    private static final Set<String> PLAIN = Set.of("", "apps", "batch", "kubeflow.org", "ray.io",
            "leaderworkerset.x-k8s.io", "jobset.x-k8s.io", "serving.knative.dev");

    @Override
    public void checkTemplate(ManifestPodTemplate template, LintCheckContext context) {
        if (!template.complete()) {
            return;
        }
        var hosts = template.spec().at("hostUsers");
        if (hosts.text().equals("false") && PodSecurityLintChecks.asksForDevices(template, context)) {
            context.addFinding("user-namespace", hosts,
                    "hostUsers: false gives the pod users of its own, with which the "
                            + "drivers and runtimes of GPUs do not work at present",
                    ManifestSourceEditor.fixOf("Take it away", ManifestSourceEditor.remove(hosts)));
        }
        if (PLAIN.contains(template.object().group())) {
            var volumes = volumeNames(template);
            template.allContainers().forEach(container -> checkMounts(container, volumes, template, context));
        }
    }

    private static Set<String> volumeNames(ManifestPodTemplate template) {
        var names = new TreeSet<String>();
        template.spec().at("volumes").items().forEach(volume -> names.add(volume.at("name").text()));
        for (var spec : List.of(template.object().at("spec"), template.object().at("spec", "leaderWorkerTemplate"))) {
            spec.at("volumeClaimTemplates").items().forEach(claim -> names.add(claim.at("metadata", "name").text()));
        }
        template.object().at("spec", "volumeClaimPolicies").items().stream()
                .flatMap(policy -> policy.at("templates").items().stream())
                .forEach(claim -> names.add(claim.at("metadata", "name").text()));
        return names;
    }

    private static void checkMounts(PodTemplateContainer container, Set<String> volumes, ManifestPodTemplate template,
            LintCheckContext context) {
        var paths = new HashSet<String>();
        for (var mount : container.value().at("volumeMounts").items()) {
            var name = mount.at("name");
            if (name.isPresent() && !name.isTemplated() && !volumes.contains(name.text())) {
                context.addChoice("mount-without-volume", name,
                        "The pod has no volume “%s”, and the server refuses it".formatted(name.text()),
                        ManifestSourceEditor.availableFixes(SpellingSuggestionFinder.nearestName(name.text(), volumes)
                                .flatMap(near -> ManifestSourceEditor.fixOf("Mount “%s”".formatted(near),
                                        ManifestSourceEditor.replace(name, near))),
                                ManifestSourceEditor.fixOf("Add an empty volume of this name",
                                        YamlBlockEditor.mergeTree(template.spec(), emptyDirNode(name.text()))),
                                ManifestSourceEditor.fixOf("Take the mount away", ManifestSourceEditor.remove(mount))));
            }
            var path = mount.at("mountPath");
            if (path.isPresent() && !paths.add(path.text())) {
                context.reject(path, "Something else is mounted at %s already".formatted(path.text()));
            }
        }
    }

    private static ObjectNode emptyDirNode(String name) {
        var tree = JsonNodeFactory.instance.objectNode();
        tree.putArray("volumes").addObject().put("name", name).putObject("emptyDir");
        return tree;
    }

    @Override
    public void checkContainer(PodTemplateContainer container, ManifestPodTemplate template, LintCheckContext context) {
        if (!template.complete()) {
            return;
        }
        var name = container.value().at("name");
        if (name.isPresent() && !name.isTemplated() && !NameFormatRules.isLabel(name.text())) {
            context.addChoice("name-invalid", name,
                    ("“%s” cannot be the name of a container: lower-case letters, digits and "
                            + "“-” make one, up to 63 of them").formatted(name.text()),
                    ManifestSourceEditor.availableFixes(ObjectStructureLintFixes.toDnsLabel(name)));
        }
        if (container.role() != ContainerRole.EPHEMERAL) {
            container.requests().stream().filter(request -> !request.isExtended() && !request.request().isTemplated()
                    && !request.limit().isTemplated()).forEach(request -> checkAmounts(request, container, context));
        }
    }

    private static void checkAmounts(ContainerResourceRequest resourceRequest, PodTemplateContainer container,
            LintCheckContext context) {
        boolean pages = ResourceNames.isHugePages(resourceRequest.resource());
        var request = QuantityParser.parseExact(resourceRequest.request().text());
        var limit = QuantityParser.parseExact(resourceRequest.limit().text());
        int apart = request.isPresent() && limit.isPresent() ? request.get().compareTo(limit.get()) : 0;
        if (apart > 0 || (pages && apart < 0)) {
            context.addChoice(pages ? "huge-pages-refused" : "request-above-limit", resourceRequest.request(),
                    (pages ? "%s of %s requested and %s allowed: both have to be the same"
                            : "%s of %s requested and only %s allowed: the server refuses it")
                            .formatted(resourceRequest.request().text(), resourceRequest.resource(),
                                    resourceRequest.limit().text()),
                    ManifestSourceEditor.availableFixes(
                            ManifestSourceEditor.fixOf("Request " + resourceRequest.limit().text(),
                                    ManifestSourceEditor.replace(resourceRequest.request(),
                                            resourceRequest.limit().text())),
                            ManifestSourceEditor.fixOf("Allow " + resourceRequest.request().text(),
                                    ManifestSourceEditor.replace(resourceRequest.limit(),
                                            resourceRequest.request().text()))));
        }
        if (pages && request.isPresent() && !resourceRequest.limit().isWritten()) {
            context.addChoice("huge-pages-refused", resourceRequest.request().key(),
                    "%s is requested without a limit, which the server refuses".formatted(resourceRequest.resource()),
                    ManifestSourceEditor.availableFixes(addLimit(resourceRequest, container)));
        }
        boolean alone = container.requests().stream().noneMatch(other -> BESIDE_PAGES.contains(other.resource()));
        if (pages && alone) {
            context.addChoice("huge-pages-refused", resourceRequest.value().key(),
                    "A container with huge pages asks for cpu or memory, too, or the server refuses it",
                    ManifestSourceEditor.availableFixes(
                            ResourceRequestLintFixes.addUsualAmounts(container, List.of("requests"), BESIDE_PAGES, 0)));
        }
    }

    private static Optional<LintFix> addLimit(ContainerResourceRequest request, PodTemplateContainer container) {
        var tree = JsonNodeFactory.instance.objectNode();
        tree.putObject("resources").putObject("limits").put(request.resource(), request.request().text());
        return ManifestSourceEditor.fixOf("Set the limit to " + request.request().text(),
                YamlBlockEditor.mergeTree(container.value(), tree));
    }
}
