package tessera.plan.workload;

import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.text.Reason;

/** The reason why a pod or workload cannot be changed as wanted. */
sealed interface WorkloadChangeRefusal extends Reason {

    record RestartUnsupported(String kind, String name) implements WorkloadChangeRefusal {}

    record RolloutPaused(String name) implements WorkloadChangeRefusal {}

    record ScaleUnsupported(String kind, String name) implements WorkloadChangeRefusal {}

    record SuspendUnsupported(String kind, String name) implements WorkloadChangeRefusal {}

    record ResumeUnsupported(String kind, String name) implements WorkloadChangeRefusal {}

    record WorkloadFinished(String name) implements WorkloadChangeRefusal {}

    record RayClusterNotOwned(String name) implements WorkloadChangeRefusal {}

    record RayJobKeepsCluster(String name) implements WorkloadChangeRefusal {}

    record StaticPodEviction(String pod, String node) implements WorkloadChangeRefusal {}

    record PodsOfNamespaceHidden(String namespace) implements WorkloadChangeRefusal {}

    record WorkloadNotFound(String kind, String name, String namespace) implements WorkloadChangeRefusal {}

    record ChangeUnsupported(String kind) implements WorkloadChangeRefusal {}

    default Problem toProblem() {
        return Problem.of(switch (this) {
            case PodsOfNamespaceHidden _ -> OperationProblemKind.FORBIDDEN;
            case WorkloadNotFound _ -> OperationProblemKind.NOT_FOUND;
            default -> OperationProblemKind.INVALID;
        }, this);
    }
}
