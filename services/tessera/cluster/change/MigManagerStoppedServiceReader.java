package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Optional;
import tessera.cluster.object.ApiObjectReader;
import tessera.cluster.object.ApiPathBuilder;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.context.MigManagerStoppedHostServices;
import tessera.yaml.KubernetesYamlReader;

/** Reads the host services that MIG managers stop, from the managers' own configuration. */
final class MigManagerStoppedServiceReader {

    private final ApiObjectReader objects;

    MigManagerStoppedServiceReader(ApiObjectReader objects) {
        this.objects = objects;
    }

    /**
     * Returns the host services of a cluster.
     *
     * @param policy of the GPU operator; a missing node where there is none
     */
    MigManagerStoppedHostServices readClients(JsonNode policy, String namespace)
            throws ProblemException, InterruptedException {
        var name = policy.at("/spec/migManager/gpuClientsConfig/name").asText("");
        var map = name.isEmpty() ? MigManagerStoppedHostServices.USUAL : name;
        var place = namespace.isEmpty() ? policy.at("/status/namespace").asText("") : namespace;
        if (place.isEmpty()) {
            throw new ProblemException(
                    Problem.of(OperationProblemKind.NOT_FOUND, "In which namespace the MIG manager runs is not seen"));
        }
        var text = objects
                .readJson(ApiPathBuilder.objectPath(new ObjectRef("v1", "ConfigMap", "configmaps", place, map)),
                        "read the GPU clients in " + map)
                .at("/data/clients.yaml").asText("");
        try {
            return new MigManagerStoppedHostServices(map,
                    KubernetesYamlReader.read(text).path("systemd-services").valueStream()
                            .map(JsonNode::asText).toList(),
                    Optional.empty());
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.of(OperationProblemKind.GARBLED, "The GPU clients in %s are no YAML".formatted(map)), e);
        }
    }
}
