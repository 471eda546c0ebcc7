package tessera.cluster.change;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.plan.step.Step;

/**
 * Asks the server what it would make of the ClusterPolicy that a chart has: Helm finds out only when it is at work, and what
 * the schema of the policy refuses would leave a revision half made.
 *
 * @param writes by which it is asked, without a change
 */
record PolicyRehearsal(Writes writes) {

    private static final YAMLMapper YAML = new YAMLMapper();
    private static final String VERSION = "nvidia.com/v1";
    private static final String KIND = "ClusterPolicy";
    /** That the object itself is wrong; whether the kind is there, and may be changed, is asked elsewhere. */
    private static final Set<Integer> WRONG = Set.of(400, 422);

    /**
     * Looks at all objects of a chart as YAML.
     *
     * @throws Failure with the words of the server where it would refuse a policy
     */
    void check(String manifest) throws Failure, InterruptedException {
        for (var object : objects(manifest)) {
            if (object.path("apiVersion").asText().equals(VERSION) && object.path("kind").asText().equals(KIND)) {
                var policy = new ObjectRef(VERSION, KIND, "clusterpolicies", "",
                        object.at("/metadata/name").asText());
                if (writes.send(new Step.Apply(policy, object.toString(), /* force= */ true),
                        /* dry= */ true) instanceof Sent.Refused(var status, var problem, var _)
                        && WRONG.contains(status)) {
                    throw new Failure(problem);
                }
            }
        }
    }

    /** What is no YAML is told of by whoever shows it. */
    private static List<JsonNode> objects(String manifest) {
        try (var objects = YAML.readerFor(JsonNode.class).<JsonNode>readValues(manifest)) {
            return objects.readAll();
        } catch (JsonProcessingException _) {
            return List.of();
        } catch (IOException e) {
            throw new IllegalStateException("a text was not read", e);
        }
    }
}
