package tessera.plan.intent;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tessera.gpu.PodOwnerFinder;
import tessera.model.ControllerRef;
import tessera.model.ObjectRef;
import tessera.model.PodSummary;
import tessera.scheduling.WorkloadSuspensionFields;
import tessera.text.TextExcerpt;

/** A kind of workload that Tessera can change. */
public enum WorkloadKind {
    DEPLOYMENT("apps/v1", "Deployment", "deploy"),
    STATEFUL_SET("apps/v1", "StatefulSet", "sts"),
    DAEMON_SET("apps/v1", "DaemonSet", "ds"),
    JOB(WorkloadSuspensionFields.requireRule("Job"), "job"),
    CRON_JOB(WorkloadSuspensionFields.requireRule("CronJob"), "cj"),
    PYTORCH_JOB(WorkloadSuspensionFields.requireRule("PyTorchJob"), ""),
    MPI_JOB(WorkloadSuspensionFields.requireRule("MPIJob"), ""),
    TF_JOB(WorkloadSuspensionFields.requireRule("TFJob"), ""),
    XGBOOST_JOB(WorkloadSuspensionFields.requireRule("XGBoostJob"), ""),
    PADDLE_JOB(WorkloadSuspensionFields.requireRule("PaddleJob"), ""),
    JAX_JOB(WorkloadSuspensionFields.requireRule("JAXJob"), ""),
    TRAIN_JOB(WorkloadSuspensionFields.requireRule("TrainJob"), ""),
    JOB_SET(WorkloadSuspensionFields.requireRule("JobSet"), ""),
    RAY_JOB(WorkloadSuspensionFields.requireRule("RayJob"), ""),
    RAY_CLUSTER(WorkloadSuspensionFields.requireRule("RayCluster"), ""),
    LEADER_WORKER_SET("leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet", "lws"),
    WORKLOAD(WorkloadSuspensionFields.requireRule("Workload"), "wl");

    private final String apiVersion;
    private final String kind;
    private final String shortName;

    WorkloadKind(WorkloadSuspensionFields suspension, String shortName) {
        this(suspension.apiVersion(), suspension.kind(), shortName);
    }

    WorkloadKind(String apiVersion, String kind, String shortName) {
        this.apiVersion = apiVersion;
        this.kind = kind;
        this.shortName = shortName;
    }

    /** Returns the kind by any word that kubectl accepts for it, e.g. {@code deployment}, {@code deployments} or {@code deploy}. */
    public static Optional<WorkloadKind> forWord(String word) {
        var plain = TextExcerpt.beforeFirst(word.toLowerCase(Locale.ROOT), ".");
        return Arrays.stream(values())
                .filter(kind -> !plain.isEmpty()
                        && List.of(kind.commandWord(), kind.commandWord() + "s", kind.shortName).contains(plain))
                .findFirst();
    }

    /** Returns the kind of an object; empty if it is no such workload. */
    public static Optional<WorkloadKind> of(ObjectRef object) {
        return of(new ControllerRef(object.apiVersion(), object.kind(), object.name()));
    }

    /** Returns the kind of a controller; empty if it is none, even if another API group uses the same kind name. */
    public static Optional<WorkloadKind> of(ControllerRef owner) {
        return forKind(owner.kind())
                .filter(kind -> owner.apiVersion().isEmpty() || owner.apiVersion().startsWith(kind.apiGroup()));
    }

    /** Returns whether a controller is of this kind, and not of the same kind name in another API group. */
    public boolean isKindOf(ControllerRef owner) {
        return of(owner).filter(this::equals).isPresent();
    }

    /** Returns a reference to a controller; without a resource if not every cluster serves its kind. */
    public static Optional<ObjectRef> ownerRef(String namespace, ControllerRef owner) {
        return of(owner).filter(WorkloadKind::isBuiltIn).map(kind -> kind.objectRef(namespace, owner.name()))
                .or(() -> PodOwnerFinder.objectOf(namespace, owner));
    }

    private String apiGroup() {
        return apiVersion.substring(0, apiVersion.indexOf('/') + 1);
    }

    /** Returns the kind by its API name; empty if it is no such workload. */
    public static Optional<WorkloadKind> forKind(String kind) {
        return Arrays.stream(values()).filter(each -> each.kind.equals(kind)).findFirst();
    }

    /** Returns a reference by name; without a resource if not every cluster serves the kind in this version. */
    public ObjectRef objectRef(String namespace, String name) {
        if (isBuiltIn()) {
            return new ObjectRef(apiVersion, kind, commandWord() + "s", namespace, name);
        }
        return ObjectRef.unresolved(apiVersion, kind, namespace, name);
    }

    /** Returns whether every cluster serves the kind without an installation. */
    public boolean isBuiltIn() {
        return canRestart() || this == JOB || this == CRON_JOB;
    }

    /** Returns the group index of a LeaderWorkerSet pod; empty for other pods. */
    public static Optional<String> groupIndexOf(PodSummary pod) {
        return Optional.ofNullable(pod.labels().get("leaderworkerset.sigs.k8s.io/group-index"));
    }

    /** Returns the word on the command line. */
    public String commandWord() {
        return kind.toLowerCase(Locale.ROOT);
    }

    /** Returns the kubectl resource name, with the API group if the kind name is ambiguous. */
    public String kubectlName() {
        return this == WORKLOAD ? commandWord() + "s." + ObjectRef.group(apiVersion) : commandWord();
    }

    /** Returns the kind name of the API. */
    public String kind() {
        return kind;
    }

    /** Returns whether a rolling restart can replace its pods. */
    public boolean canRestart() {
        return this == DEPLOYMENT || this == STATEFUL_SET || this == DAEMON_SET;
    }

    /** Returns whether it has a replica count of pods or pod groups. */
    public boolean canScale() {
        return this == DEPLOYMENT || this == STATEFUL_SET || this == LEADER_WORKER_SET;
    }

    /** Returns whether it can be suspended. */
    public boolean canSuspend() {
        return suspensionRules().isPresent();
    }

    /** Returns the way in which it is suspended; empty if it cannot be. */
    public Optional<WorkloadSuspensionFields> suspensionRules() {
        return WorkloadSuspensionFields.findRule(apiVersion, kind);
    }
}
