package tessera.plan.step;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tessera.model.ObjectRef;
import tessera.model.RequiredPermission;
import tessera.model.ShellWordQuoter;
import tessera.plan.intent.GracePeriodOption;
import tessera.plan.intent.NodeChangeIntent.DrainSettings;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/** A request that changes one object, or the wait for its effect. */
public sealed interface PlanStep {

    MessageCatalog MESSAGES = MessageCatalog.of(PlanStep.class);
    ObjectRef object();

    /** Returns the shell command that does the same by hand. */
    String commandLine();

    /** Returns the permissions that the step requires. */
    List<RequiredPermission> requiredAccess();

    /** The format of a patch. */
    enum ObjectPatchFormat {
        /** RFC 7386. */
        MERGE("merge", "application/merge-patch+json"),
        /** RFC 6902. */
        JSON("json", "application/json-patch+json");

        private final String typeName;
        private final String mediaType;

        ObjectPatchFormat(String typeName, String mediaType) {
            this.typeName = typeName;
            this.mediaType = mediaType;
        }

        public String mediaType() {
            return mediaType;
        }
    }

    /**
     * A patch of some fields of an object. The body carries the resource version that it was planned from, so that the
     * server refuses it once the object is another.
     *
     * @param subresource empty for the object itself
     * @param body        JSON
     * @param preconditions      what it was planned from, as JSON by JSON pointer, {@code null} for what was not there: while
     *                    that is as it was, another resource version is no conflict; empty where every other version is
     * @param conflictRemedy      what helps where that is otherwise by now
     */
    record PatchObjectStep(ObjectRef object, String subresource, ObjectPatchFormat form, String body,
            Map<String, String> preconditions, String conflictRemedy) implements PlanStep {

        private static final JsonMapper JSON = new JsonMapper();

        public PatchObjectStep {
            preconditions = Collections.unmodifiableMap(new TreeMap<>(preconditions));
        }

        /** One that is planned again where what it relies on is otherwise by now. */
        public PatchObjectStep(ObjectRef object, String subresource, ObjectPatchFormat form, String body,
                Map<String, String> relied) {
            this(object, subresource, form, body, relied, MESSAGES.text("patch.conflict.remedy"));
        }

        @Override
        public String commandLine() {
            return "kubectl patch " + KubectlObjectNameFormatter.objectName(object)
                    + OptionalText.prefixed(" --subresource=", subresource) + " --type=" + form.typeName + " -p "
                    + ShellWordQuoter.quote(unversionedBody());
        }

        /** Returns the body without the resource version, as a manual patch applies to the present object. */
        private String unversionedBody() {
            try {
                if (JSON.readTree(body) instanceof ObjectNode fields
                        && fields.path("metadata") instanceof ObjectNode metadata) {
                    metadata.remove("resourceVersion");
                    if (metadata.isEmpty()) {
                        fields.remove("metadata");
                    }
                    return fields.toString();
                }
                return body;
            } catch (JsonProcessingException e) {
                throw new IllegalStateException("malformed patch", e);
            }
        }

        @Override
        public List<RequiredPermission> requiredAccess() {
            return List.of(RequiredPermission.forObject("patch", object, subresource));
        }
    }

    /**
     * A server-side apply of an object.
     *
     * @param body  JSON
     * @param force whether to take fields from other owners
     */
    record ApplyObjectStep(ObjectRef object, String body, boolean force) implements PlanStep {

        @Override
        public String commandLine() {
            return "kubectl apply --server-side --field-manager=tessera"
                    + (force ? " --force-conflicts" : "") + " -f - <<< " + ShellWordQuoter.quote(body);
        }

        @Override
        public List<RequiredPermission> requiredAccess() {
            return List.of(RequiredPermission.forObject("patch", object, ""));
        }
    }

    /**
     * The creation of an object.
     *
     * @param body JSON of an object that does not exist yet
     */
    record CreateObjectStep(ObjectRef object, String body) implements PlanStep {

        @Override
        public String commandLine() {
            return "kubectl create -f - <<< " + ShellWordQuoter.quote(body);
        }

        @Override
        public List<RequiredPermission> requiredAccess() {
            return List.of(RequiredPermission.forObject("create", object, ""));
        }
    }

    /**
     * The deletion of an object and its dependents.
     *
     * @param uid     of the very object that is meant, not of a successor by the same name; empty for any
     * @param version that it has to have still; empty for whatever became of it
     * @param gracePeriod   how long it may take to end; null for as long as it says itself, nothing to have it forgotten at once
     */
    record DeleteObjectStep(ObjectRef object, String uid, String version,
            @Nullable Duration gracePeriod) implements PlanStep {

        /** Whatever became of it, with as much time to end as it says itself. */
        public DeleteObjectStep(ObjectRef object, String uid) {
            this(object, uid, "", null);
        }

        /** Whatever became of it. */
        public DeleteObjectStep(ObjectRef object, String uid, @Nullable Duration grace) {
            this(object, uid, "", grace);
        }

        @Override
        public String commandLine() {
            return "kubectl delete " + KubectlObjectNameFormatter.objectName(object) + gracePeriodSuffix();
        }

        private String gracePeriodSuffix() {
            return OptionalText.prefixed(" ", GracePeriodOption.optionText(gracePeriod))
                    + (Duration.ZERO.equals(gracePeriod) ? " --force" : "");
        }

        @Override
        public List<RequiredPermission> requiredAccess() {
            return List.of(RequiredPermission.forObject("delete", object, ""));
        }
    }

    /**
     * An eviction of a pod, subject to its disruption budgets.
     *
     * @param uid      of the very pod that is meant
     * @param gracePeriod    how long it may take to end; null for as long as it says itself
     * @param timeout how long to try again while a budget forbids it
     */
    record EvictPodStep(ObjectRef object, String uid, @Nullable Duration gracePeriod,
            Duration timeout) implements PlanStep {

        @Override
        public String commandLine() {
            var options = gracePeriod == null ? ""
                    : ",\"deleteOptions\":{\"gracePeriodSeconds\":%d}".formatted(gracePeriod.toSeconds());
            var eviction = "{\"apiVersion\":\"policy/v1\",\"kind\":\"Eviction\",\"metadata\":{\"name\":\"%s\",\"namespace\":\"%s\"}%s}"
                    .formatted(object.name(), object.namespace(), options);
            return "kubectl create --raw /api/v1/namespaces/%s/pods/%s/eviction -f - <<< %s"
                    .formatted(object.namespace(), object.name(), ShellWordQuoter.quote(eviction));
        }

        @Override
        public List<RequiredPermission> requiredAccess() {
            return List.of(RequiredPermission.forObject("create", object, "eviction"));
        }
    }

    /**
     * Evictions of pods that came to a node after planning, once it is cordoned.
     *
     * @param knownPodUids        uids of the pods that the plan has seen there
     * @param accelerators whether it is about pods that hold accelerators only
     * @param drainSettings        what may be lost
     */
    record EvictLatePodsStep(ObjectRef object, Set<String> knownPodUids, boolean accelerators,
            DrainSettings drainSettings) implements PlanStep {

        public EvictLatePodsStep {
            knownPodUids = Set.copyOf(knownPodUids);
        }

        @Override
        public String commandLine() {
            return "kubectl %s%s   # %s".formatted("get pods -A --field-selector spec.nodeName=", object.name(),
                    MESSAGES.text("late-pods"));
        }

        @Override
        public List<RequiredPermission> requiredAccess() {
            return List.of();
        }
    }

    /**
     * A last check of a namespace before its deletion, which stops if anything was created in it since planning.
     *
     * @param kinds of what would be missed; their names do not count
     */
    record VerifyEmptyNamespaceStep(ObjectRef object, List<ObjectRef> kinds) implements PlanStep {

        public VerifyEmptyNamespaceStep {
            kinds = List.copyOf(kinds);
        }

        @Override
        public String commandLine() {
            return "kubectl api-resources --namespaced --verbs=list -o name | xargs -n 1 kubectl get -n %s --ignore-not-found"
                    .formatted(object.name());
        }

        /** Whoever could plan it has listed them all. */
        @Override
        public List<RequiredPermission> requiredAccess() {
            return List.of();
        }
    }

    /** A Helm operation on a release; the objects that it changes follow from the chart. */
    record HelmStep(ObjectRef object, HelmOperation helmOperation) implements PlanStep {

        @Override
        public String commandLine() {
            return helmOperation.commandLine();
        }

        @Override
        public List<RequiredPermission> requiredAccess() {
            return helmOperation.requiredAccess();
        }
    }

    /**
     * A probe pod that runs a program to its end: it is created, awaited, its output read, and deleted in any case.
     *
     * @param object   its namespace, and how its name begins
     * @param body     JSON of a pod whose name the server completes
     * @param timeout how long it may take
     */
    record ProbePodStep(ObjectRef object, String body, Duration timeout) implements PlanStep {

        @Override
        public String commandLine() {
            return "kubectl create -f - <<< %s   # %s".formatted(ShellWordQuoter.quote(body), MESSAGES.text("probe"));
        }

        @Override
        public List<RequiredPermission> requiredAccess() {
            return List.of(RequiredPermission.forObject("create", object, "").forAnyName(),
                    RequiredPermission.forObject("get", object, "").forAnyName(),
                    RequiredPermission.forObject("get", object, "log").forAnyName(),
                    RequiredPermission.forObject("delete", object, "").forAnyName());
        }
    }

    /** A wait until the cluster shows a state. */
    record AwaitClusterStateStep(ObjectRef object, ExpectedClusterState expectation,
            Duration timeout) implements PlanStep {

        @Override
        public String commandLine() {
            return expectation.commandLine(object, timeout);
        }

        @Override
        public List<RequiredPermission> requiredAccess() {
            return List.of(RequiredPermission.forObject("get", object, ""));
        }
    }
}
