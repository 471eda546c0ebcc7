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
import tessera.text.MessageCatalog;

/** Checks for combinations of valid pod fields that a server rejects. */
final class PodRejectionLintChecks implements LintCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PodRejectionLintChecks.class);
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
            context.addFinding("user-namespace", hosts, new LintRequestReason.UserNamespaceWithGpu(),
                    ManifestSourceEditor.fixOf(MESSAGES.text("fix.remove"), ManifestSourceEditor.remove(hosts)));
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
                context.addChoice("mount-without-volume", name, new LintRequestReason.UnknownVolume(name.text()),
                        ManifestSourceEditor.availableFixes(
                                SpellingSuggestionFinder.nearestName(name.text(), volumes)
                                        .flatMap(near -> ManifestSourceEditor.fixOf(MESSAGES.text("fix.mount", near),
                                                ManifestSourceEditor.replace(name, near))),
                                ManifestSourceEditor.fixOf(MESSAGES.text("fix.add.volume"),
                                        YamlBlockEditor.mergeTree(template.spec(), emptyDirNode(name.text()))),
                                ManifestSourceEditor.fixOf(MESSAGES.text("fix.remove.mount"),
                                        ManifestSourceEditor.remove(mount))));
            }
            var path = mount.at("mountPath");
            if (path.isPresent() && !paths.add(path.text())) {
                context.reject(path, new LintRequestReason.DuplicateMountPath(path.text()));
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
            context.addChoice("name-invalid", name, new LintRequestReason.InvalidContainerName(name.text()),
                    ManifestSourceEditor.availableFixes(ObjectStructureLintFixes.toDnsLabel(name)));
        }
        if (container.role() != ContainerRole.EPHEMERAL) {
            container.requests().stream()
                    .filter(request -> !request.isExtended() && !request.request().isTemplated()
                            && !request.limit().isTemplated())
                    .forEach(request -> checkAmounts(request, container, context));
        }
    }

    private static void checkAmounts(ContainerResourceRequest resourceRequest, PodTemplateContainer container,
            LintCheckContext context) {
        boolean pages = ResourceNames.isHugePages(resourceRequest.resource());
        var request = QuantityParser.parseExact(resourceRequest.request().text());
        var limit = QuantityParser.parseExact(resourceRequest.limit().text());
        int apart = request.flatMap(least -> limit.map(least::compareTo)).orElse(0);
        if (apart > 0 || (pages && apart < 0)) {
            context.addChoice(pages ? "huge-pages-refused" : "request-above-limit", resourceRequest.request(),
                    pages ? new LintRequestReason.RequestAndLimitDiffer(resourceRequest.resource(),
                            resourceRequest.request().text(), resourceRequest.limit().text())
                            : new LintRequestReason.RequestAboveLimit(resourceRequest.resource(),
                                    resourceRequest.request().text(), resourceRequest.limit().text()),
                    ManifestSourceEditor.availableFixes(
                            ManifestSourceEditor.fixOf(MESSAGES.text("fix.request", resourceRequest.limit().text()),
                                    ManifestSourceEditor.replace(resourceRequest.request(),
                                            resourceRequest.limit().text())),
                            ManifestSourceEditor.fixOf(MESSAGES.text("fix.limit", resourceRequest.request().text()),
                                    ManifestSourceEditor.replace(resourceRequest.limit(),
                                            resourceRequest.request().text()))));
        }
        if (pages && request.isPresent() && !resourceRequest.limit().isWritten()) {
            context.addChoice("huge-pages-refused", resourceRequest.request().key(),
                    new LintRequestReason.DeviceLimitMissing(resourceRequest.resource()),
                    ManifestSourceEditor.availableFixes(addLimit(resourceRequest, container)));
        }
        boolean alone = container.requests().stream().noneMatch(other -> BESIDE_PAGES.contains(other.resource()));
        if (pages && alone) {
            context.addChoice("huge-pages-refused", resourceRequest.value().key(),
                    new LintRequestReason.HugePagesAlone(), ManifestSourceEditor.availableFixes(
                            ResourceRequestLintFixes.addUsualAmounts(container, List.of("requests"), BESIDE_PAGES, 0)));
        }
    }

    private static Optional<LintFix> addLimit(ContainerResourceRequest request, PodTemplateContainer container) {
        var tree = JsonNodeFactory.instance.objectNode();
        tree.putObject("resources").putObject("limits").put(request.resource(), request.request().text());
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.limit", request.request().text()),
                YamlBlockEditor.mergeTree(container.value(), tree));
    }
}
