package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.model.ObjectRef;

/**
 * The suspend field of a kind, and the conditions by which its controller reports suspension and completion. Pure.
 *
 * @param apiVersion the version that is served nearly everywhere; a cluster may serve the kind in others
 * @param field      JSON pointer to what tells them
 * @param suspendedValue      what the field says where they shall have none
 * @param suspendedCondition    what their status says once they have none: the type of a condition, or the phase of a RayJob
 * @param endConditions       what it says once their work is over, likewise
 */
public record WorkloadSuspensionFields(String apiVersion, String kind, String field, boolean suspendedValue,
        String suspendedCondition, List<String> endConditions) {

    private static final String SPEC = "/spec/suspend";
    private static final String SUSPENDED = "Suspended";
    private static final String FAILED = "Failed";
    private static final List<String> COMPLETE = List.of("Complete", FAILED);
    private static final String RAY = "ray.io/v1";

    /** A Job of Kubernetes. */
    public static final WorkloadSuspensionFields JOB = new WorkloadSuspensionFields("batch/v1", "Job", SPEC, true,
            SUSPENDED, COMPLETE);
    /** What Kueue keeps of work that is in a queue: inactive work is let in no more, and stopped where it runs. */
    public static final WorkloadSuspensionFields WORKLOAD = new WorkloadSuspensionFields(
            KueueApiNames.VERSIONS.getFirst(), "Workload", "/spec/active", false, "Evicted", List.of("Finished"));

    /** Every kind that makes pods itself or by what it makes, and makes none while it is told so. */
    public static final List<WorkloadSuspensionFields> WORK = Stream
            .concat(Stream.of(JOB, kubeflowRule("v1", "PyTorchJob"), kubeflowRule("v2beta1", "MPIJob"),
                    kubeflowRule("v1", "TFJob"), kubeflowRule("v1", "XGBoostJob"), kubeflowRule("v1", "PaddleJob"),
                    kubeflowRule("v1", "JAXJob")),
                    Stream.of(
                            new WorkloadSuspensionFields("trainer.kubeflow.org/v1alpha1", "TrainJob", SPEC, true,
                                    SUSPENDED, COMPLETE),
                            new WorkloadSuspensionFields("jobset.x-k8s.io/v1alpha2", "JobSet", SPEC, true, SUSPENDED,
                                    List.of("Completed", FAILED)),
                            new WorkloadSuspensionFields(RAY, "RayJob", SPEC, true, SUSPENDED, COMPLETE),
                            new WorkloadSuspensionFields(RAY, "RayCluster", SPEC, true, "RayClusterSuspended",
                                    List.of())))
            .toList();
    private static final List<WorkloadSuspensionFields> ALL = Stream
            .concat(WORK.stream(),
                    Stream.of(WORKLOAD, new WorkloadSuspensionFields("batch/v1", "CronJob", SPEC, true, "", List.of())))
            .toList();

    /** The course of a workload as its object tells it. */
    public enum WorkloadRunState {
        /** It makes pods, or has made all that it has to. */
        GOES_ON,
        /** It is told to have none. */
        SUSPENDED,
        /** It makes none any more, whatever it is told. */
        OVER
    }

    public WorkloadSuspensionFields {
        endConditions = List.copyOf(endConditions);
    }

    private static WorkloadSuspensionFields kubeflowRule(String version, String kind) {
        return new WorkloadSuspensionFields("kubeflow.org/" + version, kind, "/spec/runPolicy/suspend", true, SUSPENDED,
                List.of("Succeeded", FAILED));
    }

    /** Returns the rule of a kind in any version; empty where it cannot be suspended. */
    public static Optional<WorkloadSuspensionFields> findRule(String apiVersion, String kind) {
        return ALL.stream().filter(rules -> rules.kind.equals(kind)
                && ObjectRef.group(rules.apiVersion).equals(ObjectRef.group(apiVersion))).findFirst();
    }

    /** Returns the rule of a kind that can be suspended. */
    public static WorkloadSuspensionFields requireRule(String kind) {
        return ALL.stream().filter(rules -> rules.kind.equals(kind)).findFirst().orElseThrow();
    }

    /** Returns the rule of an object by its API version and kind; empty where it cannot be suspended. */
    public static Optional<WorkloadSuspensionFields> ruleOf(JsonNode object) {
        return findRule(object.path("apiVersion").asText(), object.path("kind").asText());
    }

    /** Returns whether the object's spec suspends it. */
    public boolean isSuspended(JsonNode object) {
        return object.at(field).asBoolean(!suspendedValue) == suspendedValue;
    }

    /** Returns the course of a workload by its object. */
    public WorkloadRunState courseOf(JsonNode object) {
        if (isFinished(object)) {
            return WorkloadRunState.OVER;
        }
        if (isSuspended(object)) {
            return WorkloadRunState.SUSPENDED;
        }
        return WorkloadRunState.GOES_ON;
    }

    /** Returns whether the workload has ended. */
    public boolean isFinished(JsonNode object) {
        return endConditions.stream().anyMatch(end -> hasConditionOrStatus(object, end));
    }

    /** Returns whether the controller reports the suspension. */
    public boolean isSuspensionReported(JsonNode object) {
        return hasConditionOrStatus(object, suspendedCondition);
    }

    /** Returns the start of the reported suspension; empty where it is not reported. */
    public Optional<Instant> suspendedSince(JsonNode object) {
        return StatusConditionReader.find(object, suspendedCondition, "True")
                .flatMap(condition -> ApiTimestampParser.parse(condition.path("lastTransitionTime")));
    }

    private static boolean hasConditionOrStatus(JsonNode object, String subject) {
        return StatusConditionReader.isTrue(object, subject)
                || object.at("/status/jobDeploymentStatus").asText().equals(subject);
    }
}
