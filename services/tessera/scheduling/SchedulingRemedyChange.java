package tessera.scheduling;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.gpu.MigRepartitionFinder.RepartitionCandidate;
import tessera.kube.scheduling.Taint;
import tessera.model.ExceededQuotaMessage.RequiredQuota;
import tessera.model.ObjectRef;
import tessera.model.ShellWordQuoter;
import tessera.yaml.ReadableYamlMapperFactory;

/** A change that could help a pod to find a node. */
public sealed interface SchedulingRemedyChange {

    /** Uncordons a node. */
    record UncordonNodeAction(String node) implements SchedulingRemedyChange {}

    /** Removes a taint from a node. */
    record RemoveTaintAction(String node, Taint taint) implements SchedulingRemedyChange {}

    /** Sets a label that a node lacks. */
    record SetNodeLabelAction(String node, String key, String value) implements SchedulingRemedyChange {}

    /** Repartitions the GPUs of a node. */
    record RepartitionNodeGpusAction(RepartitionCandidate candidate) implements SchedulingRemedyChange {}

    /** Ends pods of a node, or waits for their end. */
    record EndNodePodsAction(String node, List<String> pods) implements SchedulingRemedyChange {

        public EndNodePodsAction {
            pods = List.copyOf(pods);
        }
    }

    /** Adds tolerations to the pod. */
    record AddTolerationsAction(List<Taint> taints) implements SchedulingRemedyChange {

        public AddTolerationsAction {
            taints = List.copyOf(taints);
        }
    }

    /** Removes scheduling gates from a pod. */
    record RemoveGatesAction(List<String> gates) implements SchedulingRemedyChange {

        public RemoveGatesAction {
            gates = List.copyOf(gates);
        }
    }

    /** Changes the requests in the template of the pod. */
    record ChangeResourceRequestAction() implements SchedulingRemedyChange {}

    /** Repairs something else first. */
    record RepairNodeAction(String node) implements SchedulingRemedyChange {}

    /** Edits an object on which the pod depends. */
    record EditObjectAction(ObjectRef object) implements SchedulingRemedyChange {}

    /** Deletes objects that nothing uses. */
    record DeleteObjectsAction(List<ObjectRef> objects) implements SchedulingRemedyChange {

        public DeleteObjectsAction {
            objects = List.copyOf(objects);
        }
    }

    /**
     * Creates a missing object.
     *
     * @param fields how it could be: those beside its name
     */
    record CreateObjectAction(ObjectRef object, ObjectNode fields) implements SchedulingRemedyChange {

        /** Returns the creation of an object with a spec. */
        static CreateObjectAction withSpec(ObjectRef object, JsonNode spec) {
            return new CreateObjectAction(object, JsonNodeFactory.instance.objectNode().set("spec", spec));
        }

        /** Returns the whole object as YAML. */
        public String manifestYaml() {
            try {
                return ReadableYamlMapperFactory.mapper().writeValueAsString(wholeObject());
            } catch (JsonProcessingException never) {
                throw new IllegalStateException(never);
            }
        }

        /** Returns the command that plans the creation. */
        String planCommand() {
            return "tessera plan launch -f - <<< " + ShellWordQuoter.quote(wholeObject().toString());
        }

        private ObjectNode wholeObject() {
            var whole = JsonNodeFactory.instance.objectNode().put("apiVersion", object.apiVersion()).put("kind",
                    object.kind());
            var metadata = whole.putObject("metadata").put("name", object.name());
            if (!object.namespace().isEmpty()) {
                metadata.put("namespace", object.namespace());
            }
            return whole.setAll(fields);
        }
    }

    /**
     * Raises a quota.
     *
     * @param required what it would have to allow
     */
    record RaiseQuotaAction(String namespace, String quota, RequiredQuota required) implements SchedulingRemedyChange {}

    /** Resumes suspended work. */
    record ResumeWorkloadAction(ObjectRef workload) implements SchedulingRemedyChange {}

    /** Waits: no change of the cluster helps, or it is already on its way. */
    record WaitAction() implements SchedulingRemedyChange {}
}
