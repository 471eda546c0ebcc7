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
import tessera.model.ShellWord;
import tessera.plan.intent.NodeIntent.DrainTerms;

/** One request that changes one object, or the wait for what it brings. */
public sealed interface PlanStep {

    ObjectRef object();

    /** How one would do the same by hand, in a shell. */
    String command();

    /** What one must be allowed to do for it. */
    List<StepAccess> needs();

    /** How a patch is written down. */
    enum PatchForm {
        /** RFC 7386. */
        MERGE("merge", "application/merge-patch+json"),
        /** RFC 6902. */
        JSON("json", "application/json-patch+json");

        private final String word;
        private final String mediaType;

        PatchForm(String word, String mediaType) {
            this.word = word;
            this.mediaType = mediaType;
        }

        public String mediaType() {
            return mediaType;
        }
    }

    /**
     * Some fields of an object changed. The body carries the resource version that it was planned from, so that the
     * server refuses it once the object is another.
     *
     * @param subresource empty for the object itself
     * @param body        JSON
     * @param relied      what it was planned from, as JSON by JSON pointer, {@code null} for what was not there: while
     *                    that is as it was, another resource version is no conflict; empty where every other version is
     * @param wayOut      what helps where that is otherwise by now
     */
    record Patch(ObjectRef object, String subresource, PatchForm form, String body, Map<String, String> relied,
            String wayOut)
            implements
                PlanStep {

        private static final JsonMapper JSON = new JsonMapper();

        public Patch {
            relied = Collections.unmodifiableMap(new TreeMap<>(relied));
        }

        /** One that is planned again where what it relies on is otherwise by now. */
        public Patch(ObjectRef object, String subresource, PatchForm form, String body, Map<String, String> relied) {
            this(object, subresource, form, body, relied, "Plan again.");
        }

        @Override
        public String command() {
            return "kubectl patch " + KubectlNames.object(object)
                    + (subresource.isEmpty() ? "" : " --subresource=" + subresource) + " --type=" + form.word + " -p "
                    + ShellWord.quoted(unversioned());
        }

        /** By hand one patches what is there, and not what the plan was made from. */
        private String unversioned() {
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
                throw new IllegalStateException("a plan holds JSON that is none", e);
            }
        }

        @Override
        public List<StepAccess> needs() {
            return List.of(StepAccess.to("patch", object, subresource));
        }
    }

    /**
     * An object as it shall be, of which the server works out the difference by who owns which field.
     *
     * @param body  JSON
     * @param force whether to take fields from other owners
     */
    record Apply(ObjectRef object, String body, boolean force) implements PlanStep {

        @Override
        public String command() {
            return "kubectl apply --server-side --field-manager=tessera" + (force ? " --force-conflicts" : "")
                    + " -f - <<< " + ShellWord.quoted(body);
        }

        @Override
        public List<StepAccess> needs() {
            return List.of(StepAccess.to("patch", object, ""));
        }
    }

    /**
     * A new object.
     *
     * @param body JSON of an object that does not exist yet
     */
    record Create(ObjectRef object, String body) implements PlanStep {

        @Override
        public String command() {
            return "kubectl create -f - <<< " + ShellWord.quoted(body);
        }

        @Override
        public List<StepAccess> needs() {
            return List.of(StepAccess.to("create", object, ""));
        }
    }

    /**
     * An object gone, and with it what it owns.
     *
     * @param uid     of the very object that is meant, not of a successor by the same name; empty for any
     * @param version that it has to have still; empty for whatever became of it
     * @param grace   how long it may take to end; null for as long as it says itself, nothing to have it forgotten at once
     */
    record Delete(ObjectRef object, String uid, String version, @Nullable Duration grace) implements PlanStep {

        /** Whatever became of it, with as much time to end as it says itself. */
        public Delete(ObjectRef object, String uid) {
            this(object, uid, "", null);
        }

        /** Whatever became of it. */
        public Delete(ObjectRef object, String uid, @Nullable Duration grace) {
            this(object, uid, "", grace);
        }

        @Override
        public String command() {
            return "kubectl delete " + KubectlNames.object(object) + (grace == null ? ""
                    : " --grace-period=" + grace.toSeconds() + (grace.isZero() ? " --force" : ""));
        }

        @Override
        public List<StepAccess> needs() {
            return List.of(StepAccess.to("delete", object, ""));
        }
    }

    /**
     * A pod asked to go, if its disruption budgets allow it.
     *
     * @param uid      of the very pod that is meant
     * @param grace    how long it may take to end; null for as long as it says itself
     * @param patience how long to try again while a budget forbids it
     */
    record Evict(ObjectRef object, String uid, @Nullable Duration grace, Duration patience) implements PlanStep {

        @Override
        public String command() {
            var eviction = "{\"apiVersion\":\"policy/v1\",\"kind\":\"Eviction\",\"metadata\":{\"name\":\"%s\",\"namespace\":\"%s\"}}"
                    .formatted(object.name(), object.namespace());
            return "kubectl create --raw /api/v1/namespaces/%s/pods/%s/eviction -f - <<< %s"
                    .formatted(object.namespace(), object.name(), ShellWord.quoted(eviction));
        }

        @Override
        public List<StepAccess> needs() {
            return List.of(StepAccess.to("create", object, "eviction"));
        }
    }

    /**
     * Another look at a node that takes no further pods by now: what came to it after the plan was made leaves like the
     * pods of the plan.
     *
     * @param known        uids of the pods that the plan has seen there
     * @param accelerators whether it is about pods that hold accelerators only
     * @param terms        what may be lost
     */
    record EvictLatePods(ObjectRef object, Set<String> known, boolean accelerators,
            DrainTerms terms) implements PlanStep {

        public EvictLatePods {
            known = Set.copyOf(known);
        }

        @Override
        public String command() {
            return "kubectl get pods -A --field-selector spec.nodeName=" + object.name()
                    + "   # evict those that came meanwhile";
        }

        @Override
        public List<StepAccess> needs() {
            return List.of();
        }
    }

    /**
     * A last look at a namespace before it is removed: it is left where anything came into it after the plan was made.
     *
     * @param kinds of what would be missed; their names do not count
     */
    record LastLook(ObjectRef object, List<ObjectRef> kinds) implements PlanStep {

        public LastLook {
            kinds = List.copyOf(kinds);
        }

        @Override
        public String command() {
            return "kubectl api-resources --namespaced --verbs=list -o name | xargs -n 1 kubectl get -n %s --ignore-not-found"
                    .formatted(object.name());
        }

        /** Whoever could plan it has listed them all. */
        @Override
        public List<StepAccess> needs() {
            return List.of();
        }
    }

    /** What Helm does with a release; all that it makes and removes follows from the chart. */
    record HelmStep(ObjectRef object, HelmWork work) implements PlanStep {

        @Override
        public String command() {
            return work.command();
        }

        @Override
        public List<StepAccess> needs() {
            return work.needs();
        }
    }

    /**
     * A pod that runs a program to its end, whose output is what was wanted: it is made, waited for, read, and removed,
     * whatever became of it.
     *
     * @param object   its namespace, and how its name begins
     * @param body     JSON of a pod whose name the server completes
     * @param patience how long it may take
     */
    record RunProbePod(ObjectRef object, String body, Duration patience) implements PlanStep {

        @Override
        public String command() {
            return "kubectl create -f - <<< " + ShellWord.quoted(body) + "   # then kubectl logs and kubectl delete";
        }

        @Override
        public List<StepAccess> needs() {
            return List.of(StepAccess.to("create", object, "").ofAny(), StepAccess.to("get", object, "").ofAny(),
                    StepAccess.to("get", object, "log").ofAny(), StepAccess.to("delete", object, "").ofAny());
        }
    }

    /** A wait until the cluster shows something. */
    record Await(ObjectRef object, StepExpectation expectation, Duration patience) implements PlanStep {

        @Override
        public String command() {
            return expectation.command(object, patience);
        }

        @Override
        public List<StepAccess> needs() {
            return List.of(StepAccess.to("get", object, ""));
        }
    }
}
