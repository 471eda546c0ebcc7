package tessera.plan.intent;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tessera.insight.PodOwners;
import tessera.model.ObjectRef;
import tessera.model.OwnerRef;
import tessera.model.PodFacts;
import tessera.scheduling.SuspensionRules;

/** A kind of object that makes pods, and that can be told to do so otherwise. */
public enum WorkloadKind {
    DEPLOYMENT("apps/v1", "Deployment", "deploy"),
    STATEFUL_SET("apps/v1", "StatefulSet", "sts"),
    DAEMON_SET("apps/v1", "DaemonSet", "ds"),
    JOB(SuspensionRules.named("Job"), "job"),
    CRON_JOB(SuspensionRules.named("CronJob"), "cj"),
    PYTORCH_JOB(SuspensionRules.named("PyTorchJob"), ""),
    MPI_JOB(SuspensionRules.named("MPIJob"), ""),
    TF_JOB(SuspensionRules.named("TFJob"), ""),
    XGBOOST_JOB(SuspensionRules.named("XGBoostJob"), ""),
    PADDLE_JOB(SuspensionRules.named("PaddleJob"), ""),
    JAX_JOB(SuspensionRules.named("JAXJob"), ""),
    TRAIN_JOB(SuspensionRules.named("TrainJob"), ""),
    JOB_SET(SuspensionRules.named("JobSet"), ""),
    RAY_JOB(SuspensionRules.named("RayJob"), ""),
    RAY_CLUSTER(SuspensionRules.named("RayCluster"), ""),
    LEADER_WORKER_SET("leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet", "lws"),
    WORKLOAD(SuspensionRules.named("Workload"), "wl");

    private final String apiVersion;
    private final String kind;
    private final String brief;

    WorkloadKind(SuspensionRules suspension, String brief) {
        this(suspension.apiVersion(), suspension.kind(), brief);
    }

    WorkloadKind(String apiVersion, String kind, String brief) {
        this.apiVersion = apiVersion;
        this.kind = kind;
        this.brief = brief;
    }

    /** By any word that kubectl takes for it, e.g. {@code deployment}, {@code deployments} or {@code deploy}. */
    public static Optional<WorkloadKind> named(String word) {
        var lower = word.toLowerCase(Locale.ROOT);
        int dot = lower.indexOf('.');
        var plain = dot < 0 ? lower : lower.substring(0, dot);
        return Arrays.stream(values())
                .filter(each -> !plain.isEmpty()
                        && List.of(each.word(), each.word() + "s", each.brief).contains(plain))
                .findFirst();
    }

    /** The kind of an object; empty where it is another. */
    public static Optional<WorkloadKind> of(ObjectRef object) {
        return of(new OwnerRef(object.apiVersion(), object.kind(), object.name()));
    }

    /** The kind of what controls something; empty where it is another, be it called alike in its own API. */
    public static Optional<WorkloadKind> of(OwnerRef owner) {
        return ofKind(owner.kind())
                .filter(each -> owner.apiVersion().isEmpty() || owner.apiVersion().startsWith(each.group()));
    }

    /** What controls something, as the object it is: placed by the cluster alone where not every cluster has its kind. */
    public static Optional<ObjectRef> object(String namespace, OwnerRef owner) {
        return of(owner).filter(WorkloadKind::everywhere).map(kind -> kind.in(namespace, owner.name()))
                .or(() -> PodOwners.object(namespace, owner));
    }

    private String group() {
        return apiVersion.substring(0, apiVersion.indexOf('/') + 1);
    }

    /** By its name in the API; empty where it is another. */
    public static Optional<WorkloadKind> ofKind(String kind) {
        return Arrays.stream(values()).filter(each -> each.kind.equals(kind)).findFirst();
    }

    /** One by its name: placed by the cluster alone where not every cluster has its kind, nor all of them in one version. */
    public ObjectRef in(String namespace, String name) {
        return everywhere() ? new ObjectRef(apiVersion, kind, word() + "s", namespace, name)
                : ObjectRef.unplaced(apiVersion, kind, namespace, name);
    }

    /** Whether every cluster has it, and not those alone where somebody installed it. */
    public boolean everywhere() {
        return restarts() || this == JOB || this == CRON_JOB;
    }

    /** The number of the group that a pod of a LeaderWorkerSet is in; empty where it is in none. */
    public static Optional<String> group(PodFacts pod) {
        return Optional.ofNullable(pod.labels().get("leaderworkerset.sigs.k8s.io/group-index"));
    }

    /** As the command line takes it. */
    public String word() {
        return kind.toLowerCase(Locale.ROOT);
    }

    /** As kubectl takes it, with its group where other groups have a kind of the same name. */
    public String typed() {
        return this == WORKLOAD ? word() + "s." + ObjectRef.group(apiVersion) : word();
    }

    /** As the API calls it. */
    public String kind() {
        return kind;
    }

    /** Whether its pods can be replaced by new ones, a few at a time. */
    public boolean restarts() {
        return this == DEPLOYMENT || this == STATEFUL_SET || this == DAEMON_SET;
    }

    /** Whether one says how many pods it has, or how many groups of pods. */
    public boolean scales() {
        return this == DEPLOYMENT || this == STATEFUL_SET || this == LEADER_WORKER_SET;
    }

    /** Whether it can be told to wait. */
    public boolean suspends() {
        return suspension().isPresent();
    }

    /** How it is told to wait; empty where it cannot be. */
    public Optional<SuspensionRules> suspension() {
        return SuspensionRules.of(apiVersion, kind);
    }
}
