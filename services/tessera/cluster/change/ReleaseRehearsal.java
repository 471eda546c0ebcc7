package tessera.cluster.change;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import tessera.cluster.object.ObjectLists;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.plan.step.Step;

/**
 * Asks the server what it would make of each object that a chart has: Helm finds out only when it is at work, and an object that is
 * refused then leaves a revision half made.
 *
 * @param writes by which it is asked, without a change
 */
record ReleaseRehearsal(Writes writes, ObjectLists objects) {

    private static final YAMLMapper YAML = new YAMLMapper();
    /** Made anew by Helm every time, after the one before was removed. */
    private static final String HOOK = "helm.sh/hook";
    /** That the object itself is wrong; whether it may be made, and in which namespace, is asked elsewhere. */
    private static final Set<Integer> WRONG = Set.of(400, 422);

    /**
     * Looks at all objects of a chart. A kind that the cluster does not have yet comes with the chart, and is not asked about.
     *
     * @param manifest  the objects as YAML
     * @param namespace of those that name none
     * @throws Failure with the words of the server where it would refuse one
     */
    void check(String manifest, String namespace) throws Failure, InterruptedException {
        var kinds = new HttpManifests(objects);
        for (var object : objects(manifest)) {
            var version = object.path("apiVersion").asText();
            var kind = object.path("kind").asText();
            var known = kinds.kind(version, kind);
            if (known.isPresent() && object.at("/metadata/annotations").path(HOOK).isMissingNode()) {
                var within = known.get().namespaced() ? object.at("/metadata/namespace").asText(namespace) : "";
                check(new ObjectRef(version, kind, known.get().plural(), within, object.at("/metadata/name").asText()),
                        object);
            }
        }
    }

    private void check(ObjectRef which, ObjectNode object) throws Failure, InterruptedException {
        if (writes.send(new Step.Apply(which, object.toString(), /* force= */ true),
                /* dry= */ true) instanceof Sent.Refused(var status, var problem, var _)
                && WRONG.contains(status)) {
            throw new Failure(new Problem(problem.kind(), "The server would refuse " + which + " of the chart",
                    problem.sentence(), problem.remedy()));
        }
    }

    /** What is no YAML is told of by whoever shows it. */
    private static List<ObjectNode> objects(String manifest) {
        try (var objects = YAML.readerFor(JsonNode.class).<JsonNode>readValues(manifest)) {
            return objects.readAll().stream().filter(ObjectNode.class::isInstance).map(ObjectNode.class::cast).toList();
        } catch (JsonProcessingException _) {
            return List.of();
        } catch (IOException e) {
            throw new IllegalStateException("a text was not read", e);
        }
    }
}
