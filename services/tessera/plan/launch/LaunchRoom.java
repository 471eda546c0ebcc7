package tessera.plan.launch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import tessera.lint.manifest.KubeObject;
import tessera.lint.manifest.ReplicaCount;
import tessera.model.ResourceAmounts;
import tessera.plan.context.ManifestLookups.LookupQuota;
import tessera.scheduling.KueueObjects;
import tessera.scheduling.LaunchOutcome;
import tessera.scheduling.spec.QuotaScopes;

/** Whether pods would find what they want now: on nodes, within quotas, and in what their queues have left. Pure. */
final class LaunchRoom {

    private static final String REQUESTS = "requests.";

    private final LaunchSurvey survey;
    private final String usual;

    /** @param usual namespace of objects that name none */
    LaunchRoom(LaunchSurvey survey, String usual) {
        this.survey = survey;
        this.usual = usual;
    }

    List<String> warnings() {
        var warnings = new ArrayList<String>();
        survey.fits().stream().filter(LaunchRoom::waits).map(pods -> pods.called(survey.fits()) + ": " + pods.verdict())
                .forEach(warnings::add);
        wanted().forEach((namespace, amounts) -> exceeded(namespace, amounts, warnings));
        survey.queues().ifPresent(queues -> survey.manifest().objects().forEach(object -> amounts(object)
                .forEach((resource, amount) -> queues.lack(namespace(object), queue(object), resource, amount)
                        .ifPresent(words -> warnings.add(object.words() + ": " + words)))));
        return warnings;
    }

    /** Through which of Kueue's queues an object is to go; empty for none. */
    static String queue(KubeObject object) {
        return object.at("metadata", "labels", KueueObjects.QUEUE).text();
    }

    private String namespace(KubeObject object) {
        return object.namespace().isEmpty() ? usual : object.namespace();
    }

    private static Map<String, Long> amounts(KubeObject object) {
        var amounts = new LinkedHashMap<String, Long>();
        for (var template : object.templates()) {
            long pods = ReplicaCount.of(template);
            template.extended().forEach((resource, amount) -> amounts.merge(resource,
                    ResourceAmounts.saturatedProduct(amount, pods), ResourceAmounts::saturatedSum));
        }
        return amounts;
    }

    /**
     * Pods of which some would find no node now, while nothing in the manifest is wrong: what no node could ever take is found
     * by the linter, gates and other schedulers decide for themselves, and pods that quotas keep out are told of with those.
     */
    private static boolean waits(LaunchOutcome pods) {
        return pods.wanted() > 0 && switch (pods.fit().outcome()) {
            case NOT_NOW, CLOSED, REFUSED -> true;
            case FITS -> !pods.everyNode() && pods.capacity().total() < pods.wanted();
            case ENDED, BOUND, GATED, ELSEWHERE, UNKNOWN, NEVER -> false;
        };
    }

    private Map<String, Map<String, Long>> wanted() {
        var wanted = new LinkedHashMap<String, Map<String, Long>>();
        for (var object : survey.manifest().objects()) {
            amounts(object).forEach((resource, amount) -> wanted
                    .computeIfAbsent(namespace(object), _ -> new LinkedHashMap<>())
                    .merge(resource, amount, ResourceAmounts::saturatedSum));
        }
        return wanted;
    }

    private void exceeded(String namespace, Map<String, Long> amounts, List<String> warnings) {
        for (var quota : survey.quotas().getOrDefault(namespace, List.of())) {
            if (!quota.scopes().equals(QuotaScopes.NONE) && survey.fits().stream().noneMatch(in(namespace))) {
                warnings.add("Whether the quota “%s” of %s counts these pods is not known".formatted(quota.name(),
                        namespace));
            }
            counted(namespace, quota, amounts).forEach((resource, amount) -> {
                quota.lacks(resource, amount).ifPresent(
                        left -> warnings.add("The quota “%s” of %s leaves %s of %s, and all pods together want %d"
                                .formatted(quota.name(), namespace, left, resource, amount)));
            });
        }
    }

    /** Of a quota with scopes what those pods want that it counts. */
    private Map<String, Long> counted(String namespace, LookupQuota quota, Map<String, Long> all) {
        if (quota.scopes().equals(QuotaScopes.NONE)) {
            return all;
        }
        var counted = new LinkedHashMap<String, Long>();
        survey.fits().stream().filter(in(namespace))
                .forEach(pods -> pods.quotas().stream()
                        .filter(room -> room.quota().equals(quota.name()) && room.resource().startsWith(REQUESTS))
                        .forEach(room -> counted.merge(room.resource().substring(REQUESTS.length()),
                                ResourceAmounts.saturatedProduct(room.each(), pods.wanted()),
                                ResourceAmounts::saturatedSum)));
        return counted;
    }

    private static Predicate<LaunchOutcome> in(String namespace) {
        return pods -> pods.fit().wish().namespace().equals(namespace);
    }
}
