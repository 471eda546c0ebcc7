package tessera.plan.intent;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tessera.insight.Owners;
import tessera.model.ObjectRef;
import tessera.model.Owner;

/** A kind of object that makes pods, and that can be told to do so otherwise. */
public enum WorkloadKind {
    DEPLOYMENT("apps/v1", "Deployment", "deploy"),
    STATEFUL_SET("apps/v1", "StatefulSet", "sts"),
    DAEMON_SET("apps/v1", "DaemonSet", "ds"),
    JOB("batch/v1", "Job", "job"),
    CRON_JOB("batch/v1", "CronJob", "cj");

    private final String apiVersion;
    private final String kind;
    private final String brief;

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
                .filter(each -> List.of(each.word(), each.word() + "s", each.brief).contains(plain)).findFirst();
    }

    /** The kind of an object; empty where it is another. */
    public static Optional<WorkloadKind> of(ObjectRef object) {
        return of(new Owner(object.apiVersion(), object.kind(), object.name()));
    }

    /** The kind of what controls something; empty where it is another, be it called alike in its own API. */
    public static Optional<WorkloadKind> of(Owner owner) {
        return ofKind(owner.kind())
                .filter(each -> owner.apiVersion().isEmpty() || owner.apiVersion().startsWith(each.group()));
    }

    /** What controls something, as the object it is: placed by the cluster alone where it is of no kind of these. */
    public static Optional<ObjectRef> object(String namespace, Owner owner) {
        return of(owner).map(kind -> kind.in(namespace, owner.name())).or(() -> Owners.object(namespace, owner));
    }

    private String group() {
        return apiVersion.substring(0, apiVersion.indexOf('/') + 1);
    }

    /** By its name in the API; empty where it is another. */
    public static Optional<WorkloadKind> ofKind(String kind) {
        return Arrays.stream(values()).filter(each -> each.kind.equals(kind)).findFirst();
    }

    public ObjectRef in(String namespace, String name) {
        return new ObjectRef(apiVersion, kind, word() + "s", namespace, name);
    }

    /** As the command line takes it. */
    public String word() {
        return kind.toLowerCase(Locale.ROOT);
    }

    /** As the API calls it. */
    public String kind() {
        return kind;
    }

    /** Whether its pods can be replaced by new ones, a few at a time. */
    public boolean restarts() {
        return this == DEPLOYMENT || this == STATEFUL_SET || this == DAEMON_SET;
    }

    /** Whether one says how many pods it has. */
    public boolean scales() {
        return this == DEPLOYMENT || this == STATEFUL_SET;
    }

    /** Whether it can be told to wait. */
    public boolean suspends() {
        return this == JOB || this == CRON_JOB;
    }
}
