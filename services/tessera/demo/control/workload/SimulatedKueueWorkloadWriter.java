package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tessera.demo.control.loop.SimulatedControlPlaneComponent;
import tessera.demo.control.loop.SimulatedControllerResourceTypes;
import tessera.demo.control.loop.SimulatedEventContent;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedOwnerStatusWriter;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedDeleteOptions;
import tessera.kube.requests.PodResourceCalculator;

/**
 * Kueue Workloads: one for each piece of work, with its queueing state and assigned flavors.
 *
 * @param type of Workloads
 */
record SimulatedKueueWorkloadWriter(SimulatedControlPlaneComponent component, SimulatedControllerResourceTypes types,
        SimulatedResourceType type) {

    static final String API = "kueue.x-k8s.io/v1beta2";
    static final String QUEUE = "kueue.x-k8s.io/queue-name";

    private static final String GATE = "kueue.x-k8s.io/admission";
    private static final int SUFFIX = 5;
    private static final String DEACTIVATED = "The workload is deactivated";

    static boolean isOver(JsonNode work) {
        return SimulatedOwnerStatusWriter.hasTrueCondition(work, "Complete")
                || SimulatedOwnerStatusWriter.hasTrueCondition(work, "Failed")
                || List.of("Succeeded", "Failed").contains(SimulatedStoreJsonCodec.textAt(work, "status", "phase"));
    }

    static boolean isGated(JsonNode pod) {
        return pod.path("spec").path("schedulingGates").findValuesAsText("name").contains(GATE);
    }

    private static int podCount(JsonNode work) {
        var spec = work.path("spec");
        int parallel = spec.path("parallelism").asInt(1);
        return Math.min(parallel, spec.path("completions").asInt(parallel));
    }

    /** Returns the total requests of all pods that run at once, from requests or else limits. */
    static Map<String, Long> requestsOf(ObjectNode work) {
        var pods = work.path("spec").has("template") ? work.path("spec").path("template") : work;
        var asked = PodResourceCalculator.IN_QUANTITIES.effectiveRequests(pods);
        var wanted = new TreeMap<String, Long>();
        asked.forEach((resource, amount) -> wanted.put(resource,
                amount.value().setScale(0, RoundingMode.CEILING).longValue() * podCount(work)));
        wanted.values().removeIf(amount -> amount == 0);
        return wanted;
    }

    ObjectNode createWorkload(SimulatedResourceType of, ObjectNode work) throws SimulatedApiException {
        boolean job = of.equals(types.jobs());
        var uid = SimulatedStoreJsonCodec.textAt(work, "metadata", "uid");
        var name = SimulatedStoreJsonCodec.textAt(work, "metadata", "name");
        var account = SimulatedStoreJsonCodec.newObject().put("apiVersion", API).put("kind", "Workload");
        account.putObject("metadata").put("namespace", SimulatedStoreJsonCodec.textAt(work, "metadata", "namespace"))
                .put("name", "%s-%s-%s".formatted(job ? "job" : "pod", name, uid.substring(0, SUFFIX)))
                .putArray("ownerReferences").addObject().put("apiVersion", of.apiVersion()).put("kind", of.kind())
                .put("name", name).put("uid", uid).put("controller", true).put("blockOwnerDeletion", true);
        var spec = account.putObject("spec").put("active", true).put("queueName",
                work.path("metadata").path("labels").path(QUEUE).asText());
        spec.putArray("podSets").addObject().put("name", "main").put("count", podCount(work)).set("template",
                job ? work.path("spec").path("template").deepCopy()
                        : SimulatedStoreJsonCodec.newObject().set("spec", work.path("spec").deepCopy()));
        var made = component.create(type, account);
        component.recordEvent(of, work,
                SimulatedEventContent.normalEvent("CreatedWorkload", "Created Workload: %s/%s".formatted(
                        SimulatedStoreJsonCodec.textAt(made, "metadata", "namespace"),
                        SimulatedStoreJsonCodec.textAt(made, "metadata", "name"))));
        return made;
    }

    /** Marks the Workload as pending and suspends its work, even if a user has resumed it. */
    ObjectNode markPending(SimulatedResourceType of, ObjectNode work, ObjectNode account,
            SimulatedKueueQuotaLedger.QuotaAdmissionResult answer)
            throws SimulatedApiException {
        setSuspended(of, work, true);
        return component.editStatus(type, account, status -> SimulatedOwnerStatusWriter
                .setCondition(status, "QuotaReserved", false, answer.reason(), component.now())
                .put("message", answer.message()));
    }

    /** Resumes admitted work, even if a user has suspended it. */
    void keepRunning(SimulatedResourceType of, ObjectNode work) throws SimulatedApiException {
        setSuspended(of, work, false);
    }

    private void setSuspended(SimulatedResourceType of, ObjectNode work, boolean on) throws SimulatedApiException {
        if (of.equals(types.jobs()) && work.path("spec").path("suspend").asBoolean() != on) {
            component.edit(of, work, job -> SimulatedStoreJsonCodec.childObject(job, "spec").put("suspend", on));
        }
    }

    /** Evicts the work of an inactive Workload; pods without a controller are deleted. */
    ObjectNode evict(SimulatedResourceType of, ObjectNode work, ObjectNode account) throws SimulatedApiException {
        setSuspended(of, work, true);
        if (!of.equals(types.jobs()) && !work.path("metadata").hasNonNull("deletionTimestamp")) {
            component.delete(of, work, SimulatedDeleteOptions.USUAL);
        }
        var now = component.now();
        boolean admitted = SimulatedOwnerStatusWriter.hasTrueCondition(account, "Admitted");
        return component.editStatus(type, account, status -> {
            status.remove("admission");
            if (admitted) {
                SimulatedOwnerStatusWriter.setCondition(status, "Admitted", false, "NoReservation", now).put("message",
                        "The workload has no reservation");
                SimulatedOwnerStatusWriter.setCondition(status, "Evicted", true, "Deactivated", now).put("message",
                        DEACTIVATED);
            }
            SimulatedOwnerStatusWriter.setCondition(status, "QuotaReserved", false, "Pending", now).put("message",
                    DEACTIVATED);
        });
    }

    ObjectNode admit(ObjectNode account, String queue, Map<String, String> flavors, Map<String, Long> wanted)
            throws SimulatedApiException {
        return component.editStatus(type, account, status -> {
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
            SimulatedOwnerStatusWriter.setCondition(status, "QuotaReserved", true, "QuotaReserved", component.now())
                    .put(
                            "message",
                            "Quota reserved in ClusterQueue " + queue);
            SimulatedOwnerStatusWriter.setCondition(status, "Admitted", true, "Admitted", component.now()).put(
                    "message",
                    "The workload is admitted");
            if (SimulatedOwnerStatusWriter.findCondition(status.path("conditions"), "Evicted") != null) {
                SimulatedOwnerStatusWriter.setCondition(status, "Evicted", false, "QuotaReserved", component.now()).put(
                        "message",
                        "Previously: " + DEACTIVATED);
            }
        });
    }

    /**
     * Starts the work with the node labels of its flavors.
     *
     * @param labels of such nodes
     */
    void releaseWork(SimulatedResourceType of, ObjectNode work, String queue, ObjectNode labels)
            throws SimulatedApiException {
        boolean job = of.equals(types.jobs());
        component.edit(of, work, free -> {
            var spec = SimulatedStoreJsonCodec.childObject(free, "spec");
            var pods = job
                    ? SimulatedStoreJsonCodec.childObject(SimulatedStoreJsonCodec.childObject(spec, "template"), "spec")
                    : spec;
            if (!labels.isEmpty()) {
                SimulatedStoreJsonCodec.childObject(pods, "nodeSelector").setAll(labels);
            }
            if (job) {
                spec.put("suspend", false);
            } else {
                var gates = spec.withArrayProperty("schedulingGates");
                for (int at = gates.size() - 1; at >= 0; at--) {
                    if (gates.path(at).path("name").asText().equals(GATE)) {
                        gates.remove(at);
                    }
                }
            }
        });
        component.recordEvent(of, work,
                SimulatedEventContent.normalEvent("Started", "Admitted by clusterQueue " + queue));
    }

    /** Records once that the work has ended. */
    ObjectNode markFinished(ObjectNode work, ObjectNode account) throws SimulatedApiException {
        if (SimulatedOwnerStatusWriter.hasTrueCondition(account, "Finished")) {
            return account;
        }
        boolean failed = SimulatedOwnerStatusWriter.hasTrueCondition(work, "Failed")
                || SimulatedStoreJsonCodec.textAt(work, "status", "phase").equals("Failed");
        var kind = SimulatedStoreJsonCodec.textAt(work, "kind");
        return component.editStatus(type, account, status -> SimulatedOwnerStatusWriter
                .setCondition(status, "Finished", true, failed ? "Failed" : "Succeeded", component.now())
                .put("message", kind + (failed ? " failed" : " finished successfully")));
    }
}
