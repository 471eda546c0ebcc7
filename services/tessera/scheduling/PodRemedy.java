package tessera.scheduling;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.insight.MigRepartitioning.RepartitionCandidate;
import tessera.model.ExceededQuota.RequiredQuota;
import tessera.model.ObjectRef;
import tessera.model.ShellWord;
import tessera.model.Taint;
import tessera.yaml.ReadableYaml;

/** What could be done so that a pod finds a node. */
public sealed interface PodRemedy {

    /** Open a node again. */
    record UncordonNode(String node) implements PodRemedy {}

    /** Take a taint from a node. */
    record Untaint(String node, Taint taint) implements PodRemedy {}

    /** Give a node a label that it lacks. */
    record Label(String node, String key, String value) implements PodRemedy {}

    /** Cut GPUs of a node anew. */
    record RepartitionNode(RepartitionCandidate candidate) implements PodRemedy {}

    /** Wait until pods of a node end, or end them. */
    record Free(String node, List<String> pods) implements PodRemedy {

        public Free {
            pods = List.copyOf(pods);
        }
    }

    /** Have the pod put up with taints. */
    record Tolerate(List<Taint> taints) implements PodRemedy {

        public Tolerate {
            taints = List.copyOf(taints);
        }
    }

    /** Take from a pod what keeps it from being tried. */
    record Ungate(List<String> gates) implements PodRemedy {

        public Ungate {
            gates = List.copyOf(gates);
        }
    }

    /** Ask for something else: a change of what the pod is made from. */
    record ChangeRequest() implements PodRemedy {}

    /** Look after something else first. */
    record Mend(String node) implements PodRemedy {}

    /** Have an object on which it depends say otherwise. */
    record Edit(ObjectRef object) implements PodRemedy {}

    /** Delete objects that nothing needs any more. */
    record DeleteObjects(List<ObjectRef> objects) implements PodRemedy {

        public DeleteObjects {
            objects = List.copyOf(objects);
        }
    }

    /**
     * Make an object that is missing.
     *
     * @param fields how it could be: those beside its name
     */
    record Make(ObjectRef object, ObjectNode fields) implements PodRemedy {

        /** One of a kind that has a spec. */
        static Make of(ObjectRef object, JsonNode spec) {
            return new Make(object, JsonNodeFactory.instance.objectNode().set("spec", spec));
        }

        /** The whole object in YAML. */
        public String manifest() {
            try {
                return ReadableYaml.mapper().writeValueAsString(whole());
            } catch (JsonProcessingException never) {
                throw new IllegalStateException(never);
            }
        }

        /** What plans it, as it could be. */
        String command() {
            return "tessera plan launch -f - <<< " + ShellWord.quoted(whole().toString());
        }

        private ObjectNode whole() {
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
     * Have a quota allow more.
     *
     * @param enough what it would have to allow
     */
    record Allow(String namespace, String quota, RequiredQuota enough) implements PodRemedy {}

    /** Have what is suspended make pods again. */
    record ResumeWork(ObjectRef work) implements PodRemedy {}

    /** Wait: nothing in the cluster helps, or what helps is on its way. */
    record WaitOnly() implements PodRemedy {}
}
