package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tessera.demo.admission.AdmissionPodRequests;
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.control.loop.EventNote;
import tessera.demo.object.ApiError;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.DeleteOptions;

/**
 * The Workloads of Kueue: for each piece of work one, which says whether it waits and what it was given.
 *
 * @param type of Workloads
 */
record KueueWorkloads(ControlComponent component, ControllerKinds kinds, ResourceType type) {

    static final String API = "kueue.x-k8s.io/v1beta2";
    static final String QUEUE = "kueue.x-k8s.io/queue-name";

    private static final String GATE = "kueue.x-k8s.io/admission";
    private static final int SUFFIX = 5;
    private static final String DEACTIVATED = "The workload is deactivated";

    static boolean over(JsonNode work) {
        return OwnerStatuses.holds(work, "Complete") || OwnerStatuses.holds(work, "Failed")
                || List.of("Succeeded", "Failed").contains(StoreJson.text(work, "status", "phase"));
    }

    static boolean gated(JsonNode pod) {
        return pod.path("spec").path("schedulingGates").findValuesAsText("name").contains(GATE);
    }

    private static int count(JsonNode work) {
        var spec = work.path("spec");
        int parallel = spec.path("parallelism").asInt(1);
        return Math.min(parallel, spec.path("completions").asInt(parallel));
    }

    /** What all its pods that run at once ask for; a template may say no more than limits. */
    static Map<String, Long> wanted(ObjectNode work) {
        var pods = work.path("spec").has("template") ? work.path("spec").path("template") : work;
        var asked = AdmissionPodRequests.limits(pods);
        asked.putAll(AdmissionPodRequests.of(pods));
        var wanted = new TreeMap<String, Long>();
        asked.forEach((resource, amount) -> wanted.put(resource,
                amount.value().setScale(0, RoundingMode.CEILING).longValue() * count(work)));
        wanted.values().removeIf(amount -> amount == 0);
        return wanted;
    }

    ObjectNode open(ResourceType of, ObjectNode work) throws ApiError {
        boolean job = of.equals(kinds.jobs());
        var uid = StoreJson.text(work, "metadata", "uid");
        var name = StoreJson.text(work, "metadata", "name");
        var account = StoreJson.object().put("apiVersion", API).put("kind", "Workload");
        account.putObject("metadata").put("namespace", StoreJson.text(work, "metadata", "namespace"))
                .put("name", "%s-%s-%s".formatted(job ? "job" : "pod", name, uid.substring(0, SUFFIX)))
                .putArray("ownerReferences").addObject().put("apiVersion", of.apiVersion()).put("kind", of.kind())
                .put("name", name).put("uid", uid).put("controller", true).put("blockOwnerDeletion", true);
        var spec = account.putObject("spec").put("active", true).put("queueName",
                work.path("metadata").path("labels").path(QUEUE).asText());
        spec.putArray("podSets").addObject().put("name", "main").put("count", count(work)).set("template",
                job ? work.path("spec").path("template").deepCopy()
                        : StoreJson.object().set("spec", work.path("spec").deepCopy()));
        var made = component.create(type, account);
        component.tell(of, work, EventNote.normal("CreatedWorkload", "Created Workload: %s/%s".formatted(
                StoreJson.text(made, "metadata", "namespace"), StoreJson.text(made, "metadata", "name"))));
        return made;
    }

    /** It waits, and so does the work, even if somebody let it go. */
    ObjectNode wait(ResourceType of, ObjectNode work, ObjectNode account, SimulatedQuotaRoom.AdmissionAnswer answer)
            throws ApiError {
        suspend(of, work, true);
        return component.editStatus(type, account, status -> OwnerStatuses
                .condition(status, "QuotaReserved", false, answer.reason(), component.now())
                .put("message", answer.message()));
    }

    /** What is let in runs, even if somebody suspended it. */
    void keep(ResourceType of, ObjectNode work) throws ApiError {
        suspend(of, work, false);
    }

    private void suspend(ResourceType of, ObjectNode work, boolean on) throws ApiError {
        if (of.equals(kinds.jobs()) && work.path("spec").path("suspend").asBoolean() != on) {
            component.edit(of, work, job -> StoreJson.child(job, "spec").put("suspend", on));
        }
    }

    /** Takes what it was given from work whose Workload is inactive: pods that nobody made go for good. */
    ObjectNode evict(ResourceType of, ObjectNode work, ObjectNode account) throws ApiError {
        suspend(of, work, true);
        if (!of.equals(kinds.jobs()) && !work.path("metadata").hasNonNull("deletionTimestamp")) {
            component.delete(of, work, DeleteOptions.USUAL);
        }
        var now = component.now();
        boolean admitted = OwnerStatuses.holds(account, "Admitted");
        return component.editStatus(type, account, status -> {
            status.remove("admission");
            if (admitted) {
                OwnerStatuses.condition(status, "Admitted", false, "NoReservation", now).put("message",
                        "The workload has no reservation");
                OwnerStatuses.condition(status, "Evicted", true, "Deactivated", now).put("message", DEACTIVATED);
            }
            OwnerStatuses.condition(status, "QuotaReserved", false, "Pending", now).put("message", DEACTIVATED);
        });
    }

    ObjectNode admit(ObjectNode account, String queue, Map<String, String> flavors, Map<String, Long> wanted)
            throws ApiError {
        return component.editStatus(type, account, status -> {
            var admission = status.putObject("admission").put("clusterQueue", queue);
            var set = admission.putArray("podSetAssignments").addObject().put("name", "main").put("count",
                    account.path("spec").path("podSets").path(0).path("count").asInt(1));
            var given = set.putObject("flavors");
            var used = set.putObject("resourceUsage");
            flavors.forEach((resource, flavor) -> {
                given.put(resource, flavor);
                used.put(resource, Long.toString(wanted.getOrDefault(resource, 0L)));
            });
            OwnerStatuses.condition(status, "QuotaReserved", true, "QuotaReserved", component.now()).put("message",
                    "Quota reserved in ClusterQueue " + queue);
            OwnerStatuses.condition(status, "Admitted", true, "Admitted", component.now()).put("message",
                    "The workload is admitted");
            if (OwnerStatuses.find(status.path("conditions"), "Evicted") != null) {
                OwnerStatuses.condition(status, "Evicted", false, "QuotaReserved", component.now()).put("message",
                        "Previously: " + DEACTIVATED);
            }
        });
    }

    /**
     * Lets the work go, onto nodes of what it was given.
     *
     * @param labels of such nodes
     */
    void release(ResourceType of, ObjectNode work, String queue, ObjectNode labels) throws ApiError {
        boolean job = of.equals(kinds.jobs());
        component.edit(of, work, free -> {
            var spec = StoreJson.child(free, "spec");
            var pods = job ? StoreJson.child(StoreJson.child(spec, "template"), "spec") : spec;
            if (!labels.isEmpty()) {
                StoreJson.child(pods, "nodeSelector").setAll(labels);
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
        component.tell(of, work, EventNote.normal("Started", "Admitted by clusterQueue " + queue));
    }

    /** Notes once how the work ended. */
    ObjectNode finish(ObjectNode work, ObjectNode account) throws ApiError {
        if (OwnerStatuses.holds(account, "Finished")) {
            return account;
        }
        boolean failed = OwnerStatuses.holds(work, "Failed")
                || StoreJson.text(work, "status", "phase").equals("Failed");
        var kind = StoreJson.text(work, "kind");
        return component.editStatus(type, account, status -> OwnerStatuses
                .condition(status, "Finished", true, failed ? "Failed" : "Succeeded", component.now())
                .put("message", kind + (failed ? " failed" : " finished successfully")));
    }
}
