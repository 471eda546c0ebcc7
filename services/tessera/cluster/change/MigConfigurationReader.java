package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tessera.cluster.object.ApiObjectReader;
import tessera.cluster.object.ApiPathBuilder;
import tessera.mig.MigConfigFile;
import tessera.model.ObjectRef;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.context.AcceptedMigConfigurations;
import tessera.plan.context.MigConfigMaps;
import tessera.plan.context.MigManagerStoppedHostServices;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;
import tessera.yaml.KubernetesYamlReader;

/** Reads the MIG configurations of a node from the place where its MIG manager reads them. */
final class MigConfigurationReader {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MigConfigurationReader.class);
    private static final String POLICIES = "/apis/nvidia.com/v1/clusterpolicies?limit=500";
    private static final String OURS = "tessera-mig-config";
    private static final String OWNED = "app.kubernetes.io/component=nvidia-mig-manager";
    private static final String NODE = "nvidia.com/node-name";

    private final ApiObjectReader objects;

    MigConfigurationReader(ApiObjectReader objects) {
        this.objects = objects;
    }

    /** Returns the configurations that a node can take; where the ConfigMap is missing, an offer that names it. */
    AcceptedMigConfigurations readOffer(String node, String namespace) throws ProblemException, InterruptedException {
        var policy = readPolicy();
        var place = OptionalText.orElse(namespace, policy.at("/status/namespace").asText(""));
        if (place.isEmpty()) {
            throw new ProblemException(OperationProblemKind.NOT_FOUND,
                    new PlanExecutionReason.MigManagerNamespaceUnknown());
        }
        var names = MigConfigFile.configMapNames(node, policy.at("/spec/migManager/config/name").asText(""));
        for (var name : names) {
            var found = findConfigMap(place, name);
            if (found.isPresent()) {
                return toOffer(found.get(), node);
            }
        }
        return toOffer(readConfigMap(place, names.getLast()), node);
    }

    /** Returns the source that all nodes share. A node's own ConfigMap is told by its label. */
    MigConfigMaps readSource(String namespace, Set<String> nodes) throws ProblemException, InterruptedException {
        var policy = readPolicy();
        var place = OptionalText.orElse(namespace, policy.at("/status/namespace").asText(""));
        var known = policy.isMissingNode() ? Optional.<MigConfigMaps.MigClusterPolicy>empty()
                : Optional.of(new MigConfigMaps.MigClusterPolicy(policy.at("/metadata/name").asText(),
                        policy.at("/metadata/resourceVersion").asText(), policy.at("/spec/mig/strategy").asText("")));
        var named = policy.at("/spec/migManager/config/name").asText("");
        var offers = new HashMap<String, AcceptedMigConfigurations>();
        Optional<MigConfigMaps.MigConfigMap> text = Optional.empty();
        if (!named.isEmpty()) {
            var map = findConfigMap(place, named);
            text = map.map(found -> new MigConfigMaps.MigConfigMap(configMapRef(place, named),
                    found.at("/metadata/resourceVersion").asText(), configText(found)));
            if (map.isPresent()) {
                offers.put("", toOffer(map.get(), named));
            }
        } else if (known.isPresent()) {
            offers.putAll(readNodeOffers(place, nodes));
        }
        return new MigConfigMaps(place, known, named, text,
                named.isEmpty() && known.isPresent() ? unusedName(place) : "", offers);
    }

    /** Returns the host services that are stopped for a change. */
    MigManagerStoppedHostServices readClients(String namespace) throws ProblemException, InterruptedException {
        return new MigManagerStoppedServiceReader(objects).readClients(readPolicy(), namespace);
    }

    private Map<String, AcceptedMigConfigurations> readNodeOffers(String place, Set<String> nodes)
            throws ProblemException, InterruptedException {
        var offers = new HashMap<String, AcceptedMigConfigurations>();
        for (var map : objects.listAll("/api/v1/namespaces/%s/configmaps?limit=500&labelSelector=%s".formatted(
                ApiPathBuilder.encode(place), ApiPathBuilder.encode(OWNED)), MESSAGES.text("list.mig.configs"))) {
            var node = map.at("/metadata/labels").path(NODE).asText();
            if (nodes.contains(node)) {
                offers.put(node, toOffer(map, node));
            }
        }
        var usual = findConfigMap(place, MigConfigFile.USUAL);
        if (usual.isPresent()) {
            for (var node : nodes) {
                if (!offers.containsKey(node)) {
                    offers.put(node, toOffer(usual.get(), node));
                }
            }
        }
        return offers;
    }

    private String unusedName(String place) throws ProblemException, InterruptedException {
        var name = OURS;
        for (int number = 2; findConfigMap(place, name).isPresent(); number++) {
            name = OURS + "-" + number;
        }
        return name;
    }

    private static ObjectRef configMapRef(String namespace, String name) {
        return new ObjectRef("v1", "ConfigMap", "configmaps", namespace, name);
    }

    private static String configText(JsonNode map) {
        return map.path("data").path("config.yaml").asText("");
    }

    private JsonNode readPolicy() throws ProblemException, InterruptedException {
        try {
            var policies = objects.listAll(POLICIES, MESSAGES.text("read.policy"));
            if (policies.isEmpty()) {
                return MissingNode.getInstance();
            }
            return policies.getFirst();
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() == OperationProblemKind.NOT_FOUND) {
                // A MIG manager can be installed without the operator.
                return MissingNode.getInstance();
            }
            throw problemException;
        }
    }

    private JsonNode readConfigMap(String namespace, String name) throws ProblemException, InterruptedException {
        return objects.readJson(ApiPathBuilder.objectPath(configMapRef(namespace, name)),
                MESSAGES.text("read.mig.config", name));
    }

    private Optional<JsonNode> findConfigMap(String namespace, String name)
            throws ProblemException, InterruptedException {
        try {
            return Optional.of(readConfigMap(namespace, name));
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() == OperationProblemKind.NOT_FOUND) {
                return Optional.empty();
            }
            throw problemException;
        }
    }

    private static AcceptedMigConfigurations toOffer(JsonNode map, String node) throws ProblemException {
        var source = "ConfigMap " + map.at("/metadata/namespace").asText() + "/" + map.at("/metadata/name").asText();
        try {
            var file = MigConfigFile.read(KubernetesYamlReader.read(configText(map)));
            return new AcceptedMigConfigurations(source, file.configs(), Optional.empty());
        } catch (IOException e) {
            throw new ProblemException(OperationProblemKind.GARBLED,
                    new PlanExecutionReason.MigConfigMalformed(node, source), e);
        }
    }

    /** Reads the host services that MIG managers stop, from the managers' own configuration. */
    private static final class MigManagerStoppedServiceReader {

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
            var map = OptionalText.orElse(name, MigManagerStoppedHostServices.USUAL);
            var place = OptionalText.orElse(namespace, policy.at("/status/namespace").asText(""));
            if (place.isEmpty()) {
                throw new ProblemException(OperationProblemKind.NOT_FOUND,
                        new PlanExecutionReason.MigManagerNamespaceUnknown());
            }
            var text = objects
                    .readJson(ApiPathBuilder.objectPath(new ObjectRef("v1", "ConfigMap", "configmaps", place, map)),
                            MESSAGES.text("read.clients", map))
                    .at("/data/clients.yaml").asText("");
            try {
                return new MigManagerStoppedHostServices(map, KubernetesYamlReader.read(text).path("systemd-services")
                        .valueStream().map(JsonNode::asText).toList(), Optional.empty());
            } catch (IOException e) {
                throw new ProblemException(OperationProblemKind.GARBLED,
                        new PlanExecutionReason.GpuClientsMalformed(map), e);
            }
        }
    }
}
