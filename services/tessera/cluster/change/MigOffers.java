package tessera.cluster.change;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.util.Optional;
import tessera.cluster.object.ApiPaths;
import tessera.cluster.object.ObjectLists;
import tessera.mig.MigConfigFile;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.Kind;
import tessera.plan.survey.MigOffer;

/** Finds the MIG configurations of a node where its MIG manager finds them. */
final class MigOffers {

    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final String POLICIES = "/apis/nvidia.com/v1/clusterpolicies?limit=500";
    private static final String USUAL = "default-mig-parted-config";

    private final ObjectLists objects;

    MigOffers(ObjectLists objects) {
        this.objects = objects;
    }

    /** A ConfigMap that the policy names replaces all others; without one, the node's own replaces the common one. */
    MigOffer of(String node, String namespace) throws Failure, InterruptedException {
        var policy = policy();
        var place = namespace.isEmpty() ? policy.at("/status/namespace").asText("") : namespace;
        if (place.isEmpty()) {
            throw new Failure(Problem.of(Kind.NOT_FOUND, "In which namespace the MIG manager of %s runs is not seen"
                    .formatted(node)));
        }
        var named = policy.at("/spec/migManager/config/name").asText("");
        if (!named.isEmpty()) {
            return offer(map(place, named), node);
        }
        var own = found(place, node + "-mig-config");
        return offer(own.isPresent() ? own.get() : map(place, USUAL), node);
    }

    private JsonNode policy() throws Failure, InterruptedException {
        try {
            var policies = objects.items(POLICIES, "read the policy of the GPU operator");
            return policies.isEmpty() ? MissingNode.getInstance() : policies.getFirst();
        } catch (Failure failure) {
            if (failure.problem().kind() == Kind.NOT_FOUND) {
                // A MIG manager can be installed without the operator.
                return MissingNode.getInstance();
            }
            throw failure;
        }
    }

    private JsonNode map(String namespace, String name) throws Failure, InterruptedException {
        return objects.read(ApiPaths.of(new ObjectRef("v1", "ConfigMap", "configmaps", namespace, name)),
                "read the MIG configurations in " + name);
    }

    private Optional<JsonNode> found(String namespace, String name) throws Failure, InterruptedException {
        try {
            return Optional.of(map(namespace, name));
        } catch (Failure failure) {
            if (failure.problem().kind() == Kind.NOT_FOUND) {
                return Optional.empty();
            }
            throw failure;
        }
    }

    private static MigOffer offer(JsonNode map, String node) throws Failure {
        var source = "ConfigMap " + map.at("/metadata/namespace").asText() + "/" + map.at("/metadata/name").asText();
        try {
            var file = MigConfigFile.read(YAML.readTree(map.path("data").path("config.yaml").asText("")));
            return new MigOffer(source, file.configs(), Optional.empty());
        } catch (JsonProcessingException e) {
            throw new Failure(Problem.of(Kind.GARBLED, "The MIG configurations of %s are no YAML: %s".formatted(node,
                    source)), e);
        }
    }
}
