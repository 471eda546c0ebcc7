package tessera.demo.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.SimulatedKueueQuotaLedger.FlavorResource;
import tessera.demo.control.SimulatedKueueQuotaLedger.QuotaAdmissionResult;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.object.SimulatedOwnerStatusWriter;
import tessera.demo.object.SimulatedPodStatus;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.SimulatedStoredObjectChange.WatchEventType;
import tessera.kube.requests.PodResourceCalculator;

/**
 * A part of Kueue: queued Jobs and pods are admitted by age when quota allows, and evicted when deactivated.
 */
public final class SimulatedKueueController extends SimulatedController {

    private static final String API = "kueue.x-k8s.io/v1beta2";
    private static final String QUEUE = "kueue.x-k8s.io/queue-name";
    private static final String GATE = "kueue.x-k8s.io/admission";
    private static final int SUFFIX = 5;
    private static final String DEACTIVATED = "The workload is deactivated";

    private final Map<String, QueuedJobOrPod> queuedByUid = new HashMap<>();
    private final Map<String, ObjectNode> workloads = new HashMap<>();
    private final Map<String, ObjectNode> clusterQueues = new TreeMap<>();
    private final Map<String, ObjectNode> localQueues = new TreeMap<>();
    private final Map<String, ObjectNode> flavors = new HashMap<>();
    private final Map<String, JsonNode> before = new HashMap<>();
    private @Nullable SimulatedResourceType workloadType;

    /** Work that named a queue when it was created. */
    private record QueuedJobOrPod(SimulatedResourceType type, String namespace, String name, String created) {}

    public SimulatedKueueController(SimulatedControllerContext context) {
        super(context, "kueue", "kueue-admission");
        loop.whenServed(API, "ClusterQueue", type -> followQueues(type, clusterQueues));
        loop.whenServed(API, "LocalQueue", type -> followQueues(type, localQueues));
        loop.whenServed(API, "ResourceFlavor", type -> followQueues(type, flavors));
        loop.whenServed(API, "Workload", this::followWorkloads);
    }

    private void followWorkloads(SimulatedResourceType type) {
        workloadType = type;
        loop.follow(type, (kind, workload) -> putOrRemove(workloads, kind,
                workload.path("metadata").path("ownerReferences").path(0).path("uid").asText(), workload));
        loop.follow(types.jobs(), (kind, job) -> workChanged(types.jobs(), kind, job));
        loop.follow(types.pods(), (kind, pod) -> workChanged(types.pods(), kind, pod));
    }

    private void followQueues(SimulatedResourceType type, Map<String, ObjectNode> into) {
        loop.follow(type, (kind, object) -> {
            before.putIfAbsent(type.kind() + objectKey(object), object.path("status"));
            putOrRemove(into, kind, objectKey(object), object);
        });
    }

    private void putOrRemove(Map<String, ObjectNode> into, WatchEventType kind, String key, ObjectNode object) {
        if (kind == WatchEventType.DELETED) {
            into.remove(key);
        } else {
            into.put(key, object);
        }
        scheduleReconcile();
    }

    private void scheduleReconcile() {
        if (workloadType != null) {
            loop.schedule("queues", this::reconcile);
        }
    }

    private static String objectKey(JsonNode object) {
        var namespace = SimulatedMetadata.namespaceOf(object);
        return (namespace.isEmpty() ? "" : namespace + "/") + SimulatedMetadata.nameOf(object);
    }

    private void workChanged(SimulatedResourceType type, WatchEventType kind, ObjectNode object) {
        var uid = SimulatedMetadata.uidOf(object);
        boolean queued = object.path("metadata").path("labels").has(QUEUE)
                && (type.equals(types.jobs()) || isGated(object) || queuedByUid.containsKey(uid));
        if (kind == WatchEventType.DELETED ? queuedByUid.remove(uid) != null : queued) {
            if (kind != WatchEventType.DELETED) {
                queuedByUid.put(uid,
                        new QueuedJobOrPod(type, SimulatedMetadata.namespaceOf(object),
                                SimulatedMetadata.nameOf(object),
                                object.path("metadata").path("creationTimestamp").asText("")));
            }
            scheduleReconcile();
        }
    }

    private void reconcile() throws SimulatedApiException {
        var waiting = new TreeMap<QueuedJobOrPod, ObjectNode>(
                Comparator.comparing(QueuedJobOrPod::created).thenComparing(QueuedJobOrPod::name)
                        .thenComparing(QueuedJobOrPod::namespace).thenComparing(one -> one.type().plural()));
        for (var uid : List.copyOf(queuedByUid.keySet())) {
            var queued = queuedByUid.get(uid);
            var object = queued == null ? null : component.find(queued.type(), queued.namespace(), queued.name());
            if (queued != null && object != null && SimulatedMetadata.uidOf(object).equals(uid)) {
                var there = workloads.get(uid);
                var account = there == null ? createWorkload(object) : there;
                workloads.put(uid, account);
                if (isOver(object)) {
                    workloads.put(uid, markFinished(object, account));
                } else if (!account.path("spec").path("active").asBoolean(true)) {
                    workloads.put(uid, evict(object, account));
                } else if (!SimulatedOwnerStatusWriter.hasTrueCondition(account, "Admitted")) {
                    waiting.put(queued, object);
                } else {
                    setSuspended(object, false);
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
        var uid = SimulatedMetadata.uidOf(object);
        var account = Objects.requireNonNull(workloads.get(uid));
        var name = account.path("spec").path("queueName").asText();
        var local = localQueues.get(queued.namespace() + "/" + name);
        var wanted = requestsOf(object);
        var queue = local == null ? "" : local.path("spec").path("clusterQueue").asText("");
        var answer = local == null
                ? QuotaAdmissionResult.ofRefusal("Misconfigured", "LocalQueue %s doesn't exist".formatted(name))
                : unusedQuota.assignFlavors(queue, wanted);
        if (!answer.isAdmitted()) {
            workloads.put(uid, markPending(object, account, answer));
            return;
        }
        var labels = SimulatedStoreJsonCodec.newObject();
        answer.flavors().values().stream().map(flavors::get).filter(flavor -> flavor != null).forEach(
                flavor -> labels.setAll(flavor.deepCopy().withObjectProperty("spec").withObjectProperty("nodeLabels")));
        var admitted = admit(account, queue, answer.flavors(), wanted);
        workloads.put(uid, admitted);
        chargeUsage(admitted, unusedQuota);
        releaseWork(object, queue, labels);
    }

    /** Writes pending and admitted counts and the usage to a queue's status. */
    private void writeQueueStatus(ObjectNode queue, @Nullable SimulatedKueueQuotaLedger unusedQuota)
            throws SimulatedApiException {
        var kind = unusedQuota == null ? "LocalQueue" : "ClusterQueue";
        var type = Objects.requireNonNull(loop.objects().catalog().findByKind(API, kind));
        var name = SimulatedMetadata.nameOf(queue);
        var ours = workloads.values().stream()
                .filter(work -> !SimulatedOwnerStatusWriter.hasTrueCondition(work, "Finished")
                        && (unusedQuota == null ? isQueuedIn(work, queue) : name.equals(clusterQueueName(work))))
                .toList();
        long admitted = ours.stream().filter(SimulatedKueueController::holdsQuota).count();
        component.editStatus(type, queue, status -> {
            status.put("pendingWorkloads", ours.size() - admitted);
            status.put("admittedWorkloads",
                    before.getOrDefault(kind + objectKey(queue), SimulatedStoreJsonCodec.newObject())
                            .path("admittedWorkloads").asLong() + admitted);
            if (unusedQuota != null) {
                unusedQuota.writeUsage(name, status.putArray("flavorsUsage"));
            }
        });
    }

    private static boolean isQueuedIn(JsonNode work, JsonNode local) {
        return SimulatedMetadata.namespaceOf(work).equals(SimulatedMetadata.namespaceOf(local))
                && work.path("spec").path("queueName").asText().equals(SimulatedMetadata.nameOf(local));
    }

    private String clusterQueueName(JsonNode work) {
        var local = localQueues
                .get(SimulatedMetadata.namespaceOf(work) + "/" + work.path("spec").path("queueName").asText());
        return local == null ? "" : local.path("spec").path("clusterQueue").asText("");
    }

    /** Returns the quota minus the initial usage and that of workloads admitted since. */
    private SimulatedKueueQuotaLedger availableQuota() {
        var unusedQuota = new SimulatedKueueQuotaLedger(clusterQueues.values());
        for (var queue : clusterQueues.keySet()) {
            for (var flavor : before.getOrDefault("ClusterQueue" + queue, SimulatedStoreJsonCodec.newObject())
                    .path("flavorsUsage")) {
                flavor.path("resources")
                        .forEach(resource -> unusedQuota.charge(queue,
                                new FlavorResource(flavor.path("name").asText(), resource.path("name").asText()),
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
                            new FlavorResource(flavor.getValue().asText(), flavor.getKey()),
                            SimulatedKueueQuotaLedger.parseQuantity(set.path("resourceUsage").path(flavor.getKey()))));
        }
    }

    private static boolean isJob(JsonNode work) {
        return work.path("kind").asText().equals("Job");
    }

    private SimulatedResourceType typeOf(JsonNode work) {
        return isJob(work) ? types.jobs() : types.pods();
    }

    private ObjectNode editWorkload(ObjectNode account, Consumer<ObjectNode> change) throws SimulatedApiException {
        return component.editStatus(Objects.requireNonNull(workloadType), account, change);
    }

    private void setCondition(ObjectNode status, String type, boolean holds, String reason, String message) {
        SimulatedOwnerStatusWriter.setCondition(status, type, holds, reason, component.now()).put("message", message);
    }

    private static boolean isOver(JsonNode work) {
        return SimulatedWorkloadController.isJobOver(work) || SimulatedPodStatus.isFinished(work);
    }

    private static boolean isGated(JsonNode pod) {
        return pod.path("spec").path("schedulingGates").findValuesAsText("name").contains(GATE);
    }

    private static int podCount(JsonNode work) {
        var spec = work.path("spec");
        int parallel = spec.path("parallelism").asInt(1);
        return Math.min(parallel, spec.path("completions").asInt(parallel));
    }

    /** Returns the total requests of all pods that run at once, from requests or else limits. */
    private static Map<String, Long> requestsOf(ObjectNode work) {
        var pods = work.path("spec").has("template") ? work.path("spec").path("template") : work;
        var asked = PodResourceCalculator.IN_QUANTITIES.effectiveRequests(pods);
        var wanted = new TreeMap<String, Long>();
        asked.forEach((resource, amount) -> wanted.put(resource,
                amount.value().setScale(0, RoundingMode.CEILING).longValue() * podCount(work)));
        wanted.values().removeIf(amount -> amount == 0);
        return wanted;
    }

    private ObjectNode createWorkload(ObjectNode work) throws SimulatedApiException {
        boolean job = isJob(work);
        var uid = SimulatedMetadata.uidOf(work);
        var name = SimulatedMetadata.nameOf(work);
        var account = SimulatedMetadata.newObject(API, "Workload", SimulatedMetadata.namespaceOf(work),
                "%s-%s-%s".formatted(job ? "job" : "pod", name, uid.substring(0, SUFFIX)));
        SimulatedMetadata.setController(account, work);
        var spec = account.putObject("spec").put("active", true).put("queueName",
                work.path("metadata").path("labels").path(QUEUE).asText());
        spec.putArray("podSets").addObject().put("name", "main").put("count", podCount(work)).set("template",
                job ? work.path("spec").path("template").deepCopy()
                        : SimulatedStoreJsonCodec.newObject().set("spec", work.path("spec").deepCopy()));
        var made = component.create(Objects.requireNonNull(workloadType), account);
        component.recordEvent(typeOf(work), work, SimulatedEvent.normal("CreatedWorkload", "Created Workload: %s/%s"
                .formatted(SimulatedMetadata.namespaceOf(made), SimulatedMetadata.nameOf(made))));
        return made;
    }

    /** Marks the Workload as pending and suspends its work, even if a user has resumed it. */
    private ObjectNode markPending(ObjectNode work, ObjectNode account, QuotaAdmissionResult answer)
            throws SimulatedApiException {
        setSuspended(work, true);
        return editWorkload(account,
                status -> setCondition(status, "QuotaReserved", false, answer.reason(), answer.message()));
    }

    /** Suspends or resumes a Job, even if a user has done the contrary. */
    private void setSuspended(ObjectNode work, boolean on) throws SimulatedApiException {
        if (isJob(work) && work.path("spec").path("suspend").asBoolean() != on) {
            component.edit(typeOf(work), work, job -> job.withObjectProperty("spec").put("suspend", on));
        }
    }

    /** Evicts the work of an inactive Workload; pods without a controller are deleted. */
    private ObjectNode evict(ObjectNode work, ObjectNode account) throws SimulatedApiException {
        setSuspended(work, true);
        if (!isJob(work) && !SimulatedMetadata.isDeleting(work)) {
            component.delete(typeOf(work), work);
        }
        boolean admitted = SimulatedOwnerStatusWriter.hasTrueCondition(account, "Admitted");
        return editWorkload(account, status -> {
            status.remove("admission");
            if (admitted) {
                setCondition(status, "Admitted", false, "NoReservation", "The workload has no reservation");
                setCondition(status, "Evicted", true, "Deactivated", DEACTIVATED);
            }
            setCondition(status, "QuotaReserved", false, "Pending", DEACTIVATED);
        });
    }

    private ObjectNode admit(ObjectNode account, String queue, Map<String, String> flavors, Map<String, Long> wanted)
            throws SimulatedApiException {
        return editWorkload(account, status -> {
            var admission = status.putObject("admission").put("clusterQueue", queue);
            var set = admission.putArray("podSetAssignments").addObject().put("name", "main").put("count",
                    account.path("spec").path("podSets").path(0).path("count").asInt(1));
            var given = set.putObject("flavors");
            var used = set.putObject("resourceUsage");
            for (var entry : flavors.entrySet()) {
                var resource = entry.getKey();
                var flavor = entry.getValue();
                given.put(resource, flavor);
                used.put(resource, Long.toString(wanted.getOrDefault(resource, 0L)));
            }
            setCondition(status, "QuotaReserved", true, "QuotaReserved", "Quota reserved in ClusterQueue " + queue);
            setCondition(status, "Admitted", true, "Admitted", "The workload is admitted");
            if (SimulatedOwnerStatusWriter.findCondition(status.path("conditions"), "Evicted") != null) {
                setCondition(status, "Evicted", false, "QuotaReserved", "Previously: " + DEACTIVATED);
            }
        });
    }

    /**
     * Starts the work with the node labels of its flavors.
     *
     * @param labels of such nodes
     */
    private void releaseWork(ObjectNode work, String queue, ObjectNode labels) throws SimulatedApiException {
        boolean job = isJob(work);
        component.edit(typeOf(work), work, free -> {
            var spec = free.withObjectProperty("spec");
            var pods = job ? spec.withObjectProperty("template").withObjectProperty("spec") : spec;
            if (!labels.isEmpty()) {
                pods.withObjectProperty("nodeSelector").setAll(labels);
            }
            if (job) {
                spec.put("suspend", false);
            } else {
                spec.withArrayProperty("schedulingGates").removeIf(gate -> gate.path("name").asText().equals(GATE));
            }
        });
        component.recordEvent(typeOf(work), work,
                SimulatedEvent.normal("Started", "Admitted by clusterQueue " + queue));
    }

    /** Records once that the work has ended. */
    private ObjectNode markFinished(ObjectNode work, ObjectNode account) throws SimulatedApiException {
        if (SimulatedOwnerStatusWriter.hasTrueCondition(account, "Finished")) {
            return account;
        }
        boolean failed = SimulatedOwnerStatusWriter.hasTrueCondition(work, "Failed")
                || work.path("status").path("phase").asText("").equals("Failed");
        var kind = work.path("kind").asText("");
        return editWorkload(account, status -> setCondition(status, "Finished", true, failed ? "Failed" : "Succeeded",
                kind + (failed ? " failed" : " finished successfully")));
    }
}
