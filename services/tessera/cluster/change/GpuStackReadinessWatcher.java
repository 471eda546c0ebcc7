package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import tessera.cluster.object.ApiObjectReader;
import tessera.cluster.object.ApiPathBuilder;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.step.ExpectedClusterState.GpuStackReadinessExpectation;
import tessera.scheduling.StatusConditionReader;
import tessera.text.MessageCatalog;

/** Watches a GPU stack become ready: the operator's status, its DaemonSets, and the nodes' devices. */
final class GpuStackReadinessWatcher {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuStackReadinessWatcher.class);
    private static final String OWNER = "ClusterPolicy";
    private static final String ONLY_THE_DRIVER = "states not ready: [state-driver]";
    private static final String MANAGED = "app.kubernetes.io/managed-by";

    /** Of so many parts it is said what holds them up: what comes after them waits for them. */
    private static final int EXPLAINED = 2;

    private final ApiObjectReader objects;
    private final DaemonSetRolloutBlockerFinder stragglers;

    GpuStackReadinessWatcher(ApiObjectReader objects, DaemonSetRolloutBlockerFinder stragglers) {
        this.objects = objects;
        this.stragglers = stragglers;
    }

    AwaitedConditionObservation observe(ObjectRef policy, GpuStackReadinessExpectation expected)
            throws ProblemException, InterruptedException {
        var read = objects.readJson(ApiPathBuilder.objectPath(policy), MESSAGES.text("read", policy));
        var status = read.path("status");
        if (status.path("state").asText().equals("ignored")) {
            return new AwaitedConditionObservation.ConditionImpossible(
                    Problem.of(OperationProblemKind.CONFLICT, new PlanExecutionReason.ClusterPolicyIgnored()));
        }
        var behind = unreadyParts(expected);
        if (!behind.isEmpty()) {
            return new AwaitedConditionObservation.ConditionProgress(String.join(" · ", behind));
        }
        if (expected.excused() == 0 && !status.path("state").asText().equals("ready")
                && !(operatorText(read).endsWith(ONLY_THE_DRIVER) && hasFormerDrivers(expected.namespace()))) {
            return new AwaitedConditionObservation.ConditionProgress(operatorText(read));
        }
        return new AwaitedConditionObservation.ConditionProgress(
                expected.gpus() && !hasOfferedGpus() ? MESSAGES.text("stack.no.gpus") : "");
    }

    /** Returns whether drivers of the release before still run: the operator is not ready until all are replaced, which is not waited for here. */
    private boolean hasFormerDrivers(String namespace) throws ProblemException, InterruptedException {
        return readParts(objects, namespace).stream().filter(GpuStackReadinessWatcher::isReplacedOnDelete)
                .map(set -> set.path("status")).anyMatch(status -> status.path("updatedNumberScheduled")
                        .asInt() < status.path("desiredNumberScheduled").asInt());
    }

    private static String operatorText(JsonNode policy) {
        return StatusConditionReader.find(policy, "Error", "True")
                .map(error -> error.path("message").asText(MESSAGES.text("stack.unready")))
                .orElse(MESSAGES.text("stack.silent"));
    }

    private List<String> unreadyParts(GpuStackReadinessExpectation expected)
            throws ProblemException, InterruptedException {
        var behind = new ArrayList<String>();
        var parts = readParts(objects, expected.namespace());
        for (var set : parts) {
            var status = set.path("status");
            int wanted = status.path("desiredNumberScheduled").asInt();
            int ready = status.path("numberReady").asInt();
            boolean seen = status.path("observedGeneration").asLong() >= set.at("/metadata/generation").asLong();
            // Pods of the driver are replaced by the upgrade controller, when their node is free.
            boolean updated = isReplacedOnDelete(set)
                    || status.path("updatedNumberScheduled").asInt() >= wanted - expected.excused();
            if (!seen || !updated || ready < wanted - expected.excused()) {
                var text = behind.size() < EXPLAINED ? stragglers.blockersText(set) : "";
                behind.add(MESSAGES.text("part.behind", set.at("/metadata/name").asText(), ready, wanted, text));
            }
        }
        if (parts.isEmpty() && expected.gpus()) {
            behind.add(MESSAGES.text("stack.empty"));
        }
        return behind;
    }

    /** Returns the DaemonSets of the operator. */
    static List<JsonNode> readParts(ApiObjectReader objects, String namespace)
            throws ProblemException, InterruptedException {
        var path = "/apis/apps/v1/namespaces/" + ApiPathBuilder.encode(namespace) + "/daemonsets?limit=500";
        var parts = new ArrayList<JsonNode>();
        for (var set : objects.listAll(path, MESSAGES.text("list.daemonsets", namespace))) {
            if (belongsToOperator(set)) {
                parts.add(set);
            }
        }
        return parts;
    }

    static boolean isReplacedOnDelete(JsonNode set) {
        return set.at("/spec/updateStrategy/type").asText().equals("OnDelete");
    }

    private static boolean belongsToOperator(JsonNode set) {
        for (var owner : set.at("/metadata/ownerReferences")) {
            if (owner.path("kind").asText().equals(OWNER)) {
                return true;
            }
        }
        return set.at("/metadata/labels").path(MANAGED).asText().equals("gpu-operator");
    }

    private boolean hasOfferedGpus() throws ProblemException, InterruptedException {
        for (var node : objects.listAll("/api/v1/nodes?limit=500", MESSAGES.text("list.nodes"))) {
            for (var resource : node.at("/status/allocatable").properties()) {
                if (resource.getKey().startsWith("nvidia.com/") && resource.getValue().asLong(0) > 0) {
                    return true;
                }
            }
        }
        return false;
    }
}
