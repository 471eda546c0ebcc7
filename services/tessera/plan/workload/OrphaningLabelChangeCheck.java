package tessera.plan.workload;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.Optional;
import tessera.model.ObjectRef;
import tessera.model.ProblemException;
import tessera.plan.context.ReferencedObjectReader;
import tessera.plan.intent.WorkloadKind;

/** Warns if a label change takes a pod from its controller. */
final class OrphaningLabelChangeCheck {

    private static final JsonMapper JSON = new JsonMapper();

    private OrphaningLabelChangeCheck() {}

    static List<String> orphanWarnings(ReferencedObjectReader referenceReader, JsonNode before, JsonNode after)
            throws InterruptedException {
        var labels = ImpliedNodeIntentFinder.readLabels(after);
        if (ImpliedNodeIntentFinder.readLabels(before).equals(labels)) {
            return List.of();
        }
        for (var owner : before.at("/metadata/ownerReferences")) {
            var object = controllerRef(owner, before.at("/metadata/namespace").asText());
            if (!owner.path("controller").asBoolean() || object.isEmpty()) {
                continue;
            }
            var name = owner.path("kind").asText() + " " + owner.path("name").asText();
            try {
                var text = referenceReader.readJson(object.get());
                boolean counts = text.isEmpty() || JSON.readTree(text.get()).at("/spec/selector/matchLabels")
                        .propertyStream().allMatch(
                                label -> label.getValue().asText().equals(labels.get(label.getKey())));
                return counts ? List.of()
                        : List.of(
                                "The %s no longer counts it, and makes another; this one runs on and keeps what it holds "
                                        .formatted(name) + "until somebody deletes it");
            } catch (ProblemException problemException) {
                return List.of("Whether the %s still counts it is not known: %s".formatted(name,
                        problemException.problem().headline()));
            } catch (JsonProcessingException e) {
                throw new IllegalStateException("the server sent JSON that is none", e);
            }
        }
        return List.of();
    }

    private static Optional<ObjectRef> controllerRef(JsonNode owner, String namespace) {
        var name = owner.path("name").asText();
        return owner.path("kind").asText().equals("ReplicaSet")
                ? Optional.of(new ObjectRef("apps/v1", "ReplicaSet", "replicasets", namespace, name))
                : WorkloadKind.forKind(owner.path("kind").asText()).map(kind -> kind.objectRef(namespace, name));
    }
}
