package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.model.ObjectRef;

/**
 * How objects of a kind are told to have no pods for the time being, and how their controller tells what became of that. Pure.
 *
 * @param apiVersion the version that is served nearly everywhere; a cluster may serve the kind in others
 * @param field      JSON pointer to what tells them
 * @param stops      what the field says where they shall have none
 * @param stopped    what their status says once they have none: the type of a condition, or the phase of a RayJob
 * @param ends       what it says once their work is over, likewise
 */
public record SuspensionRules(String apiVersion, String kind, String field, boolean stops, String stopped,
        List<String> ends) {

    private static final String SPEC = "/spec/suspend";
    private static final String SUSPENDED = "Suspended";
    private static final String FAILED = "Failed";
    private static final List<String> COMPLETE = List.of("Complete", FAILED);
    private static final String RAY = "ray.io/v1";

    /** A Job of Kubernetes. */
    public static final SuspensionRules JOB = new SuspensionRules("batch/v1", "Job", SPEC, true, SUSPENDED, COMPLETE);
    /** What Kueue keeps of work that is in a queue: inactive work is let in no more, and stopped where it runs. */
    public static final SuspensionRules WORKLOAD = new SuspensionRules(KueueObjects.VERSIONS.getFirst(), "Workload",
            "/spec/active",
            false,
            "Evicted", List.of("Finished"));

    /** Every kind that makes pods itself or by what it makes, and makes none while it is told so. */
    public static final List<SuspensionRules> WORK = Stream.concat(
            Stream.of(JOB, kubeflow("v1", "PyTorchJob"), kubeflow("v2beta1", "MPIJob"), kubeflow("v1", "TFJob"),
                    kubeflow("v1", "XGBoostJob"), kubeflow("v1", "PaddleJob"), kubeflow("v1", "JAXJob")),
            Stream.of(new SuspensionRules("trainer.kubeflow.org/v1alpha1", "TrainJob", SPEC, true, SUSPENDED, COMPLETE),
                    new SuspensionRules("jobset.x-k8s.io/v1alpha2", "JobSet", SPEC, true, SUSPENDED,
                            List.of("Completed", FAILED)),
                    new SuspensionRules(RAY, "RayJob", SPEC, true, SUSPENDED, COMPLETE),
                    new SuspensionRules(RAY, "RayCluster", SPEC, true, "RayClusterSuspended", List.of())))
            .toList();
    private static final List<SuspensionRules> ALL = Stream.concat(WORK.stream(),
            Stream.of(WORKLOAD, new SuspensionRules("batch/v1", "CronJob", SPEC, true, "", List.of()))).toList();

    /** What work does, as far as that is told by its object. */
    public enum Course {
        /** It makes pods, or has made all that it has to. */
        GOES_ON,
        /** It is told to have none. */
        SUSPENDED,
        /** It makes none any more, whatever it is told. */
        OVER
    }

    public SuspensionRules {
        ends = List.copyOf(ends);
    }

    private static SuspensionRules kubeflow(String version, String kind) {
        return new SuspensionRules("kubeflow.org/" + version, kind, "/spec/runPolicy/suspend", true, SUSPENDED,
                List.of("Succeeded", FAILED));
    }

    /** That of a kind, in whichever version; empty where it has none. */
    public static Optional<SuspensionRules> of(String apiVersion, String kind) {
        return ALL.stream().filter(each -> each.kind.equals(kind)
                && ObjectRef.group(each.apiVersion).equals(ObjectRef.group(apiVersion))).findFirst();
    }

    /** That of a kind that is known to have one. */
    public static SuspensionRules named(String kind) {
        return ALL.stream().filter(each -> each.kind.equals(kind)).findFirst().orElseThrow();
    }

    /** That of an object as the server answers it. */
    public static Optional<SuspensionRules> of(JsonNode object) {
        return of(object.path("apiVersion").asText(), object.path("kind").asText());
    }

    /** Whether it is told to have no pods. */
    public boolean on(JsonNode object) {
        return object.at(field).asBoolean(!stops) == stops;
    }

    /** What work does by its object. */
    public Course course(JsonNode object) {
        return over(object) ? Course.OVER : on(object) ? Course.SUSPENDED : Course.GOES_ON;
    }

    /** Whether its work is over. */
    public boolean over(JsonNode object) {
        return ends.stream().anyMatch(end -> says(object, end));
    }

    /** Whether its controller says that it has none. */
    public boolean settled(JsonNode object) {
        return says(object, stopped);
    }

    /** Since when it has none; empty where that is not told. */
    public Optional<Instant> since(JsonNode object) {
        return StatusConditions.find(object, stopped, "True")
                .flatMap(condition -> EventQueries.time(condition.path("lastTransitionTime")));
    }

    private static boolean says(JsonNode object, String what) {
        return StatusConditions.holds(object, what) || object.at("/status/jobDeploymentStatus").asText().equals(what);
    }
}
