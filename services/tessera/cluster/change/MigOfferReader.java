package tessera.cluster.change;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tessera.cluster.object.ApiPaths;
import tessera.cluster.object.ObjectLists;
import tessera.mig.MigConfigFile;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.context.HostClients;
import tessera.plan.context.MigOffer;
import tessera.plan.context.MigSource;

/** Reads the MIG configurations of a node from the place where its MIG manager reads them. */
final class MigOfferReader {

    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final String POLICIES = "/apis/nvidia.com/v1/clusterpolicies?limit=500";
    private static final String OURS = "tessera-mig-config";
    private static final String OWNED = "app.kubernetes.io/component=nvidia-mig-manager";
    private static final String NODE = "nvidia.com/node-name";

    private final ObjectLists objects;

    MigOfferReader(ObjectLists objects) {
        this.objects = objects;
    }

    /** Returns the configurations that a node can take; where the ConfigMap is missing, an offer that names it. */
    MigOffer readOffer(String node, String namespace) throws Failure, InterruptedException {
        var policy = readPolicy();
        var place = namespace.isEmpty() ? policy.at("/status/namespace").asText("") : namespace;
        if (place.isEmpty()) {
            throw new Failure(
                    Problem.of(ProblemKind.NOT_FOUND, "In which namespace the MIG manager of %s runs is not seen"
                            .formatted(node)));
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
    MigSource readSource(String namespace, Set<String> nodes) throws Failure, InterruptedException {
        var policy = readPolicy();
        var place = namespace.isEmpty() ? policy.at("/status/namespace").asText("") : namespace;
        var known = policy.isMissingNode() ? Optional.<MigSource.MigPolicy>empty()
                : Optional.of(new MigSource.MigPolicy(policy.at("/metadata/name").asText(),
                        policy.at("/metadata/resourceVersion").asText(), policy.at("/spec/mig/strategy").asText("")));
        var named = policy.at("/spec/migManager/config/name").asText("");
        var offers = new HashMap<String, MigOffer>();
        Optional<MigSource.ConfigText> text = Optional.empty();
        if (!named.isEmpty()) {
            var map = findConfigMap(place, named);
            text = map.map(found -> new MigSource.ConfigText(configMapRef(place, named),
                    found.at("/metadata/resourceVersion").asText(), configText(found)));
            if (map.isPresent()) {
                offers.put("", toOffer(map.get(), named));
            }
        } else if (known.isPresent()) {
            offers.putAll(readNodeOffers(place, nodes));
        }
        return new MigSource(place, known, named, text, named.isEmpty() && known.isPresent() ? unusedName(place) : "",
                offers);
    }

    /** Returns the host services that are stopped for a change. */
    HostClients readClients(String namespace) throws Failure, InterruptedException {
        return new MigHostClientReader(objects).readClients(readPolicy(), namespace);
    }

    private Map<String, MigOffer> readNodeOffers(String place, Set<String> nodes) throws Failure, InterruptedException {
        var offers = new HashMap<String, MigOffer>();
        for (var map : objects.listAll("/api/v1/namespaces/%s/configmaps?limit=500&labelSelector=%s".formatted(
                ApiPaths.encode(place), ApiPaths.encode(OWNED)), "list the MIG configurations of nodes")) {
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

    private String unusedName(String place) throws Failure, InterruptedException {
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

    private JsonNode readPolicy() throws Failure, InterruptedException {
        try {
            var policies = objects.listAll(POLICIES, "read the policy of the GPU operator");
            return policies.isEmpty() ? MissingNode.getInstance() : policies.getFirst();
        } catch (Failure failure) {
            if (failure.problem().kind() == ProblemKind.NOT_FOUND) {
                // A MIG manager can be installed without the operator.
                return MissingNode.getInstance();
            }
            throw failure;
        }
    }

    private JsonNode readConfigMap(String namespace, String name) throws Failure, InterruptedException {
        return objects.readJson(ApiPaths.objectPath(configMapRef(namespace, name)),
                "read the MIG configurations in " + name);
    }

    private Optional<JsonNode> findConfigMap(String namespace, String name) throws Failure, InterruptedException {
        try {
            return Optional.of(readConfigMap(namespace, name));
        } catch (Failure failure) {
            if (failure.problem().kind() == ProblemKind.NOT_FOUND) {
                return Optional.empty();
            }
            throw failure;
        }
    }

    private static MigOffer toOffer(JsonNode map, String node) throws Failure {
        var source = "ConfigMap " + map.at("/metadata/namespace").asText() + "/" + map.at("/metadata/name").asText();
        try {
            var file = MigConfigFile.read(YAML.readTree(configText(map)));
            return new MigOffer(source, file.configs(), Optional.empty());
        } catch (JsonProcessingException e) {
            throw new Failure(
                    Problem.of(ProblemKind.GARBLED, "The MIG configurations of %s are no YAML: %s".formatted(node,
                            source)),
                    e);
        }
    }
}
