package tessera.lint.rule;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.manifest.ManifestKubernetesObject.ManifestPodTemplate;
import tessera.lint.manifest.PodTemplateContainer;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.text.MessageCatalog;

/**
 * Checks that Kueue reads the queue of a workload, and that the queue has quota of the devices that the pods request, where the manifest
 * holds both.
 */
final class KueueCoverageLintChecks implements LintCheck {

    private static final String KUEUE = "kueue.x-k8s.io";
    private static final String LABEL = KUEUE + "/queue-name";
    private static final Pattern MISSPELT = Pattern.compile(
            "(?i)kueue(?:\\.x-k8s\\.io|\\.sigs\\.k8s\\.io|\\.k8s\\.io|\\.io)?/(?:local-?)?queue(?:[-_.]?name)?");
    private static final MessageCatalog MESSAGES = MessageCatalog.of(KueueCoverageLintChecks.class);

    @Override
    public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
        var labels = object.at("metadata", "labels");
        if (object.templates().isEmpty() || labels.at(LABEL).isPresent()) {
            return;
        }
        labels.entries().stream().filter(entry -> MISSPELT.matcher(entry.name()).matches())
                .forEach(entry -> context.addFinding("queue-label-misspelt", entry.key(),
                        new LintQuotaReason.MisspeltQueueLabel(entry.name(), LABEL),
                        ManifestSourceEditor.fixOf(MESSAGES.text("fix.write", LABEL),
                                ManifestSourceEditor.renameKey(entry.value(), LABEL))));
    }

    @Override
    public void checkContainer(PodTemplateContainer container, ManifestPodTemplate template, LintCheckContext context) {
        var object = template.object();
        var label = object.at("metadata", "labels", LABEL);
        var queue = label.isPresent() ? label : template.holder().at("metadata", "labels", LABEL);
        if (!template.complete() || !queue.isPresent()) {
            return;
        }
        var cluster = findClusterQueue(object.namespace(), queue.text(), context).orElse(null);
        if (cluster != null) {
            var covered = coveredResources(cluster);
            container.requests().stream()
                    .filter(request -> request.count() > 0 && !covered.isEmpty()
                            && context.isAccelerator(request.resource()) && !covered.contains(request.resource()))
                    .forEach(request -> context.addFinding("queue-without-device", request.value(),
                            new LintQuotaReason.UncoveredDevice(queue.text(), cluster.name(),
                                    covered.stream().sorted().toList(), request.resource())));
        }
    }

    private static Optional<ManifestKubernetesObject> findClusterQueue(String namespace, String queue,
            LintCheckContext context) {
        return context.objects(KUEUE, "LocalQueue")
                .filter(local -> local.name().equals(queue) && local.namespace().equals(namespace)).findFirst()
                .map(local -> local.at("spec", "clusterQueue").text()).flatMap(name -> context
                        .objects(KUEUE, "ClusterQueue").filter(each -> each.name().equals(name)).findFirst());
    }

    private static Set<String> coveredResources(ManifestKubernetesObject cluster) {
        return cluster.at("spec", "resourceGroups").items().stream()
                .flatMap(group -> group.at("coveredResources").items().stream()).map(ManifestValue::text)
                .collect(Collectors.toSet());
    }
}
