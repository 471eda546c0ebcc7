package tessera.lint.rule;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.kube.quota.MissingQuotaRequests;
import tessera.kube.quota.MissingQuotaRequests.RequiredAmount;
import tessera.kube.requests.PodResourceFormula;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.TextEdit;
import tessera.lint.fix.ResourceRequestLintFixes;
import tessera.lint.manifest.ContainerResourceRequest;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.manifest.ManifestKubernetesObject.ManifestPodTemplate;
import tessera.lint.manifest.PodTemplateContainer;
import tessera.lint.manifest.PodTemplateContainer.ContainerRole;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlBlockEditor;
import tessera.text.MessageCatalog;

/** Checks that pods set the requests that a quota requires of all pods, such as CPU and memory. */
final class MissingQuotaRequestLintChecks implements LintCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MissingQuotaRequestLintChecks.class);

    @Override
    public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
        if (!object.isKind("", "ResourceQuota") || object.isLive() || hasScope(object)) {
            return;
        }
        var demanded = object.at("spec", "hard").entries().stream()
                .filter(entry -> MissingQuotaRequests.requiredBy(entry.name()).isPresent()
                        && !isDefaulted(requiredName(entry), object.namespace(), context))
                .toList();
        if (!demanded.isEmpty()) {
            context.addChoice("quota-asks-everybody", demanded.getFirst().key(),
                    new LintQuotaReason.QuotaRequiresAmounts(
                            demanded.stream().map(entry -> keyOf(requiredName(entry))).distinct().toList()),
                    ManifestSourceEditor
                            .availableFixes(
                                    ManifestSourceEditor.fixOf(MESSAGES.text("fix.add.limit.range"),
                                            YamlBlockEditor.appendDocument(object.root(),
                                                    limitRangeNode(object, demanded))),
                                    removeRequirement(object, demanded)));
        }
    }

    /** Returns a LimitRange that sets the requests required by a quota. */
    private static ObjectNode limitRangeNode(ManifestKubernetesObject quota,
            List<ManifestValue.MappingEntry> demanded) {
        var range = JsonNodeFactory.instance.objectNode().put("apiVersion", "v1").put("kind", "LimitRange");
        var metadata = range.putObject("metadata").put("name", quota.name() + "-defaults");
        if (!quota.namespace().isEmpty()) {
            metadata.put("namespace", quota.namespace());
        }
        var limit = range.putObject("spec").putArray("limits").addObject().put("type", "Container");
        for (var entry : demanded) {
            var requiredName = requiredName(entry);
            limit.withObjectProperty(requiredName.side().equals("limits") ? "default" : "defaultRequest")
                    .put(requiredName.resource(), usualAmount(requiredName));
        }
        return range;
    }

    private static String usualAmount(RequiredAmount requiredName) {
        return requiredName.resource().equals("cpu") ? "1" : "1Gi";
    }

    private static Optional<LintFix> removeRequirement(ManifestKubernetesObject quota,
            List<ManifestValue.MappingEntry> demanded) {
        boolean all = demanded.size() == quota.at("spec", "hard").entries().size();
        var edits = new ArrayList<TextEdit>();
        demanded.forEach(entry -> edits.addAll(ManifestSourceEditor.remove(entry.value())));
        if (all) {
            return Optional.empty();
        }
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.devices.only"), edits);
    }

    /** Returns whether the quota has a scope, and so covers only some pods. */
    private static boolean hasScope(ManifestKubernetesObject quota) {
        return quota.at("spec", "scopes").isPresent() || quota.at("spec", "scopeSelector").isPresent();
    }

    private static String keyOf(RequiredAmount required) {
        return required.side() + "." + required.resource();
    }

    private static RequiredAmount requiredName(ManifestValue.MappingEntry entry) {
        return MissingQuotaRequests.requiredBy(entry.name()).orElseThrow();
    }

    /** Returns whether a LimitRange of the same manifest sets it. */
    private static boolean isDefaulted(RequiredAmount requiredName, String namespace, LintCheckContext context) {
        return context.objects("", "LimitRange").filter(object -> object.namespace().equals(namespace))
                .flatMap(object -> object.at("spec", "limits").items().stream())
                .filter(limit -> limit.at("type").text().equals("Container"))
                .anyMatch(limit -> hasDefault(limit, requiredName));
    }

    private static boolean hasDefault(ManifestValue limit, RequiredAmount requiredName) {
        return defaultFields(requiredName).stream().anyMatch(key -> limit.at(key, requiredName.resource()).isPresent());
    }

    /** Returns the fields that imply it: a default limit is the request, too, and so is the maximum without any default. */
    private static List<String> defaultFields(RequiredAmount requiredName) {
        if (requiredName.side().equals("limits")) {
            return List.of("default", "max");
        }
        return List.of("defaultRequest", "default", "min", "max");
    }

    @Override
    public void checkTemplate(ManifestPodTemplate template, LintCheckContext context) {
        var object = template.object();
        if (!template.complete()) {
            return;
        }
        context.objects("", "ResourceQuota")
                .filter(other -> other.namespace().equals(object.namespace()) && !hasScope(other))
                .flatMap(quota -> missingRequests(quota, template, context)).findFirst()
                .ifPresent(refused -> context.addChoice("quota-refuses-pod", refused.container().value(),
                        new LintQuotaReason.QuotaRejectsPod(refused.quota().name(), refused.container().name(),
                                keyOf(refused.requiredName())),
                        ManifestSourceEditor.availableFixes(ResourceRequestLintFixes.addUsualAmounts(
                                refused.container(), List.of(refused.requiredName().side()),
                                List.of(refused.requiredName().resource()),
                                countDevices(refused.container(), context)))));
    }

    private static Stream<QuotaRefusedContainer> missingRequests(ManifestKubernetesObject quota,
            ManifestPodTemplate template, LintCheckContext context) {
        return quota.at("spec", "hard").entries().stream()
                .filter(entry -> MissingQuotaRequests.requiredBy(entry.name()).isPresent())
                .flatMap(entry -> findMissing(requiredName(entry), template, context).stream()
                        .map(container -> new QuotaRefusedContainer(quota, requiredName(entry), container)));
    }

    private static long countDevices(PodTemplateContainer container, LintCheckContext context) {
        return container.requests().stream().filter(request -> context.isAccelerator(request.resource()))
                .mapToLong(ContainerResourceRequest::count).sum();
    }

    private record QuotaRefusedContainer(ManifestKubernetesObject quota, RequiredAmount requiredName,
            PodTemplateContainer container) {}

    private static Optional<PodTemplateContainer> findMissing(RequiredAmount requiredName, ManifestPodTemplate template,
            LintCheckContext context) {
        if (isDefaulted(requiredName, template.object().namespace(), context)
                || hasPodLevelResources(template.spec().at("resources"))) {
            return Optional.empty();
        }
        return template.allContainers().stream().filter(
                container -> container.role() != ContainerRole.EPHEMERAL && !isSet(requiredName, container.resources()))
                .findFirst();
    }

    /** Returns whether the pod as a whole has an amount: then the quota asks nothing of its containers. */
    private static boolean hasPodLevelResources(ManifestValue resources) {
        return Stream.of("requests", "limits").flatMap(side -> resources.at(side).entries().stream())
                .anyMatch(amount -> PodResourceFormula.isPodLevelResource(amount.name()));
    }

    /** Returns whether it is set; a limit alone is the request, too. */
    private static boolean isSet(RequiredAmount requiredName, ManifestValue resources) {
        return resources.at(requiredName.side(), requiredName.resource()).isPresent()
                || resources.at("limits", requiredName.resource()).isPresent();
    }
}
