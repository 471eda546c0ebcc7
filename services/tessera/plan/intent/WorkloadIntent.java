package tessera.plan.intent;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tessera.model.ObjectRef;

/** Something that is wanted of a pod, or of what makes pods. */
public sealed interface WorkloadIntent extends ChangeIntent {

    /** So long a change is waited for, if nobody says otherwise. */
    Duration USUAL_PATIENCE = Duration.ofMinutes(5);

    ObjectRef object();

    /** The same of the object as it is found in the cluster. */
    default WorkloadIntent of(ObjectRef found) {
        return switch (this) {
            case DeletePod(var _, var grace, var force, var patience) -> new DeletePod(found, grace, force, patience);
            case EvictPod(var _, var grace, var patience) -> new EvictPod(found, grace, patience);
            case Restart(var _, var patience) -> new Restart(found, patience);
            case Scale(var _, var replicas, var patience) -> new Scale(found, replicas, patience);
            case Suspend(var _, var patience) -> new Suspend(found, patience);
            case ResumeWorkload(var _, var patience) -> new ResumeWorkload(found, patience);
        };
    }

    /** How long to wait until the cluster shows it. */
    Duration patience();

    /** What it is besides of what and for how long, as the command line takes it; empty when the verb says all. */
    default String arguments() {
        return "";
    }

    @Override
    default String command() {
        var what = object().kind().equals("Pod") ? object().namespace() + "/" + object().name()
                : WorkloadKind.of(object()).map(WorkloadKind::word).orElse(object().kind()) + "/" + object().name()
                        + " -n " + object().namespace();
        return "tessera plan " + verb() + " " + what + (arguments().isEmpty() ? "" : " " + arguments())
                + " --patience=" + patience().toSeconds();
    }

    private static String called(ObjectRef object) {
        return object.kind() + " " + object.namespace() + "/" + object.name();
    }

    /**
     * A pod gone, whatever its budgets say.
     *
     * @param grace how long it may take to end; null for as long as it says itself
     * @param force whether it is taken out of the API at once, whether it has ended or not
     */
    record DeletePod(ObjectRef object, @Nullable Duration grace, boolean force, Duration patience)
            implements
                WorkloadIntent {

        @Override
        public String verb() {
            return "delete";
        }

        @Override
        public String words() {
            return (force ? "Delete by force " : "Delete ") + object.namespace() + "/" + object.name();
        }

        @Override
        public String arguments() {
            return force ? "--force" : grace == null ? "" : "--grace-period=" + grace.toSeconds();
        }
    }

    /**
     * A pod asked to go, if its budgets allow it.
     *
     * @param grace how long it may take to end; null for as long as it says itself
     */
    record EvictPod(ObjectRef object, @Nullable Duration grace, Duration patience) implements WorkloadIntent {

        @Override
        public String verb() {
            return "evict";
        }

        @Override
        public String words() {
            return "Evict " + object.namespace() + "/" + object.name();
        }

        @Override
        public String arguments() {
            return grace == null ? "" : "--grace-period=" + grace.toSeconds();
        }
    }

    /** Every pod replaced by a new one, a few at a time. */
    record Restart(ObjectRef object, Duration patience) implements WorkloadIntent {

        @Override
        public String verb() {
            return "restart";
        }

        @Override
        public String words() {
            return "Restart the " + called(object);
        }
    }

    /** More pods, or fewer. */
    record Scale(ObjectRef object, int replicas, Duration patience) implements WorkloadIntent {

        @Override
        public String verb() {
            return "scale";
        }

        @Override
        public String words() {
            return "Scale the %s to %d".formatted(called(object), replicas);
        }

        @Override
        public String arguments() {
            return "--replicas=" + replicas;
        }
    }

    /** No pods for the time being. */
    record Suspend(ObjectRef object, Duration patience) implements WorkloadIntent {

        @Override
        public String verb() {
            return "suspend";
        }

        @Override
        public String words() {
            return "Suspend the " + called(object);
        }
    }

    /** Pods again. */
    record ResumeWorkload(ObjectRef object, Duration patience) implements WorkloadIntent {

        @Override
        public String verb() {
            return "resume";
        }

        @Override
        public String words() {
            return "Resume the " + called(object);
        }
    }
}
