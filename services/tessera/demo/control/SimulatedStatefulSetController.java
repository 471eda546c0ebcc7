package tessera.demo.control;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.object.SimulatedOwnerStatusWriter;
import tessera.demo.object.SimulatedPodTemplateHasher;
import tessera.demo.object.SimulatedWorkloadStatus;
import tessera.demo.object.SimulatedWorkloadStatus.ReplicaCounts;

/** Controller of the ordinal pods of each StatefulSet and their volume claims. */
public final class SimulatedStatefulSetController extends SimulatedWorkloadController {

    private static final String REVISION = "controller-revision-hash";

    public SimulatedStatefulSetController(SimulatedControllerContext context) {
        super(context, context.types().statefulSets(), "statefulset-controller");
        followOwners();
    }

    @Override
    void reconcile(ObjectNode set) throws SimulatedApiException {
        var byOrdinal = new HashMap<Integer, SimulatedCachedPod>();
        podsOf(set).forEach(pod -> byOrdinal.put(ordinalOf(pod), pod));
        boolean parallel = set.path("spec").path("podManagementPolicy").asText("").equals("Parallel");
        if (createMissing(set, byOrdinal, parallel) && deleteSurplus(set, byOrdinal, parallel)) {
            deleteOutdated(set, byOrdinal.values());
        }
        writeStatus(set);
    }

    private static int ordinalOf(SimulatedCachedPod pod) {
        try {
            return Integer.parseInt(pod.name().substring(pod.name().lastIndexOf('-') + 1));
        } catch (NumberFormatException notNumbered) {
            return -1;
        }
    }

    /** Creates missing pods; returns false while pods must become ready first. */
    private boolean createMissing(ObjectNode set, Map<Integer, SimulatedCachedPod> byOrdinal, boolean parallel)
            throws SimulatedApiException {
        for (int i = 0; i < desiredReplicas(set); i++) {
            var pod = byOrdinal.get(i);
            if (pod == null) {
                createClaims(set, i);
                if (!createPod(set, newPod(set, i))) {
                    return false;
                }
            } else if (pod.isTerminal() && !pod.deleting()) {
                deletePod(set, pod);
            }
            if (!parallel && (pod == null || !pod.ready() || pod.deleting())) {
                return false;
            }
        }
        return true;
    }

    /** Deletes surplus pods from the highest ordinal down, one at a time unless parallel; returns false while it waits. */
    private boolean deleteSurplus(ObjectNode set, Map<Integer, SimulatedCachedPod> byOrdinal, boolean parallel)
            throws SimulatedApiException {
        var surplus = byOrdinal.values().stream().filter(pod -> ordinalOf(pod) >= desiredReplicas(set))
                .sorted(Comparator.comparingInt(SimulatedStatefulSetController::ordinalOf).reversed()).toList();
        for (var pod : surplus) {
            if (!pod.deleting()) {
                deletePod(set, pod);
            }
            if (!parallel) {
                return false;
            }
        }
        return true;
    }

    /** Deletes the pod with the highest ordinal of those of an older template, once all others are ready. */
    private void deleteOutdated(ObjectNode set, Collection<SimulatedCachedPod> all) throws SimulatedApiException {
        boolean settled = all.stream().allMatch(pod -> pod.ready() && !pod.deleting());
        if (!settled || hasOriginalTemplate(set)
                || set.path("spec").path("updateStrategy").path("type").asText("").equals("OnDelete")) {
            return;
        }
        var revision = revisionOf(set);
        var stale = all.stream().filter(pod -> !pod.labels().getOrDefault(REVISION, "").equals(revision))
                .max(Comparator.comparingInt(SimulatedStatefulSetController::ordinalOf));
        if (stale.isPresent()) {
            deletePod(set, stale.get());
        }
    }

    /** Returns whether the set has its initial template, whose pods carry a revision of their own. */
    private static boolean hasOriginalTemplate(ObjectNode set) {
        return SimulatedMetadata.generationOf(set) <= 1;
    }

    private static String revisionOf(ObjectNode set) {
        var seeded = set.path("status").path("updateRevision").asText("");
        if (hasOriginalTemplate(set) && !seeded.isEmpty()) {
            return seeded;
        }
        return SimulatedMetadata.nameOf(set) + "-"
                + SimulatedPodTemplateHasher.revisionName(set.path("spec").path("template"));
    }

    private static ObjectNode newPod(ObjectNode set, int number) {
        var pod = newPod(set.path("spec").path("template"), set);
        var name = SimulatedMetadata.nameOf(set) + "-" + number;
        pod.withObjectProperty("metadata").put("name", name);
        SimulatedMetadata.labelsOf(pod).put("apps.kubernetes.io/pod-index", Integer.toString(number))
                .put(REVISION, revisionOf(set)).put("statefulset.kubernetes.io/pod-name", name);
        var spec = pod.withObjectProperty("spec").put("hostname", name);
        var service = set.path("spec").path("serviceName").asText("");
        if (!service.isEmpty()) {
            spec.put("subdomain", service);
        }
        for (var template : set.path("spec").path("volumeClaimTemplates")) {
            var volume = SimulatedMetadata.nameOf(template);
            spec.withArrayProperty("volumes").addObject().put("name", volume).putObject("persistentVolumeClaim")
                    .put("claimName", volume + "-" + name);
        }
        return pod;
    }

    private void createClaims(ObjectNode set, int number) throws SimulatedApiException {
        for (var template : set.path("spec").path("volumeClaimTemplates")) {
            var namespace = SimulatedMetadata.namespaceOf(set);
            var name = "%s-%s-%d".formatted(SimulatedMetadata.nameOf(template), SimulatedMetadata.nameOf(set), number);
            if (component.find(types.claims(), namespace, name) == null) {
                var claim = SimulatedMetadata.newObject("v1", "PersistentVolumeClaim", namespace, name);
                claim.withObjectProperty("metadata").set("labels",
                        set.path("spec").path("selector").path("matchLabels").deepCopy());
                claim.set("spec", template.path("spec").deepCopy());
                component.create(types.claims(), claim);
            }
        }
    }

    private void writeStatus(ObjectNode set) throws SimulatedApiException {
        var active = activePodsOf(set);
        var revision = revisionOf(set);
        int ready = countPods(set, active.size()).ready();
        int updated = countOfRevision(active, revision);
        editStatus(set, status -> {
            SimulatedWorkloadStatus.putStatefulSetCounts(status, SimulatedMetadata.generationOf(set),
                    new ReplicaCounts(active.size(), active.size(), updated, ready, 0));
            boolean all = updated == active.size();
            var before = status.path("currentRevision").asText("");
            var current = all || before.isEmpty() ? revision : before;
            status.put("currentRevision", current);
            SimulatedOwnerStatusWriter.putCount(status, "currentReplicas", countOfRevision(active, current));
            status.put("updateRevision", revision);
        });
    }

    private static int countOfRevision(List<SimulatedCachedPod> pods, String revision) {
        return (int) pods.stream().filter(pod -> pod.labels().getOrDefault(REVISION, "").equals(revision)).count();
    }
}
