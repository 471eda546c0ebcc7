package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import tessera.cluster.object.ApiObjectReader;
import tessera.cluster.object.ApiPathBuilder;
import tessera.model.ObjectRef;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.context.DevicePluginSharingConfiguration;
import tessera.plan.context.DevicePluginSharingConfiguration.DevicePluginDaemonSet;
import tessera.plan.context.DevicePluginSharingConfiguration.DevicePluginOwner;
import tessera.plan.context.DevicePluginSharingConfiguration.SharingConfigLocation;
import tessera.plan.context.DevicePluginSharingConfiguration.SharingConfigMap;
import tessera.sharing.DevicePluginConfigChoice.PluginConfigFallbackRule;
import tessera.text.MessageCatalog;

/** Reads the sharing configuration of device plugins, from the operator's ClusterPolicy or from a DaemonSet. */
final class GpuSharingConfigReader {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuSharingConfigReader.class);
    private static final String POLICIES = "/apis/nvidia.com/v1/clusterpolicies?limit=500";
    private static final String SETS = "/apis/apps/v1";
    private static final String OPERATORS_PLUGIN = "nvidia-device-plugin-daemonset";
    private static final String DISCOVERY = "gpu-feature-discovery";
    private static final String IMAGE = "k8s-device-plugin";
    private static final String MOUNTED = "available-configs";
    private static final String RESTARTED = "kubectl.kubernetes.io/restartedAt";

    private static final Comparator<DevicePluginDaemonSet> PLUGINS_FIRST = Comparator
            .comparing((DevicePluginDaemonSet set) -> !set.plugin()).thenComparing(DevicePluginDaemonSet::name);

    private final ApiObjectReader objects;

    GpuSharingConfigReader(ApiObjectReader objects) {
        this.objects = objects;
    }

    DevicePluginSharingConfiguration read() throws ProblemException, InterruptedException {
        var policy = readPolicies().stream().filter(element -> !element.at("/status/state").asText().equals("ignored"))
                .min(Comparator.comparing(element -> element.at("/metadata/creationTimestamp").asText()));
        if (policy.isPresent()) {
            return setupOfOperator(policy.get());
        }
        return standaloneSetup();
    }

    private List<JsonNode> readPolicies() throws ProblemException, InterruptedException {
        try {
            return objects.listAll(POLICIES, MESSAGES.text("read.policy"));
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() == OperationProblemKind.NOT_FOUND) {
                return List.of();
            }
            throw problemException;
        }
    }

    private DevicePluginSharingConfiguration setupOfOperator(JsonNode policy)
            throws ProblemException, InterruptedException {
        var keeper = new DevicePluginOwner(DevicePluginOwner.DevicePluginOwnerKind.OPERATOR,
                policy.at("/metadata/name").asText(), policy.at("/metadata/resourceVersion").asText());
        var namespace = policy.at("/status/namespace").asText("gpu-operator");
        var config = policy.at("/spec/devicePlugin/config");
        var configLocation = SharingConfigLocation.byOperator(config.path("name").asText(""),
                config.path("default").asText(""));
        var sets = new ArrayList<DevicePluginDaemonSet>();
        var path = SETS + "/namespaces/" + ApiPathBuilder.encode(namespace) + "/daemonsets?limit=500";
        for (var set : objects.listAll(path, MESSAGES.text("list.operator.daemonsets"))) {
            var name = set.at("/metadata/name").asText();
            if (name.equals(OPERATORS_PLUGIN) || name.equals(DISCOVERY)) {
                sets.add(pluginSet(set, name.equals(OPERATORS_PLUGIN)));
            }
        }
        sets.sort(PLUGINS_FIRST);
        return buildSetup(keeper, namespace, policy.at("/spec/mig/strategy").asText(""), configLocation, sets);
    }

    private DevicePluginSharingConfiguration standaloneSetup() throws ProblemException, InterruptedException {
        var sets = new ArrayList<DevicePluginDaemonSet>();
        var configLocation = new SharingConfigLocation("", "", SharingConfigLocation.SUPPOSED, true);
        for (var set : objects.listAll(SETS + "/daemonsets?limit=500", "list DaemonSets")) {
            var containers = set.at("/spec/template/spec/containers");
            boolean ours = containers.valueStream().anyMatch(one -> one.path("image").asText().contains(IMAGE));
            if (!ours || set.at("/metadata/name").asText().contains("mps-control-daemon")) {
                continue;
            }
            boolean plugin = !set.at("/metadata/name").asText().contains(DISCOVERY);
            sets.add(pluginSet(set, plugin));
            configLocation = plugin ? configLocation(set) : configLocation;
        }
        if (sets.isEmpty()) {
            return DevicePluginSharingConfiguration.NONE;
        }
        sets.sort(PLUGINS_FIRST);
        return buildSetup(new DevicePluginOwner(DevicePluginOwner.DevicePluginOwnerKind.STANDALONE, "", ""),
                sets.getFirst().namespace(), "", configLocation, sets);
    }

    private static SharingConfigLocation configLocation(JsonNode set) {
        var map = set.at("/spec/template/spec/volumes").valueStream()
                .filter(volume -> volume.path("name").asText().equals(MOUNTED))
                .map(volume -> volume.at("/configMap/name").asText("")).findFirst().orElse("");
        var usual = environmentVariable(set, "DEFAULT_CONFIG").orElse("");
        return environmentVariable(set, "FALLBACK_STRATEGIES").flatMap(GpuSharingConfigReader::parseFallbacks)
                .map(known -> new SharingConfigLocation(map, usual, known, false))
                .orElseGet(() -> new SharingConfigLocation(map, usual, SharingConfigLocation.SUPPOSED, true));
    }

    /** Returns an environment variable of a container; empty where it is missing, or set by a reference. */
    private static Optional<String> environmentVariable(JsonNode set, String name) {
        return set.at("/spec/template/spec/containers").valueStream()
                .flatMap(container -> container.path("env").valueStream())
                .filter(variable -> variable.path("name").asText().equals(name) && !variable.has("valueFrom"))
                .map(variable -> variable.path("value").asText("")).findFirst();
    }

    /** Parses fallback strategies; empty where one is unknown. */
    private static Optional<List<PluginConfigFallbackRule>> parseFallbacks(String text) {
        try {
            return Optional.of(Stream.of(text.split(",")).map(String::strip).filter(word -> !word.isEmpty())
                    .map(word -> PluginConfigFallbackRule.valueOf(word.toUpperCase(Locale.ROOT))).toList());
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static DevicePluginDaemonSet pluginSet(JsonNode set, boolean plugin) {
        var labels = set.at("/spec/selector/matchLabels");
        var metadata = set.path("metadata");
        return new DevicePluginDaemonSet(metadata.path("namespace").asText(), metadata.path("name").asText(),
                labels.path("app").asText(labels.path("app.kubernetes.io/name").asText("")),
                metadata.path("resourceVersion").asText(), plugin,
                set.at("/spec/template/metadata/annotations").path(RESTARTED).asText(""));
    }

    private DevicePluginSharingConfiguration buildSetup(DevicePluginOwner keeper, String namespace, String migStrategy,
            SharingConfigLocation configLocation, List<DevicePluginDaemonSet> sets) throws InterruptedException {
        try {
            return new DevicePluginSharingConfiguration(keeper, namespace, migStrategy, configLocation,
                    readConfigs(namespace, configLocation.configMap()), sets, Optional.empty());
        } catch (ProblemException problemException) {
            return new DevicePluginSharingConfiguration(keeper, namespace, migStrategy, configLocation,
                    Optional.empty(), sets, Optional.of(problemException.problem()));
        }
    }

    private Optional<SharingConfigMap> readConfigs(String namespace, String name)
            throws ProblemException, InterruptedException {
        if (name.isEmpty()) {
            return Optional.empty();
        }
        try {
            var map = objects.readJson(
                    ApiPathBuilder.objectPath(new ObjectRef("v1", "ConfigMap", "configmaps", namespace, name)),
                    MESSAGES.text("read.sharing", name));
            var texts = new TreeMap<String, String>();
            map.path("data").properties().forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
            return Optional.of(SharingConfigMap.of(name, map.at("/metadata/resourceVersion").asText(), texts));
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() == OperationProblemKind.NOT_FOUND) {
                return Optional.empty();
            }
            throw problemException;
        }
    }
}
