package tessera.plan.intent;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tessera.model.ObjectRef;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/** An intent to change a pod or workload. */
public sealed interface WorkloadChangeIntent extends ChangeIntent {

    MessageCatalog MESSAGES = MessageCatalog.of(WorkloadChangeIntent.class);
    /** So long a change is waited for, if nobody says otherwise. */
    Duration USUAL_PATIENCE = Duration.ofMinutes(5);

    ObjectRef object();

    /** Returns the same intent for the object as found in the cluster. */
    default WorkloadChangeIntent withObject(ObjectRef objectRef) {
        return switch (this) {
            case DeletePodIntent(var _, var grace, var force, var timeout) ->
                new DeletePodIntent(objectRef, grace, force, timeout);
            case EvictPodIntent(var _, var grace, var timeout) -> new EvictPodIntent(objectRef, grace, timeout);
            case RestartWorkloadIntent(var _, var timeout) -> new RestartWorkloadIntent(objectRef, timeout);
            case ScaleWorkloadIntent(var _, var replicas, var timeout) ->
                new ScaleWorkloadIntent(objectRef, replicas, timeout);
            case SuspendWorkloadIntent(var _, var timeout) -> new SuspendWorkloadIntent(objectRef, timeout);
            case ResumeWorkloadIntent(var _, var timeout) -> new ResumeWorkloadIntent(objectRef, timeout);
        };
    }

    /** Returns how long to wait until the cluster shows the change. */
    Duration patience();

    /** Returns the command-line arguments besides object and patience; empty if the verb suffices. */
    default String arguments() {
        return "";
    }

    @Override
    default String commandLine() {
        var subject = object().kind().equals("Pod") ? object().namespace() + "/" + object().name()
                : WorkloadKind.of(object()).map(WorkloadKind::commandWord).orElse(object().kind()) + "/"
                        + object().name() + " -n " + object().namespace();
        return "tessera plan " + verb() + " " + subject + OptionalText.prefixed(" ", arguments()) + " --patience="
                + patience().toSeconds();
    }

    /**
     * An intent to delete a pod regardless of its disruption budgets.
     *
     * @param gracePeriod how long it may take to end; null for as long as it says itself
     * @param force whether it is taken out of the API at once, whether it has ended or not
     */
    record DeletePodIntent(ObjectRef object, @Nullable Duration gracePeriod, boolean force,
            Duration patience) implements WorkloadChangeIntent {

        @Override
        public String verb() {
            return "delete";
        }

        @Override
        public String summaryText() {
            return MESSAGES.text("pod.delete", force, object.qualifiedName());
        }

        @Override
        public String arguments() {
            return force ? "--force" : GracePeriodOption.optionText(gracePeriod);
        }
    }

    /**
     * An intent to evict a pod as its disruption budgets allow.
     *
     * @param gracePeriod how long it may take to end; null for as long as it says itself
     */
    record EvictPodIntent(ObjectRef object, @Nullable Duration gracePeriod,
            Duration patience) implements WorkloadChangeIntent {

        @Override
        public String verb() {
            return "evict";
        }

        @Override
        public String summaryText() {
            return MESSAGES.text("pod.evict", object.qualifiedName());
        }

        @Override
        public String arguments() {
            return GracePeriodOption.optionText(gracePeriod);
        }
    }

    /** An intent to replace every pod of a workload in a rolling restart. */
    record RestartWorkloadIntent(ObjectRef object, Duration patience) implements WorkloadChangeIntent {

        @Override
        public String verb() {
            return "restart";
        }

        @Override
        public String summaryText() {
            return MESSAGES.text("workload.restart", object.kind(), object.qualifiedName());
        }
    }

    /** An intent to change the replica count of a workload. */
    record ScaleWorkloadIntent(ObjectRef object, int replicas, Duration patience) implements WorkloadChangeIntent {

        @Override
        public String verb() {
            return "scale";
        }

        @Override
        public String summaryText() {
            return MESSAGES.text("workload.scale", object.kind(), object.qualifiedName(), replicas);
        }

        @Override
        public String arguments() {
            return "--replicas=" + replicas;
        }
    }

    /** An intent to suspend a workload. */
    record SuspendWorkloadIntent(ObjectRef object, Duration patience) implements WorkloadChangeIntent {

        @Override
        public String verb() {
            return "suspend";
        }

        @Override
        public String summaryText() {
            return MESSAGES.text("workload.suspend", object.kind(), object.qualifiedName());
        }
    }

    /** An intent to resume a suspended workload. */
    record ResumeWorkloadIntent(ObjectRef object, Duration patience) implements WorkloadChangeIntent {

        @Override
        public String verb() {
            return "resume";
        }

        @Override
        public String summaryText() {
            return MESSAGES.text("workload.resume", object.kind(), object.qualifiedName());
        }
    }
}
