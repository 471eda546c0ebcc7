package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.demo.control.loop.SimulatedControlLoop;
import tessera.demo.control.loop.SimulatedControllerCachedPod;
import tessera.demo.control.loop.SimulatedControllerPodCache;
import tessera.demo.control.loop.SimulatedControllerResourceTypes;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedOwnerStatusWriter;
import tessera.demo.object.SimulatedPodTemplateHasher;
import tessera.demo.object.SimulatedWorkloadStatus;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** Controller of the ordinal pods of each StatefulSet and their volume claims. */
public final class SimulatedStatefulSetController {

    private static final String REVISION = "controller-revision-hash";

    private final SimulatedCommonWorkloadController controller;

    public SimulatedStatefulSetController(SimulatedControlLoop loop, SimulatedControllerResourceTypes types,
            SimulatedControllerPodCache pods) {
        controller = new SimulatedCommonWorkloadController(loop, types, pods, types.statefulSets(),
                "statefulset-controller");
        controller.followOwners(this::reconcile);
    }

    private void reconcile(ObjectNode set) throws SimulatedApiException {
        if (set.path("metadata").hasNonNull("deletionTimestamp")) {
            return;
        }
        var pods = new HashMap<Integer, SimulatedControllerCachedPod>();
        controller.podsOf(set).forEach(pod -> pods.put(ordinalOf(pod), pod));
        int wanted = SimulatedReplicaSetController.desiredReplicas(set);
        boolean parallel = SimulatedStoreJsonCodec.textAt(set, "spec", "podManagementPolicy").equals("Parallel");
        if (createMissing(set, pods, wanted, parallel)) {
            deleteSurplus(set, pods, wanted, parallel);
        }
        writeStatus(set);
    }

    private static int ordinalOf(SimulatedControllerCachedPod pod) {
        try {
            return Integer.parseInt(pod.name().substring(pod.name().lastIndexOf('-') + 1));
        } catch (NumberFormatException notNumbered) {
            return -1;
        }
    }

    /** Creates missing pods; returns false while pods must become ready first. */
    private boolean createMissing(ObjectNode set, Map<Integer, SimulatedControllerCachedPod> pods, int wanted,
            boolean parallel)
            throws SimulatedApiException {
        for (int i = 0; i < wanted; i++) {
            var pod = pods.get(i);
            if (pod == null) {
                createClaims(set, i);
                if (controller.createPod(set, newPod(set, i), this::reconcile) == null) {
                    return false;
                }
            } else if (pod.isTerminal() && !pod.deleting()) {
                controller.deletePod(set, pod);
            }
            if (!parallel && (pod == null || !pod.ready() || pod.deleting())) {
                return false;
            }
        }
        return true;
    }

    /** Deletes surplus pods from the highest ordinal down, one at a time unless parallel, then those of an older template. */
    private void deleteSurplus(ObjectNode set, Map<Integer, SimulatedControllerCachedPod> pods, int wanted,
            boolean parallel)
            throws SimulatedApiException {
        var surplus = pods.entrySet().stream().filter(pod -> pod.getKey() >= wanted)
                .sorted(Map.Entry.<Integer, SimulatedControllerCachedPod>comparingByKey().reversed())
                .map(Map.Entry::getValue).toList();
        for (var pod : surplus) {
            if (!pod.deleting()) {
                controller.deletePod(set, pod);
            }
            if (!parallel) {
                return;
            }
        }
        var revision = revisionOf(set);
        boolean settled = pods.values().stream().allMatch(pod -> pod.ready() && !pod.deleting());
        if (!settled || SimulatedStoreJsonCodec.textAt(set, "spec", "updateStrategy", "type").equals("OnDelete")) {
            return;
        }
        var stale = pods.values().stream().filter(pod -> !pod.labels().getOrDefault(REVISION, "").equals(revision))
                .max(Comparator.comparingInt(SimulatedStatefulSetController::ordinalOf));
        if (stale.isPresent() && !hasOriginalTemplate(set)) {
            controller.deletePod(set, stale.get());
        }
    }

    /** Returns whether the set has its initial template, whose pods carry a revision of their own. */
    private static boolean hasOriginalTemplate(ObjectNode set) {
        return set.path("metadata").path("generation").asLong() <= 1;
    }

    private static String revisionOf(ObjectNode set) {
        var seeded = SimulatedStoreJsonCodec.textAt(set, "status", "updateRevision");
        if (hasOriginalTemplate(set) && !seeded.isEmpty()) {
            return seeded;
        }
        return SimulatedStoreJsonCodec.textAt(set, "metadata", "name") + "-"
                + SimulatedPodTemplateHasher.revisionName(set.path("spec").path("template"));
    }

    private static ObjectNode newPod(ObjectNode set, int number) {
        var pod = SimulatedPodFactory.newPod(set.path("spec").path("template"), set);
        var name = SimulatedStoreJsonCodec.textAt(set, "metadata", "name") + "-" + number;
        var metadata = SimulatedStoreJsonCodec.childObject(pod, "metadata").put("name", name);
        SimulatedStoreJsonCodec.childObject(metadata, "labels")
                .put("apps.kubernetes.io/pod-index", Integer.toString(number))
                .put(REVISION, revisionOf(set)).put("statefulset.kubernetes.io/pod-name", name);
        var spec = SimulatedStoreJsonCodec.childObject(pod, "spec").put("hostname", name);
        var service = SimulatedStoreJsonCodec.textAt(set, "spec", "serviceName");
        if (!service.isEmpty()) {
            spec.put("subdomain", service);
        }
        for (var template : set.path("spec").path("volumeClaimTemplates")) {
            var volume = SimulatedStoreJsonCodec.textAt(template, "metadata", "name");
            spec.withArrayProperty("volumes").addObject().put("name", volume).putObject("persistentVolumeClaim")
                    .put("claimName", volume + "-" + name);
        }
        return pod;
    }

    private void createClaims(ObjectNode set, int number) throws SimulatedApiException {
        for (var template : set.path("spec").path("volumeClaimTemplates")) {
            var namespace = SimulatedStoreJsonCodec.textAt(set, "metadata", "namespace");
            var name = SimulatedStoreJsonCodec.textAt(template, "metadata", "name") + "-"
                    + SimulatedStoreJsonCodec.textAt(set, "metadata", "name")
                    + "-"
                    + number;
            if (controller.component().find(controller.kinds().claims(), namespace, name) == null) {
                var claim = SimulatedStoreJsonCodec.newObject().put("kind", "PersistentVolumeClaim").put("apiVersion",
                        "v1");
                claim.putObject("metadata").put("name", name).put("namespace", namespace).set("labels",
                        set.path("spec").path("selector").path("matchLabels").deepCopy());
                claim.set("spec", template.path("spec").deepCopy());
                controller.component().create(controller.kinds().claims(), claim);
            }
        }
    }

    private void writeStatus(ObjectNode set) throws SimulatedApiException {
        var pods = controller.podsOf(set).stream().filter(SimulatedControllerCachedPod::isActive).toList();
        var revision = revisionOf(set);
        int ready = (int) pods.stream().filter(SimulatedControllerCachedPod::ready).count();
        int updated = countOfRevision(pods, revision);
        controller.component().editStatus(controller.kinds().statefulSets(), set, status -> {
            SimulatedWorkloadStatus.putStatefulSetCounts(status, set.path("metadata").path("generation").asLong(),
                    new SimulatedWorkloadStatus.ReplicaCounts(pods.size(), pods.size(), updated, ready, 0));
            boolean all = updated == pods.size();
            var before = SimulatedStoreJsonCodec.textAt(status, "currentRevision");
            status.put("currentRevision", all || before.isEmpty() ? revision : before);
            SimulatedOwnerStatusWriter.putCount(status, "currentReplicas",
                    countOfRevision(pods, SimulatedStoreJsonCodec.textAt(status, "currentRevision")));
            status.put("updateRevision", revision);
        });
    }

    private static int countOfRevision(List<SimulatedControllerCachedPod> pods, String revision) {
        return (int) pods.stream().filter(pod -> pod.labels().getOrDefault(REVISION, "").equals(revision)).count();
    }
}
