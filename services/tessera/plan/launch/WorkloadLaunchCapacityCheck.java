package tessera.plan.launch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.quota.ResourceQuotaScopes;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.manifest.PodTemplateReplicaCounter;
import tessera.plan.context.ReferencedObjectReader.QuotaWithUsage;
import tessera.scheduling.KueueApiNames;
import tessera.scheduling.PredictedPodPlacement;
import tessera.text.OptionalText;
import tessera.text.Reason;

/** Warns if launched pods would lack room now: on nodes, within quotas, or in their queues. Pure. */
final class WorkloadLaunchCapacityCheck {

    private static final String REQUESTS = "requests.";

    private final WorkloadLaunchPlannerInput input;
    private final String defaultNamespace;

    /** @param defaultNamespace namespace of objects that name none */
    WorkloadLaunchCapacityCheck(WorkloadLaunchPlannerInput input, String defaultNamespace) {
        this.input = input;
        this.defaultNamespace = defaultNamespace;
    }

    List<Reason> warnings() {
        var warnings = new ArrayList<Reason>();
        input.outcomes().stream().filter(WorkloadLaunchCapacityCheck::isWaiting)
                .map(pods -> new WorkloadLaunchWarning.LaunchedPodsWait(pods.displayName(input.outcomes()),
                        pods.summaryText()))
                .forEach(warnings::add);
        requestsByNamespace().forEach((namespace, amounts) -> addQuotaWarnings(namespace, amounts, warnings));
        var queues = input.queues().orElse(null);
        if (queues != null) {
            input.manifest().objects().forEach(object -> requestsOf(object).forEach((resource, amount) -> queues
                    .refusalText(namespaceOf(object), queueOf(object), resource, amount).ifPresent(text -> warnings
                            .add(new WorkloadLaunchWarning.LaunchQueueRefuses(object.objectName(), text)))));
        }
        return warnings;
    }

    /** Returns the Kueue queue of an object; empty if it names none. */
    static String queueOf(ManifestKubernetesObject object) {
        return object.at("metadata", "labels", KueueApiNames.QUEUE_LABEL).text();
    }

    private String namespaceOf(ManifestKubernetesObject object) {
        return OptionalText.orElse(object.namespace(), defaultNamespace);
    }

    private static Map<String, Long> requestsOf(ManifestKubernetesObject object) {
        var amounts = new LinkedHashMap<String, Long>();
        for (var template : object.templates()) {
            long pods = PodTemplateReplicaCounter.count(template);
            template.extendedRequests().forEach((resource, amount) -> amounts.merge(resource,
                    ResourceAmounts.saturatedProduct(amount, pods), ResourceAmounts::saturatedSum));
        }
        return amounts;
    }

    /**
     * Returns whether some pods would find no node now; pods that no node fits, gated pods and quotas are reported elsewhere.
     */
    private static boolean isWaiting(PredictedPodPlacement pods) {
        return pods.podCount() > 0 && switch (pods.fit().outcome()) {
            case NOT_NOW, CLOSED, REFUSED -> true;
            case FITS, MAY_FIT -> !pods.onEveryNode() && pods.capacity().totalPods() < pods.podCount();
            case ENDED, BOUND, GATED, ELSEWHERE, UNKNOWN, NEVER -> false;
        };
    }

    private Map<String, Map<String, Long>> requestsByNamespace() {
        var wanted = new LinkedHashMap<String, Map<String, Long>>();
        for (var object : input.manifest().objects()) {
            for (var entry : requestsOf(object).entrySet()) {
                var resource = entry.getKey();
                var amount = entry.getValue();
                wanted.computeIfAbsent(namespaceOf(object), _ -> new LinkedHashMap<>()).merge(resource, amount,
                        ResourceAmounts::saturatedSum);
            }
        }
        return wanted;
    }

    private void addQuotaWarnings(String namespace, Map<String, Long> amounts, List<Reason> warnings) {
        for (var quota : input.quotas().getOrDefault(namespace, List.of())) {
            if (!quota.scopes().equals(ResourceQuotaScopes.NONE)
                    && input.outcomes().stream().noneMatch(isInNamespace(namespace))) {
                warnings.add(new WorkloadLaunchWarning.LaunchQuotaScopeUnknown(quota.name(), namespace));
            }
            for (var entry : requestsCountedBy(namespace, quota, amounts).entrySet()) {
                var resource = entry.getKey();
                var amount = entry.getValue();
                var left = quota.shortfallText(resource, amount).orElse(null);
                if (left != null) {
                    warnings.add(new WorkloadLaunchWarning.LaunchExceedsQuota(quota.name(), namespace, left, resource,
                            amount));
                }
            }
        }
    }

    /** Returns the requests of those pods that a scoped quota counts. */
    private Map<String, Long> requestsCountedBy(String namespace, QuotaWithUsage quota, Map<String, Long> all) {
        if (quota.scopes().equals(ResourceQuotaScopes.NONE)) {
            return all;
        }
        var counted = new LinkedHashMap<String, Long>();
        for (var pods : input.outcomes().stream().filter(isInNamespace(namespace)).toList()) {
            pods.quotas().stream().filter(
                    remainder -> remainder.quota().equals(quota.name()) && remainder.resource().startsWith(REQUESTS))
                    .forEach(remainder -> counted.merge(remainder.resource().substring(REQUESTS.length()),
                            ResourceAmounts.saturatedProduct(remainder.perPod(), pods.podCount()),
                            ResourceAmounts::saturatedSum));
        }
        return counted;
    }

    private static Predicate<PredictedPodPlacement> isInNamespace(String namespace) {
        return pods -> pods.fit().podSpec().namespace().equals(namespace);
    }
}
