package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.demo.control.loop.ControlLoop;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.control.loop.KnownPods;
import tessera.demo.control.loop.PodCard;
import tessera.demo.object.ApiError;
import tessera.demo.object.TemplateHash;
import tessera.demo.store.StoreJson;

/** Keeps the numbered pods of each StatefulSet, with the volume claims that go with the numbers. */
public final class StatefulSets {

    private static final String REVISION = "controller-revision-hash";

    private final WorkloadController office;

    public StatefulSets(ControlLoop loop, ControllerKinds kinds, KnownPods pods) {
        office = new WorkloadController(loop, kinds, pods, kinds.statefulSets(), "statefulset-controller");
        office.open(this::reconcile);
    }

    private void reconcile(ObjectNode set) throws ApiError {
        if (set.path("metadata").hasNonNull("deletionTimestamp")) {
            return;
        }
        var pods = new HashMap<Integer, PodCard>();
        office.podsOf(set).forEach(pod -> pods.put(number(pod), pod));
        int wanted = ReplicaSets.wanted(set);
        boolean parallel = StoreJson.text(set, "spec", "podManagementPolicy").equals("Parallel");
        if (fill(set, pods, wanted, parallel)) {
            shrink(set, pods, wanted, parallel);
        }
        report(set);
    }

    private static int number(PodCard pod) {
        try {
            return Integer.parseInt(pod.name().substring(pod.name().lastIndexOf('-') + 1));
        } catch (NumberFormatException notNumbered) {
            return -1;
        }
    }

    /** False when pods must first become ready before there can be more. */
    private boolean fill(ObjectNode set, Map<Integer, PodCard> pods, int wanted, boolean parallel) throws ApiError {
        for (int i = 0; i < wanted; i++) {
            var pod = pods.get(i);
            if (pod == null) {
                claim(set, i);
                if (office.hire(set, pod(set, i), this::reconcile) == null) {
                    return false;
                }
            } else if (pod.over() && !pod.deleting()) {
                office.dismiss(set, pod);
            }
            if (!parallel && (pod == null || !pod.ready() || pod.deleting())) {
                return false;
            }
        }
        return true;
    }

    /** From the highest number down, one at a time unless all may go together; then those of an older template. */
    private void shrink(ObjectNode set, Map<Integer, PodCard> pods, int wanted, boolean parallel) throws ApiError {
        var surplus = pods.entrySet().stream().filter(pod -> pod.getKey() >= wanted)
                .sorted(Map.Entry.<Integer, PodCard>comparingByKey().reversed()).map(Map.Entry::getValue).toList();
        for (var pod : surplus) {
            if (!pod.deleting()) {
                office.dismiss(set, pod);
            }
            if (!parallel) {
                return;
            }
        }
        var revision = revision(set);
        boolean settled = pods.values().stream().allMatch(pod -> pod.ready() && !pod.deleting());
        if (!settled || StoreJson.text(set, "spec", "updateStrategy", "type").equals("OnDelete")) {
            return;
        }
        var stale = pods.values().stream().filter(pod -> !pod.labels().getOrDefault(REVISION, "").equals(revision))
                .max(Comparator.comparingInt(StatefulSets::number));
        if (stale.isPresent() && !untouched(set)) {
            office.dismiss(set, stale.get());
        }
    }

    /** A set that was there from the beginning has pods of a revision of its own until its template is changed. */
    private static boolean untouched(ObjectNode set) {
        return set.path("metadata").path("generation").asLong() <= 1;
    }

    private static String revision(ObjectNode set) {
        var seeded = StoreJson.text(set, "status", "updateRevision");
        return untouched(set) && !seeded.isEmpty()
                ? seeded
                : StoreJson.text(set, "metadata", "name") + "-" + TemplateHash.of(set.path("spec").path("template"));
    }

    private static ObjectNode pod(ObjectNode set, int number) {
        var pod = PodBlueprint.pod(set.path("spec").path("template"), set);
        var name = StoreJson.text(set, "metadata", "name") + "-" + number;
        var metadata = StoreJson.child(pod, "metadata").put("name", name);
        StoreJson.child(metadata, "labels").put("apps.kubernetes.io/pod-index", Integer.toString(number))
                .put(REVISION, revision(set)).put("statefulset.kubernetes.io/pod-name", name);
        var spec = StoreJson.child(pod, "spec").put("hostname", name);
        var service = StoreJson.text(set, "spec", "serviceName");
        if (!service.isEmpty()) {
            spec.put("subdomain", service);
        }
        for (var template : set.path("spec").path("volumeClaimTemplates")) {
            var volume = StoreJson.text(template, "metadata", "name");
            spec.withArrayProperty("volumes").addObject().put("name", volume).putObject("persistentVolumeClaim")
                    .put("claimName", volume + "-" + name);
        }
        return pod;
    }

    private void claim(ObjectNode set, int number) throws ApiError {
        for (var template : set.path("spec").path("volumeClaimTemplates")) {
            var namespace = StoreJson.text(set, "metadata", "namespace");
            var name = StoreJson.text(template, "metadata", "name") + "-" + StoreJson.text(set, "metadata", "name")
                    + "-"
                    + number;
            if (office.component().find(office.kinds().claims(), namespace, name) == null) {
                var claim = StoreJson.object().put("kind", "PersistentVolumeClaim").put("apiVersion", "v1");
                claim.putObject("metadata").put("name", name).put("namespace", namespace).set("labels",
                        set.path("spec").path("selector").path("matchLabels").deepCopy());
                claim.set("spec", template.path("spec").deepCopy());
                office.component().create(office.kinds().claims(), claim);
            }
        }
    }

    private void report(ObjectNode set) throws ApiError {
        var pods = office.podsOf(set).stream().filter(PodCard::active).toList();
        var revision = revision(set);
        int ready = (int) pods.stream().filter(PodCard::ready).count();
        int updated = count(pods, revision);
        office.component().editStatus(office.kinds().statefulSets(), set, status -> {
            status.put("observedGeneration", set.path("metadata").path("generation").asLong());
            status.put("replicas", pods.size());
            OwnerStatuses.count(status, "readyReplicas", ready);
            status.put("availableReplicas", ready);
            OwnerStatuses.count(status, "updatedReplicas", updated);
            boolean all = updated == pods.size();
            var before = StoreJson.text(status, "currentRevision");
            status.put("currentRevision", all || before.isEmpty() ? revision : before);
            OwnerStatuses.count(status, "currentReplicas", count(pods, StoreJson.text(status, "currentRevision")));
            status.put("updateRevision", revision).put("collisionCount", 0);
        });
    }

    private static int count(List<PodCard> pods, String revision) {
        return (int) pods.stream().filter(pod -> pod.labels().getOrDefault(REVISION, "").equals(revision)).count();
    }
}
