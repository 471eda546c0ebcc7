package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.demo.control.loop.CachedPod;
import tessera.demo.control.loop.ControlLoop;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.control.loop.ControllerPodCache;
import tessera.demo.object.ApiError;
import tessera.demo.object.TemplateHash;
import tessera.demo.store.StoreJson;

/** Controller of the ordinal pods of each StatefulSet and their volume claims. */
public final class StatefulSetController {

    private static final String REVISION = "controller-revision-hash";

    private final WorkloadController office;

    public StatefulSetController(ControlLoop loop, ControllerKinds kinds, ControllerPodCache pods) {
        office = new WorkloadController(loop, kinds, pods, kinds.statefulSets(), "statefulset-controller");
        office.followOwners(this::reconcile);
    }

    private void reconcile(ObjectNode set) throws ApiError {
        if (set.path("metadata").hasNonNull("deletionTimestamp")) {
            return;
        }
        var pods = new HashMap<Integer, CachedPod>();
        office.podsOf(set).forEach(pod -> pods.put(ordinalOf(pod), pod));
        int wanted = ReplicaSetController.desiredReplicas(set);
        boolean parallel = StoreJson.textAt(set, "spec", "podManagementPolicy").equals("Parallel");
        if (createMissing(set, pods, wanted, parallel)) {
            deleteSurplus(set, pods, wanted, parallel);
        }
        writeStatus(set);
    }

    private static int ordinalOf(CachedPod pod) {
        try {
            return Integer.parseInt(pod.name().substring(pod.name().lastIndexOf('-') + 1));
        } catch (NumberFormatException notNumbered) {
            return -1;
        }
    }

    /** Creates missing pods; returns false while pods must become ready first. */
    private boolean createMissing(ObjectNode set, Map<Integer, CachedPod> pods, int wanted, boolean parallel)
            throws ApiError {
        for (int i = 0; i < wanted; i++) {
            var pod = pods.get(i);
            if (pod == null) {
                createClaims(set, i);
                if (office.createPod(set, newPod(set, i), this::reconcile) == null) {
                    return false;
                }
            } else if (pod.isTerminal() && !pod.deleting()) {
                office.deletePod(set, pod);
            }
            if (!parallel && (pod == null || !pod.ready() || pod.deleting())) {
                return false;
            }
        }
        return true;
    }

    /** Deletes surplus pods from the highest ordinal down, one at a time unless parallel, then those of an older template. */
    private void deleteSurplus(ObjectNode set, Map<Integer, CachedPod> pods, int wanted, boolean parallel)
            throws ApiError {
        var surplus = pods.entrySet().stream().filter(pod -> pod.getKey() >= wanted)
                .sorted(Map.Entry.<Integer, CachedPod>comparingByKey().reversed()).map(Map.Entry::getValue).toList();
        for (var pod : surplus) {
            if (!pod.deleting()) {
                office.deletePod(set, pod);
            }
            if (!parallel) {
                return;
            }
        }
        var revision = revisionOf(set);
        boolean settled = pods.values().stream().allMatch(pod -> pod.ready() && !pod.deleting());
        if (!settled || StoreJson.textAt(set, "spec", "updateStrategy", "type").equals("OnDelete")) {
            return;
        }
        var stale = pods.values().stream().filter(pod -> !pod.labels().getOrDefault(REVISION, "").equals(revision))
                .max(Comparator.comparingInt(StatefulSetController::ordinalOf));
        if (stale.isPresent() && !hasOriginalTemplate(set)) {
            office.deletePod(set, stale.get());
        }
    }

    /** Returns whether the set has its initial template, whose pods carry a revision of their own. */
    private static boolean hasOriginalTemplate(ObjectNode set) {
        return set.path("metadata").path("generation").asLong() <= 1;
    }

    private static String revisionOf(ObjectNode set) {
        var seeded = StoreJson.textAt(set, "status", "updateRevision");
        return hasOriginalTemplate(set) && !seeded.isEmpty()
                ? seeded
                : StoreJson.textAt(set, "metadata", "name") + "-"
                        + TemplateHash.revisionName(set.path("spec").path("template"));
    }

    private static ObjectNode newPod(ObjectNode set, int number) {
        var pod = PodBlueprint.newPod(set.path("spec").path("template"), set);
        var name = StoreJson.textAt(set, "metadata", "name") + "-" + number;
        var metadata = StoreJson.childObject(pod, "metadata").put("name", name);
        StoreJson.childObject(metadata, "labels").put("apps.kubernetes.io/pod-index", Integer.toString(number))
                .put(REVISION, revisionOf(set)).put("statefulset.kubernetes.io/pod-name", name);
        var spec = StoreJson.childObject(pod, "spec").put("hostname", name);
        var service = StoreJson.textAt(set, "spec", "serviceName");
        if (!service.isEmpty()) {
            spec.put("subdomain", service);
        }
        for (var template : set.path("spec").path("volumeClaimTemplates")) {
            var volume = StoreJson.textAt(template, "metadata", "name");
            spec.withArrayProperty("volumes").addObject().put("name", volume).putObject("persistentVolumeClaim")
                    .put("claimName", volume + "-" + name);
        }
        return pod;
    }

    private void createClaims(ObjectNode set, int number) throws ApiError {
        for (var template : set.path("spec").path("volumeClaimTemplates")) {
            var namespace = StoreJson.textAt(set, "metadata", "namespace");
            var name = StoreJson.textAt(template, "metadata", "name") + "-" + StoreJson.textAt(set, "metadata", "name")
                    + "-"
                    + number;
            if (office.component().find(office.kinds().claims(), namespace, name) == null) {
                var claim = StoreJson.newObject().put("kind", "PersistentVolumeClaim").put("apiVersion", "v1");
                claim.putObject("metadata").put("name", name).put("namespace", namespace).set("labels",
                        set.path("spec").path("selector").path("matchLabels").deepCopy());
                claim.set("spec", template.path("spec").deepCopy());
                office.component().create(office.kinds().claims(), claim);
            }
        }
    }

    private void writeStatus(ObjectNode set) throws ApiError {
        var pods = office.podsOf(set).stream().filter(CachedPod::isActive).toList();
        var revision = revisionOf(set);
        int ready = (int) pods.stream().filter(CachedPod::ready).count();
        int updated = countOfRevision(pods, revision);
        office.component().editStatus(office.kinds().statefulSets(), set, status -> {
            status.put("observedGeneration", set.path("metadata").path("generation").asLong());
            status.put("replicas", pods.size());
            OwnerStatuses.putCount(status, "readyReplicas", ready);
            status.put("availableReplicas", ready);
            OwnerStatuses.putCount(status, "updatedReplicas", updated);
            boolean all = updated == pods.size();
            var before = StoreJson.textAt(status, "currentRevision");
            status.put("currentRevision", all || before.isEmpty() ? revision : before);
            OwnerStatuses.putCount(status, "currentReplicas",
                    countOfRevision(pods, StoreJson.textAt(status, "currentRevision")));
            status.put("updateRevision", revision).put("collisionCount", 0);
        });
    }

    private static int countOfRevision(List<CachedPod> pods, String revision) {
        return (int) pods.stream().filter(pod -> pod.labels().getOrDefault(REVISION, "").equals(revision)).count();
    }
}
