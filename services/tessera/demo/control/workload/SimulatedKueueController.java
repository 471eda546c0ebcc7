package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.loop.SimulatedControlLoop;
import tessera.demo.control.loop.SimulatedControlPlaneComponent;
import tessera.demo.control.loop.SimulatedControllerResourceTypes;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedOwnerStatusWriter;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.SimulatedStoredObjectChange;

/**
 * A part of Kueue: queued Jobs and pods are admitted by age when quota allows, and evicted when deactivated.
 */
public final class SimulatedKueueController {

    private static final String API = SimulatedKueueWorkloadWriter.API;

    private final SimulatedControlLoop loop;
    private final SimulatedControllerResourceTypes types;
    private final SimulatedControlPlaneComponent component;
    private final Map<String, QueuedJobOrPod> queuedByUid = new HashMap<>();
    private final Map<String, ObjectNode> workloads = new HashMap<>();
    private final Map<String, ObjectNode> clusterQueues = new TreeMap<>();
    private final Map<String, ObjectNode> localQueues = new TreeMap<>();
    private final Map<String, ObjectNode> flavors = new HashMap<>();
    private final Map<String, JsonNode> before = new HashMap<>();
    private @Nullable SimulatedResourceType workloadType;

    /** Work that named a queue when it was created. */
    private record QueuedJobOrPod(SimulatedResourceType type, String namespace, String name, String created) {}

    public SimulatedKueueController(SimulatedControlLoop loop, SimulatedControllerResourceTypes types) {
        this.loop = loop;
        this.types = types;
        component = new SimulatedControlPlaneComponent(loop, types, "kueue", "kueue-admission");
        followKueue();
        loop.follow(loop.objects().catalog().get("customresourcedefinitions.apiextensions.k8s.io"),
                (_, _) -> loop.schedule(this, this::followKueue));
    }

    private void followKueue() {
        var type = loop.objects().catalog().findByKind(API, "Workload");
        if (workloadType != null || type == null) {
            return;
        }
        workloadType = type;
        followKind("ClusterQueue", clusterQueues);
        followKind("LocalQueue", localQueues);
        followKind("ResourceFlavor", flavors);
        loop.follow(type, (kind, workload) -> {
            var owner = workload.path("metadata").path("ownerReferences").path(0).path("uid").asText();
            putOrRemove(workloads, kind, owner, workload);
        });
        loop.follow(types.jobs(), (kind, job) -> workChanged(types.jobs(), kind, job));
        loop.follow(types.pods(), (kind, pod) -> workChanged(types.pods(), kind, pod));
    }

    private void followKind(String called, Map<String, ObjectNode> into) {
        var type = loop.objects().catalog().findByKind(API, called);
        if (type != null) {
            loop.follow(type, (kind, object) -> {
                before.putIfAbsent(called + objectKey(object), object.path("status"));
                putOrRemove(into, kind, objectKey(object), object);
            });
        }
    }

    private void putOrRemove(Map<String, ObjectNode> into, SimulatedStoredObjectChange.WatchEventType kind, String key,
            ObjectNode object) {
        if (kind == SimulatedStoredObjectChange.WatchEventType.DELETED) {
            into.remove(key);
        } else {
            into.put(key, object);
        }
        loop.schedule("queues", this::reconcile);
    }

    /** Returns the object's name, with its namespace if it has one. */
    private static String objectKey(JsonNode object) {
        var namespace = SimulatedStoreJsonCodec.textAt(object, "metadata", "namespace");
        return (namespace.isEmpty() ? "" : namespace + "/")
                + SimulatedStoreJsonCodec.textAt(object, "metadata", "name");
    }

    private void workChanged(SimulatedResourceType type, SimulatedStoredObjectChange.WatchEventType kind,
            ObjectNode object) {
        var uid = SimulatedStoreJsonCodec.textAt(object, "metadata", "uid");
        boolean queued = object.path("metadata").path("labels").has(SimulatedKueueWorkloadWriter.QUEUE)
                && (type.equals(types.jobs()) || SimulatedKueueWorkloadWriter.isGated(object)
                        || queuedByUid.containsKey(uid));
        if (kind == SimulatedStoredObjectChange.WatchEventType.DELETED ? queuedByUid.remove(uid) != null : queued) {
            if (kind != SimulatedStoredObjectChange.WatchEventType.DELETED) {
                queuedByUid.put(uid,
                        new QueuedJobOrPod(type, SimulatedStoreJsonCodec.textAt(object, "metadata", "namespace"),
                                SimulatedStoreJsonCodec.textAt(object, "metadata", "name"),
                                SimulatedStoreJsonCodec.textAt(object, "metadata", "creationTimestamp")));
            }
            loop.schedule("queues", this::reconcile);
        }
    }

    private void reconcile() throws SimulatedApiException {
        var waiting = new TreeMap<QueuedJobOrPod, ObjectNode>(
                Comparator.comparing(QueuedJobOrPod::created).thenComparing(QueuedJobOrPod::name)
                        .thenComparing(QueuedJobOrPod::namespace).thenComparing(one -> one.type().plural()));
        for (var uid : List.copyOf(queuedByUid.keySet())) {
            var queued = queuedByUid.get(uid);
            var object = queued == null ? null : component.find(queued.type(), queued.namespace(), queued.name());
            if (queued != null && object != null
                    && SimulatedStoreJsonCodec.textAt(object, "metadata", "uid").equals(uid)) {
                var there = workloads.get(uid);
                var account = there == null ? workloadWriter().createWorkload(queued.type(), object) : there;
                workloads.put(uid, account);
                if (SimulatedKueueWorkloadWriter.isOver(object)) {
                    workloads.put(uid, workloadWriter().markFinished(object, account));
                } else if (!account.path("spec").path("active").asBoolean(true)) {
                    workloads.put(uid, workloadWriter().evict(queued.type(), object, account));
                } else if (!SimulatedOwnerStatusWriter.hasTrueCondition(account, "Admitted")) {
                    waiting.put(queued, object);
                } else {
                    workloadWriter().keepRunning(queued.type(), object);
                }
            }
        }
        var unusedQuota = availableQuota();
        for (var next : waiting.entrySet()) {
            decideAdmission(next.getKey(), next.getValue(), unusedQuota);
        }
        for (var queue : clusterQueues.values()) {
            writeQueueStatus(queue, unusedQuota);
        }
        for (var queue : localQueues.values()) {
            writeQueueStatus(queue, null);
        }
    }

    private void decideAdmission(QueuedJobOrPod queued, ObjectNode object, SimulatedKueueQuotaLedger unusedQuota)
            throws SimulatedApiException {
        var uid = SimulatedStoreJsonCodec.textAt(object, "metadata", "uid");
        var account = Objects.requireNonNull(workloads.get(uid));
        var name = account.path("spec").path("queueName").asText();
        var local = localQueues.get(queued.namespace() + "/" + name);
        var wanted = SimulatedKueueWorkloadWriter.requestsOf(object);
        var queue = local == null ? "" : SimulatedStoreJsonCodec.textAt(local, "spec", "clusterQueue");
        var answer = local == null
                ? SimulatedKueueQuotaLedger.QuotaAdmissionResult.ofRefusal("Misconfigured",
                        "LocalQueue %s doesn't exist".formatted(name))
                : unusedQuota.assignFlavors(queue, wanted);
        if (!answer.isAdmitted()) {
            workloads.put(uid, workloadWriter().markPending(queued.type(), object, account, answer));
            return;
        }
        var labels = SimulatedStoreJsonCodec.newObject();
        answer.flavors().values().stream().map(flavors::get).filter(flavor -> flavor != null)
                .forEach(flavor -> labels.setAll(SimulatedStoreJsonCodec.childObject(
                        SimulatedStoreJsonCodec.childObject(flavor.deepCopy(), "spec"),
                        "nodeLabels")));
        var admitted = workloadWriter().admit(account, queue, answer.flavors(), wanted);
        workloads.put(uid, admitted);
        chargeUsage(admitted, unusedQuota);
        workloadWriter().releaseWork(queued.type(), object, queue, labels);
    }

    /** Writes pending and admitted counts and the usage to a queue's status. */
    private void writeQueueStatus(ObjectNode queue, @Nullable SimulatedKueueQuotaLedger unusedQuota)
            throws SimulatedApiException {
        var kind = unusedQuota == null ? "LocalQueue" : "ClusterQueue";
        var type = Objects.requireNonNull(loop.objects().catalog().findByKind(API, kind));
        var name = SimulatedStoreJsonCodec.textAt(queue, "metadata", "name");
        var ours = workloads.values().stream()
                .filter(work -> !SimulatedOwnerStatusWriter.hasTrueCondition(work, "Finished")
                        && (unusedQuota == null ? isQueuedIn(work, queue) : name.equals(clusterQueueName(work))))
                .toList();
        long admitted = ours.stream().filter(SimulatedKueueController::holdsQuota).count();
        component.editStatus(type, queue, status -> {
            status.put("pendingWorkloads", ours.size() - admitted);
            status.put("admittedWorkloads",
                    before.getOrDefault(kind + objectKey(queue), SimulatedStoreJsonCodec.newObject())
                            .path("admittedWorkloads")
                            .asLong()
                            + admitted);
            if (unusedQuota != null) {
                unusedQuota.writeUsage(name, status.putArray("flavorsUsage"));
            }
        });
    }

    private static boolean isQueuedIn(JsonNode work, JsonNode local) {
        return SimulatedStoreJsonCodec.textAt(work, "metadata", "namespace")
                .equals(SimulatedStoreJsonCodec.textAt(local, "metadata", "namespace"))
                && work.path("spec").path("queueName").asText()
                        .equals(SimulatedStoreJsonCodec.textAt(local, "metadata", "name"));
    }

    private String clusterQueueName(JsonNode work) {
        var local = localQueues.get(SimulatedStoreJsonCodec.textAt(work, "metadata", "namespace") + "/"
                + work.path("spec").path("queueName").asText());
        return local == null ? "" : SimulatedStoreJsonCodec.textAt(local, "spec", "clusterQueue");
    }

    private SimulatedKueueWorkloadWriter workloadWriter() {
        return new SimulatedKueueWorkloadWriter(component, types, Objects.requireNonNull(workloadType));
    }

    /** Returns the quota minus the initial usage and that of workloads admitted since. */
    private SimulatedKueueQuotaLedger availableQuota() {
        var unusedQuota = new SimulatedKueueQuotaLedger(clusterQueues.values());
        for (var queue : clusterQueues.keySet()) {
            for (var flavor : before.getOrDefault("ClusterQueue" + queue, SimulatedStoreJsonCodec.newObject())
                    .path("flavorsUsage")) {
                flavor.path("resources").forEach(resource -> unusedQuota.charge(queue,
                        new SimulatedKueueQuotaLedger.FlavorResource(flavor.path("name").asText(),
                                resource.path("name").asText()),
                        SimulatedKueueQuotaLedger.parseQuantity(resource.path("total"))));
            }
        }
        workloads.values().stream().filter(SimulatedKueueController::holdsQuota)
                .forEach(work -> chargeUsage(work, unusedQuota));
        return unusedQuota;
    }

    private static boolean holdsQuota(JsonNode workload) {
        return SimulatedOwnerStatusWriter.hasTrueCondition(workload, "Admitted")
                && !SimulatedOwnerStatusWriter.hasTrueCondition(workload, "Finished");
    }

    private static void chargeUsage(JsonNode workload, SimulatedKueueQuotaLedger unusedQuota) {
        var admission = workload.path("status").path("admission");
        for (var set : admission.path("podSetAssignments")) {
            set.path("flavors").properties()
                    .forEach(flavor -> unusedQuota.charge(admission.path("clusterQueue").asText(),
                            new SimulatedKueueQuotaLedger.FlavorResource(flavor.getValue().asText(), flavor.getKey()),
                            SimulatedKueueQuotaLedger.parseQuantity(set.path("resourceUsage").path(flavor.getKey()))));
        }
    }
}
